import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Counts in responses, which leave out people that a block hides from the viewer.
@Suite struct VisibleCountTests {
    private func counts(
        _ id: MeetupID, in path: String, as member: Member, _ server: TestServer
    ) async throws -> [Int] {
        let response = try await server.send(.get, path, token: member.token)
        let listings = try response.payload(Page<MeetupListing>.self).list.elements
        let meetup = try #require(listings.first { $0.id == id }).meetup
        return [meetup.goingCount, meetup.waitingCount]
    }

    private func block(_ one: Member, _ other: Member, isViewerBlocker: Bool, _ server: TestServer) async throws {
        let (blocker, blocked) = isViewerBlocker ? (one, other) : (other, one)
        #expect(try await server.block(blocked.id, by: blocker).status == 200)
    }

    @Test(arguments: [false, true])
    func `all counts of a meetup leave out a hidden guest and their companions`(
        _ isViewerBlocker: Bool
    ) async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("vera", "maya", "ana", "liam")
        let viewer = people[0]
        try await block(viewer, people[1], isViewerBlocker: isViewerBlocker, server)
        let listing = try await server.host(by: people[2]) {
            ($0.capacity, $0.repeats) = (10, "FREQ=WEEKLY;COUNT=2")
        }
        let series = try #require(listing.meetup.series?.id)
        try await server.joined(listing.id, by: people[1], companions: 2)
        try await server.joined(listing.id, by: people[3])
        #expect(try await server.meetup(listing.id, as: people[3]).goingCount == 5)
        for path in ["/meetups", "/meetups/series/\(series)"] {
            #expect(try await counts(listing.id, in: path, as: viewer, server) == [2, 0], "\(path)")
        }
        let joined = try await server.post(
            "/meetups/\(listing.id)/join", JoinMeetupRequest(despiteBlocks: true), token: viewer.token)
        #expect(try joined.payload(MeetupListing.self).meetup.goingCount == 3)
        for path in ["/meetups", "/meetups/series/\(series)", "/meetups/mine"] {
            #expect(try await counts(listing.id, in: path, as: viewer, server) == [3, 0], "\(path)")
        }
        #expect(try await server.meetup(listing.id, as: viewer).goingCount == 3)
        #expect(try await server.attendees(listing.id, as: viewer).count == 3)
    }

    /// A block before the start ends a guest's attendance, unless the guest has checked in.
    @Test(arguments: [false, true])
    func `every count for a host before the start leaves out a hidden guest who has checked in`(
        _ isHostBlocker: Bool
    ) async throws {
        let server = TestServer.onCampus()
        var people = try await server.members("ana", "maya", "liam", "noor")
        let listing = try await server.host(inHours: 2, by: people[0]) { $0.repeats = "FREQ=WEEKLY;COUNT=2" }
        let (id, series) = (listing.id, try #require(listing.meetup.series?.id))
        for guest in people[1...2] { try await server.joined(id, by: guest) }
        try await server.advanceTime(hours: 1.75, &people)
        let host = people[0]
        #expect(try await server.attend("check-in", id, by: people[1]).status == 200)
        try await block(host, people[1], isViewerBlocker: isHostBlocker, server)
        for path in ["/meetups", "/meetups/series/\(series)", "/meetups/mine"] {
            #expect(try await counts(id, in: path, as: host, server) == [2, 0], "\(path)")
        }
        #expect(try await server.meetup(id, as: host).goingCount == 2)
        #expect(try await server.attendees(id, as: host).count == 2)
        let slices = try await server.slices(of: [host]) { _ = try await server.joined(id, by: people[3]) }
        let changed = try #require(slices[0].events.last { $0.kind == .meetupChanged })
        #expect(try changed.data(MeetupListing.self).meetup.goingCount == 3)
        let file = try await server.send(.get, "/users/me/export", token: host.token)
        let hosted = try JSONValue(json: file.body)["sections"]?["meetups_hosted"]?.elements ?? []
        let exported = hosted.compactMap { $0["meetup"] }.filter { $0["id"]?.string == id.rawValue }
        #expect(exported.map { $0["going_count"]?.number } == [3])
        #expect(try await server.meetup(id, as: people[2]).goingCount == 4)
    }

    /// If the host has blocked more than 100 people, the counts that the host sees include only the host.
    @Test(arguments: [0, 101])
    func `a host who moves a meetup by two days does not see a blocked checked-in guest counted`(
        _ otherBlocks: Int
    ) async throws {
        let server = TestServer.onCampus()
        var people = try await server.members("ana", "maya", "liam")
        let id = try await server.host(inHours: 2, by: people[0]).id
        for guest in people[1...2] { try await server.joined(id, by: guest) }
        try await server.advanceTime(hours: 1.75, &people)
        let (host, now) = (people[0], server.clock.date)
        #expect(try await server.attend("check-in", id, by: people[1]).status == 200)
        try await server.expectEdit(id, by: host, status: 200) {
            ($0.start, $0.end) = ($0.start?.addingTimeInterval(172_800), $0.end?.addingTimeInterval(172_800))
        }
        #expect(try await server.meetup(id, as: host).goingCount == 3)
        try await block(host, people[1], isViewerBlocker: true, server)
        try await server.store.transaction { transaction in
            for number in 0..<otherBlocks {
                try transaction.put(
                    BlockRecord(
                        blocker: host.id, blocked: UserID("stranger-\(number)"), campus: "stanford.edu", name: nil,
                        blockedAt: now))
            }
        }
        let shown = otherBlocks == 0 ? 2 : 1
        for path in ["/meetups", "/meetups/mine"] {
            #expect(try await counts(id, in: path, as: host, server) == [shown, 0], "\(path)")
        }
        #expect(try await server.meetup(id, as: host).goingCount == shown)
        #expect(try await server.attendees(id, as: host).count == 2)
        #expect(try await server.meetup(id, as: people[2]).goingCount == 3)
    }

    @Test func `invitations and events leave out a hidden guest`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("vera", "maya", "ana")
        try await block(people[0], people[1], isViewerBlocker: false, server)
        let id = try await server.host(by: people[2]).id
        try await server.joined(id, by: people[1])
        let slices = try await server.slices(of: [people[0]]) {
            _ = try await server.invite([people[0].id], to: id, by: people[2])
        }
        let told = try slices[0].events.filter { $0.kind == .meetupInvited }.map {
            try $0.data(ReceivedInvitation.self)
        }
        #expect(told.map(\.meetup.goingCount) == [1])
        let listed = try await server.send(.get, "/meetups/invitations", token: people[0].token)
            .payload(Page<ReceivedInvitation>.self).list.elements
        #expect(listed.map(\.meetup.goingCount) == [1])
    }

    @Test func `a full meetup looks full to a viewer, and the hidden guest is left out for attendees`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("vera", "maya", "ana", "liam", "ben")
        try await block(people[0], people[1], isViewerBlocker: false, server)
        let id = try await server.host(by: people[2]) { $0.capacity = 3 }.id
        try await server.joined(id, by: people[1])
        #expect(try await server.meetup(id, as: people[0]).goingCount == 1)
        try await server.joined(id, by: people[3])
        #expect(try await server.meetup(id, as: people[0]).goingCount == 3)
        #expect(try await server.joined(id, by: people[0]) == .waiting)
        _ = try await server.attend("leave", id, by: people[3])
        _ = try await server.attend("take-offer", id, by: people[0])
        #expect(try await server.meetup(id, as: people[0]).goingCount == 2)
        #expect(try await server.meetup(id, as: people[4]).goingCount == 3)
        try await block(people[0], people[4], isViewerBlocker: false, server)
        let waiting = try await server.joinDespiteBlocks(id, by: people[4]).payload(MeetupListing.self)
        #expect(waiting.meetup.attendance == .waiting)
        #expect(try await server.meetup(id, as: people[0]).waitingCount == 0)
    }

    @Test func `likes and comments of a hidden person are not counted and send no event`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("vera", "maya", "ana", "liam")
        try await block(people[0], people[1], isViewerBlocker: false, server)
        let id = try await server.host(by: people[2]).id
        for person in [people[1], people[0], people[3]] { try await server.joined(id, by: person) }
        let post = try await server.post(
            "/meetups/\(id)/posts", PostRequest(text: "Hello"), token: people[2].token
        ).payload(FeedItem.self).post.id
        func counts(of viewer: Member) async throws -> [Int] {
            let page = try await server.send(.get, "/meetups/\(id)/posts", token: viewer.token)
            let shown = try #require(try page.payload(Page<FeedItem>.self).list.elements.first).post
            return [shown.likeCount, shown.commentCount]
        }
        func comment(by person: Member) async throws -> PostID {
            try await server.post(
                "/meetups/posts/\(post)/comments", PostRequest(text: "Hi"), token: person.token
            ).payload(FeedItem.self).post.id
        }
        let slices = try await server.slices(of: [people[0]]) {
            _ = try await server.send(.put, "/meetups/posts/\(post)/like", token: people[1].token)
            let own = try await comment(by: people[1])
            _ = try await comment(by: people[1])
            _ = try await server.send(.delete, "/meetups/posts/\(own)", token: people[1].token)
        }
        #expect(slices[0].events.isEmpty)
        _ = try await server.send(.put, "/meetups/posts/\(post)/like", token: people[3].token)
        let news = try await server.slices(of: [people[0]]) { _ = try await comment(by: people[3]) }
        let changed = try #require(news[0].events.last { $0.kind == .meetupPostChanged })
        #expect(try changed.data(Keyed<MeetupPost>.self).value.commentCount == 1)
        #expect(try await counts(of: people[0]) == [1, 1])
        #expect(try await counts(of: people[3]) == [2, 2])
    }

    @Test(arguments: [0, 3])
    func `a page takes as many store calls with ten meetups as with a single meetup`(_ hidden: Int) async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("vera", "ana", "maya", "liam", "ben")
        for other in people.dropFirst(2).prefix(hidden) { _ = try await server.block(people[0].id, by: other) }
        var calls: [Int] = []
        for count in [1, 9] {
            for number in 0..<count {
                let id = try await server.host(inHours: 24 + Double(number), by: people[1]).id
                try await server.joined(id, by: people[2])
            }
            store.reset()
            let page = try await server.browse(people[0])
            #expect(page.list.elements.allSatisfy { $0.meetup.goingCount == (hidden == 0 ? 2 : 1) })
            calls.append(store.calls)
        }
        #expect(calls[0] == calls[1])
    }

    /// The pages have 10 and 100 posts, and the meetup has 20 hidden guests. That makes 200 and 2,000 pairs of a post
    /// and a hidden guest. A page takes no index query for these pairs.
    @Test(arguments: [10, 100])
    func `a page of a feed looks up few records and reads no comments of visible people`(
        _ size: Int
    ) async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("vera", "ana")
        let id = try await server.host(by: people[1]).id
        try await server.joined(id, by: people[0])
        let hidden = try await server.crowd(20)
        try await server.attend(id, hidden)
        let now = server.clock.date
        try await store.transaction { transaction in
            for guest in hidden {
                try transaction.put(
                    BlockRecord(
                        blocker: people[0].id, blocked: guest.id, campus: "stanford.edu", name: nil, blockedAt: now))
            }
            let meetup = try #require(try MeetupRecord.of(id, in: transaction))
            for number in 0..<100 {
                var post = Self.post(number, by: people[1].id, at: meetup, now: now)
                let guests = [hidden[number % 20].id, hidden[(number + 1) % 20].id]
                for (place, author) in (guests + [people[1].id]).enumerated() {
                    let comment = 1_000 + 3 * number + place
                    try transaction.put(Self.post(comment, by: author, at: meetup, on: post.id, now: now))
                    try post.addComments(1, by: author, in: transaction)
                }
                if number.isMultiple(of: 2) {
                    try transaction.put(LikeRecord(postID: post.id, userID: guests[0], expiresAt: post.expiresAt))
                    post.likeCount += 1
                }
                try transaction.put(post)
            }
            // The latest posts are of hidden people, so they are read and not shown.
            for number in 0..<300 {
                var post = Self.post(2_000 + number, by: hidden[number % 20].id, at: meetup, now: now)
                post.commentCount = 1
                try transaction.put(post)
            }
        }
        func counts() async throws -> Set<[Int]> {
            store.reset()
            let page = try await server.send(.get, "/meetups/\(id)/posts?limit=\(size)", token: people[0].token)
                .payload(Page<FeedItem>.self)
            #expect(page.list.elements.count == size)
            return Set(page.list.elements.map { [$0.post.likeCount, $0.post.commentCount] })
        }
        #expect(try await counts() == Set([[0, 1]]))
        let records = store.records
        #expect(store.queries < 50)
        // Each hidden guest is looked up for every count of comments and for half of the counts of likes. Few other
        // keys are looked up.
        let pairs = 20 * size
        #expect((pairs + pairs / 2..<pairs + pairs / 2 + 1_500).contains(store.maxLookUps), "\(store.maxLookUps)")
        try await store.transaction { transaction in
            let meetup = try #require(try MeetupRecord.of(id, in: transaction))
            for number in 0..<100 {
                let key = String(format: "%032x", number)
                var post = try #require(try transaction.get(PostRecord.self, key))
                for place in 0..<20 {
                    let comment = 3_000 + 20 * number + place
                    try transaction.put(Self.post(comment, by: people[1].id, at: meetup, on: post.id, now: now))
                    try post.addComments(1, by: people[1].id, in: transaction)
                }
            }
        }
        #expect(try await counts() == Set([[0, 21]]))
        #expect(store.records <= records, "\(store.records) after \(records)")
    }

    /// A post. Posts with higher numbers are later.
    private static func post(
        _ number: Int, by author: UserID, at meetup: MeetupRecord, on parent: PostID? = nil, now: Date
    ) -> PostRecord {
        PostRecord(
            PostID(String(format: "%032x", number)), by: author, at: meetup, on: parent, text: "Hello",
            now: now.addingTimeInterval(Double(number - 10_000)))
    }
}
