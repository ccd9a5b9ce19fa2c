import Connections
import Discover
import Foundation
import Matching
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Profiles
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct ImportTests {
    private func archive(of life: FullLife) async throws -> Data {
        try await life.server.send(.get, "/users/me/export", token: life.person.token).body
    }

    /// Returns a server with an empty store and the same time.
    private func fresh(after life: FullLife) -> (server: TestServer, store: CrashingStore) {
        let store = CrashingStore()
        let server = TestServer.onCampus(store: store, seed: 9)
        server.clock.advance(to: life.server.clock.date)
        return (server, store)
    }

    /// The data of every screen that needs no identifier, by path.
    private func screens(_ member: Member, _ server: TestServer) async throws -> [String: JSONValue?] {
        var screens: [String: JSONValue?] = [:]
        for route in TestServer.routes
        where route.method == .get && route.access == .session && !route.path.contains("{") {
            screens[route.path] = try await server.send(.get, route.path, token: member.token).data
        }
        return screens
    }

    @Test func `an archive imported into a fresh store gives the same screens`() async throws {
        let life = try await FullLife()
        let (server, _) = fresh(after: life)
        let id = try await server.backend.importArchive(try await archive(of: life))
        #expect(id == life.person.id)
        let grant = try await server.signIn(life.person.address)
        #expect(!grant.isNewUser)
        let back = Member(address: life.person.address, id: grant.userID, token: grant.accessToken)
        // The lists name other people, so their archives are imported too.
        for other in life.others {
            let archive = try await life.server.send(.get, "/users/me/export", token: other.token).body
            try await server.backend.importArchive(archive)
        }
        for (member, server) in [(back, server), (life.person, life.server)] { _ = try await server.today(member) }
        let (now, before) = (try await screens(back, server), try await screens(life.person, life.server))
        #expect(before.count > 25)
        #expect(before["/mutes"]??["mutes"]?.elements.count == 1)
        let changed = FeatureFixture.joined(\.archive.changedScreens)
        #expect(Set(before.filter { now[$0.key] != $0.value }.keys) == Set(changed.keys))
        let photo = try #require(try await server.me(back.token).payload(ProfileData.self).profile?.photos.first)
        for (server, token) in [(server, back.token), (life.server, life.person.token)] {
            let path = "/users/\(id)/photos/\(photo.id)"
            #expect(try await server.send(.get, path, token: token).body == TestImage.png("canary-photo"))
        }
        for meetup in life.hosted {
            let (now, before) = (
                try await server.meetup(meetup, as: back), try await life.server.meetup(meetup, as: life.person)
            )
            #expect((now.plan, now.status, now.attendance) == (before.plan, before.status, before.attendance))
        }
        #expect(
            try await server.mine(back).map(\.meetup.id)
                == life.server.mine(life.person).map(\.meetup.id).filter(life.hosted.contains))
        #expect(try await server.send(.get, "/meetups/\(life.hosted[0])/posts", token: back.token).status == 200)
    }

    @Test func `an import keeps the person's posts and their own comments on them`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("vera", "maya")
        let (host, id) = (people[0], try await server.host(by: people[0]).id)
        try await server.joined(id, by: people[1])
        let hello = PostRequest(text: "Hello")
        let post = try await server.post("/meetups/\(id)/posts", hello, token: host.token).payload(FeedItem.self)
        for author in [host, people[1], host] {
            let response = try await server.post("/meetups/posts/\(post.id)/comments", hello, token: author.token)
            #expect(response.status == 200)
        }
        let archive = try await server.send(.get, "/users/me/export", token: host.token).body

        let fresh = TestServer.onCampus(seed: 9)
        fresh.clock.advance(to: server.clock.date)
        try await fresh.backend.importArchive(archive)
        let token = try await fresh.signIn(host.address).accessToken
        let page = try await fresh.send(.get, "/meetups/\(id)/posts", token: token).payload(Page<FeedItem>.self)
        let posts = page.list.elements.map(\.post)
        #expect(posts.map(\.text) == ["Hello"])
        #expect(posts.map(\.commentCount) == [2])
    }

    @Test(arguments: ArchiveFixture.allRefused)
    func `a hostile archive is refused with its reason and imports nothing`(
        _ old: String, _ new: String, _ error: ArchiveError
    ) async throws {
        let life = try await FullLife()
        let file = String(decoding: try await archive(of: life), as: UTF8.self)
        let id = life.person.id.rawValue
        let (old, new) = (old.replacing("PERSON", with: id), new.replacing("PERSON", with: id))
        let range = try #require(file.range(of: old))
        let (server, store) = fresh(after: life)
        await #expect(throws: error) {
            try await server.backend.importArchive(Data(file.replacingCharacters(in: range, with: new).utf8))
        }
        #expect(store.committed.isEmpty)
    }

    @Test func `an archive of an existing person and a too large archive are refused`() async throws {
        let life = try await FullLife()
        let file = try await archive(of: life)
        await #expect(throws: ArchiveError.taken(section: "account")) {
            try await life.server.backend.importArchive(file)
        }
        await #expect(throws: ArchiveError.tooLarge(limit: Archive.maxBytes)) {
            try await life.server.backend.importArchive(Data(count: Archive.maxBytes + 1))
        }
    }

    @Test func `an archive is refused during the erasure of its account and imported afterwards`()
        async throws
    {
        let server = TestServer()
        let maya = try await server.members("maya")[0]
        let file = try await server.send(.get, "/users/me/export", token: maya.token).body
        let erased = try await server.deferringWork {
            try await server.send(.delete, "/users/me", token: maya.token)
        }
        #expect(erased.status == 200)
        await #expect(throws: ArchiveError.erasing) { try await server.backend.importArchive(file) }
        #expect(ArchiveError.erasing.errorDescription?.contains("again in a minute") == true)
        try await server.backend.runScheduledWork()
        #expect(try await server.backend.importArchive(file) == maya.id)
        try await server.backend.runScheduledWork()
        server.clock.advance(by: .seconds(60))
        let grant = try await server.signIn(maya.address)
        #expect(grant.userID == maya.id)
        #expect(!grant.isNewUser)
        #expect(try await server.me(grant.accessToken).payload(ProfileData.self).profile?.name == "Maya")
    }
}
