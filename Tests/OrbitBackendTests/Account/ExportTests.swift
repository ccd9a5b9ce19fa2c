import Connections
import Discover
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Profiles
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct ExportTests {
    private func export(_ member: Member, _ server: TestServer) async throws -> Data {
        let response = try await server.send(.get, "/users/me/export", token: member.token)
        #expect(response.status == 200)
        #expect(response.field("cache-control") == "no-store")
        return response.body
    }

    private func sections(_ file: Data) throws -> [String: [JSONValue]] {
        let sections = try #require(try JSONValue(json: file)["sections"])
        return sections.members.mapValues(\.elements)
    }

    @Test func `an archive has a section for all data that a person has given`() async throws {
        let life = try await FullLife()
        let sections = try sections(try await export(life.person, life.server))
        for fixture in FeatureFixture.all {
            for name in fixture.archive.sections { #expect(sections[name]?.isEmpty == false, "\(name)") }
            for (name, count) in fixture.archive.counts { #expect(sections[name]?.count == count, "\(name)") }
        }
        // No moderator has decided about the person, so there is no appeal. The person has invited no guests.
        let empty: Set = ["appeals", "decisions", "invitations_sent"]
        for name in empty { #expect(sections[name]?.isEmpty == true, "\(name)") }
        let named = FeatureFixture.all.reduce(into: empty) { $0.formUnion($1.archive.sections) }
        let known = FeatureSet.orbit.tables.flatMap { $0.exportedSections }
        #expect(named == Set(known.map(\.name)))
    }

    @Test func `an archive contains no deleted post`() async throws {
        let server = TestServer.onCampus()
        let maya = try await server.members("maya")[0]
        let id = try await server.host(by: maya).id
        var posts: [PostID] = []
        for text in ["One", "Two"] {
            let response = try await server.post("/meetups/\(id)/posts", PostRequest(text: text), token: maya.token)
            posts.append(try response.payload(FeedItem.self).id)
        }
        #expect(try await server.send(.delete, "/meetups/posts/\(posts[0])", token: maya.token).status == 200)
        let kept = try sections(try await export(maya, server))["posts"] ?? []
        #expect(kept.map { $0["text"]?.string } == ["Two"])
    }

    @Test func `an archive contains no declined poke and no private data of other people`() async throws {
        let life = try await FullLife()
        let server = life.server
        let open = try #require(try await server.outgoing(life.person).list.elements.first).poke
        let before = try sections(try await export(life.person, server))["pokes_sent"]
        _ = try await server.act("decline", open.id, by: life.others[2])
        #expect(try sections(try await export(life.person, server))["pokes_sent"] == before)
        let archive = try await export(life.match, server)
        let file = String(decoding: archive, as: UTF8.self)
        // The archive contains only ids and names of other people. It does not contain their blocks and their less-like
        // feedback.
        for secret in ["@stanford.edu\"", "birth_month", "I am \(FullLife.canary)"] {
            #expect(file.components(separatedBy: secret).count <= 2, "\(secret)")
        }
        // The person has a block with each of these two people. The archive belongs to the person's match, who can be
        // paired with them, so `matches` may contain their ids. Other sections must not contain them.
        for other in life.others[3...4] {
            for (name, elements) in try sections(archive) where name != "matches" {
                #expect(!"\(elements)".contains(other.id.rawValue), "\(name)")
            }
        }
    }

    @Test func `the counts of meetups and posts in an archive leave out a hidden guest`() async throws {
        let server = TestServer.onCampus()
        var people = try await server.members("vera", "maya", "liam")
        let id = try await server.host(inHours: 2, by: people[0]).id
        let hello = PostRequest(text: "Hello")
        let post = try await server.post("/meetups/\(id)/posts", hello, token: people[0].token).payload(FeedItem.self)
        for guest in people.dropFirst() {
            try await server.joined(id, by: guest, companions: 1)
            let path = "/meetups/posts/\(post.id)"
            #expect(try await server.send(.put, "\(path)/like", token: guest.token).status == 200)
            #expect(try await server.post("\(path)/comments", hello, token: guest.token).status == 200)
        }
        func counts(for host: Member) async throws -> [Double?] {
            let sections = try sections(try await export(host, server))
            let (meetup, post) = (sections["meetups_hosted"]?.first?["meetup"], sections["posts"]?.first)
            return [meetup?["going_count"], post?["like_count"], post?["comment_count"]].map { $0?.number }
        }
        #expect(try await counts(for: people[0]) == [5, 2, 2])
        // A block ends a guest's attendance until the guest checks in. After the check-in, a block does not end the
        // attendance.
        try await server.advanceTime(hours: 2.5, &people)
        #expect(try await server.attend("check-in", id, by: people[1]).status == 200)
        #expect(try await server.block(people[0].id, by: people[1]).status == 200)
        #expect(try await server.meetup(id, as: people[0]).goingCount == 3)
        #expect(try await counts(for: people[0]) == [3, 1, 1])
    }

    @Test func `a rating enters the archive of the person rated once it is shown`() async throws {
        let server = TestServer.onCampus()
        var people = try await server.members("maya", "noor")
        let id = try await server.endedMeetup(of: &people)
        #expect(try await server.rate(people[0].id, at: id, by: people[1], note: "Thanks").status == 200)
        #expect(try sections(try await export(people[0], server))["ratings_received"] == [])
        #expect(try sections(try await export(people[1], server))["ratings_given"]?.count == 1)
        #expect(try await server.rate(people[1].id, at: id, by: people[0]).status == 200)
        #expect(try sections(try await export(people[0], server))["ratings_received"]?.count == 1)
    }

    @Test func `an export fails with 401 when the account is erased during it`() async throws {
        let store = InterleavedStore()
        let server = TestServer(store: store)
        let maya = try await server.members("maya")[0]
        // The first read is of the session. Two pages follow.
        store.after(reads: 3) { _ = try await server.send(.delete, "/users/me", token: maya.token) }
        let response = try await server.send(.get, "/users/me/export", token: maya.token)
        #expect(response.status == 401)
        #expect(!store.isWaiting)
    }

    @Test func `an archive contains neither people who blocked the owner nor erased people`() async throws {
        let server = TestServer()
        let people = try await server.members("maya", "noor", "liam")
        for other in people.dropFirst() {
            try await server.matched(people[0], other)
            #expect(try await server.mute(other.id, by: people[0]).status == 200)
            let seen = try await server.post(
                "/discover/seen", SeenRequest(userIDs: [other.id]), token: people[0].token)
            #expect(seen.status == 200)
        }
        let before = String(decoding: try await export(people[0], server), as: UTF8.self)
        for other in people.dropFirst() { #expect(before.contains(other.id.rawValue)) }
        _ = try await server.block(people[0].id, by: people[1])
        _ = try await server.send(.delete, "/users/me", token: people[2].token)
        try await server.backend.runScheduledWork()
        let file = String(decoding: try await export(people[0], server), as: UTF8.self)
        for other in people.dropFirst() { #expect(!file.contains(other.id.rawValue)) }
    }

    @Test func `a fourth export within an hour is refused`() async throws {
        let server = TestServer()
        let maya = try await server.members("maya")[0]
        for _ in 0..<3 { _ = try await export(maya, server) }
        let response = try await server.send(.get, "/users/me/export", token: maya.token)
        #expect(response.code == .rateLimited)
        #expect(try await server.send(.get, "/users/me/export").status == 401)
    }

    @Test func `an export of ten thousand records is complete`() async throws {
        let server = TestServer()
        let maya = try await server.members("maya")[0]
        let until = server.clock.date.addingTimeInterval(86_400)
        try await server.store.transaction { transaction in
            for number in 0..<10_000 {
                try transaction.put(LikeRecord(postID: PostID("\(number)"), userID: maya.id, expiresAt: until))
            }
        }
        let likes = try sections(try await export(maya, server))["likes"]
        #expect(Set((likes ?? []).compactMap { $0["post_id"]?.string }).count == 10_000)
        #expect(likes?.count == 10_000)
    }
}
