import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The number of each person's comments on a post. The count of the post leaves out these comments for viewers who may
/// not see the person.
@Suite struct CommentCountTests {
    @Test func `comments of a hidden guest do not increase the reads of a feed page`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("vera", "ana", "maya")
        let (viewer, host, hidden) = (people[0], people[1], people[2])
        let id = try await server.host(by: host).id
        for guest in [viewer, hidden] { try await server.joined(id, by: guest) }
        #expect(try await server.block(hidden.id, by: viewer).status == 200)
        let now = server.clock.date
        try await store.transaction { transaction in
            let meetup = try #require(try MeetupRecord.of(id, in: transaction))
            for number in 0..<5 { try transaction.put(Self.post(number, by: host, at: meetup, now: now)) }
        }
        func comment(_ numbers: Range<Int>) async throws {
            try await store.transaction { transaction in
                let meetup = try #require(try MeetupRecord.of(id, in: transaction))
                for number in numbers {
                    let key = String(format: "%032x", number % 5)
                    var parent = try #require(try transaction.get(PostRecord.self, key))
                    try transaction.put(Self.post(1_000 + number, by: hidden, on: parent.id, at: meetup, now: now))
                    try parent.addComments(1, by: hidden.id, in: transaction)
                }
            }
        }
        func counts(for viewer: Member) async throws -> [Int] {
            try await server.send(.get, "/meetups/\(id)/posts", token: viewer.token)
                .payload(Page<FeedItem>.self).list.elements.map(\.post.commentCount)
        }
        var costs: [[Int]] = []
        for numbers in [0..<10, 10..<1_000] {
            try await comment(numbers)
            store.reset()
            #expect(try await counts(for: viewer) == [0, 0, 0, 0, 0])
            costs.append([store.reads, store.lookUps, store.queries, store.records])
            #expect(try await counts(for: host) == Array(repeating: numbers.upperBound / 5, count: 5))
        }
        #expect(costs[0] == costs[1])
    }

    private static func post(
        _ number: Int, by author: Member, on parent: PostID? = nil, at meetup: MeetupRecord, now: Date
    ) -> PostRecord {
        PostRecord(
            PostID(String(format: "%032x", number)), by: author.id, at: meetup, on: parent, text: "Hello", now: now)
    }

    @Test func `a hidden guest stays uncounted when the guest, the host, a moderator or an erasure deletes comments`()
        async throws
    {
        let server = try TestServer.moderated(by: "mod")
        let people = try await server.members("vera", "ana", "maya", "liam", "mod")
        let (viewer, host, hidden, other) = (people[0], people[1], people[2], people[3])
        let id = try await server.host(by: host).id
        for guest in [viewer, hidden, other] { try await server.joined(id, by: guest) }
        #expect(try await server.block(hidden.id, by: viewer).status == 200)
        let hello = PostRequest(text: "Hello")
        let post = try await server.post("/meetups/\(id)/posts", hello, token: host.token).payload(FeedItem.self).id
        func comment(by guest: Member) async throws -> PostID {
            try await server.post("/meetups/posts/\(post)/comments", hello, token: guest.token)
                .payload(FeedItem.self).id
        }
        /// The counts that the viewer and the other guest read.
        func counts() async throws -> [Int] {
            var found: [Int] = []
            for guest in [viewer, other] {
                let page = try await server.send(.get, "/meetups/\(id)/posts", token: guest.token)
                found += try page.payload(Page<FeedItem>.self).list.elements.map(\.post.commentCount)
            }
            return found
        }
        _ = try await comment(by: other)
        var comments: [PostID] = []
        for _ in 0..<4 { comments.append(try await comment(by: hidden)) }
        #expect(try await counts() == [1, 5])
        for (comment, person) in zip(comments, [hidden, host]) {
            let deleted = try await server.send(.delete, "/meetups/posts/\(comment)", token: person.token)
            #expect(deleted.status == 200)
        }
        #expect(try await counts() == [1, 3])
        try await server.reported(.post(comments[2]), by: other)
        try await server.decideFirstCase(.removeContent, by: people[4])
        #expect(try await counts() == [1, 2])
        #expect(try await server.send(.delete, "/users/me", token: hidden.token).status == 200)
        try await server.backend.runScheduledWork()
        #expect(try await counts() == [1, 1])
        let left = try await server.store.read { reader in
            try CommentCountRecord.personalData.locators.flatMap { try $0.records(of: hidden.id, limit: 1, in: reader) }
        }
        #expect(left.isEmpty)
    }

    /// Replaces a post with a record as an earlier version of the server stored it. No record counts its comments by
    /// author.
    private static func store(
        _ comments: [Member], on post: PostID, at id: MeetupID, in server: TestServer
    ) async throws {
        let now = server.clock.date
        try await server.store.transaction { transaction in
            let meetup = try #require(try MeetupRecord.of(id, in: transaction))
            for (number, author) in comments.enumerated() {
                try transaction.put(Self.post(number, by: author, on: post, at: meetup, now: now))
            }
            var parent = try #require(try transaction.get(PostRecord.self, post.rawValue))
            parent.commentCount = comments.count
            let coding = RecordCoding()
            var members = try #require(
                try JSONSerialization.jsonObject(with: coding.encode(parent)) as? [String: Any])
            members.removeValue(forKey: "countsByAuthor")
            let data = try JSONSerialization.data(withJSONObject: members)
            try transaction.put(coding.decode(PostRecord.self, from: data, schema: PostRecord.schema))
        }
    }

    @Test func `an old post leaves out comments of a hidden guest before and after the next comment`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("vera", "ana", "maya", "liam")
        let (viewer, host, hidden, other) = (people[0], people[1], people[2], people[3])
        let id = try await server.host(by: host).id
        for guest in [viewer, hidden, other] { try await server.joined(id, by: guest) }
        #expect(try await server.block(hidden.id, by: viewer).status == 200)
        let (hello, path) = (PostRequest(text: "Hello"), "/meetups/\(id)/posts")
        let post = try await server.post(path, hello, token: host.token).payload(FeedItem.self).id
        /// The counts that the viewer and the other guest read.
        func counts() async throws -> [Int] {
            var found: [Int] = []
            for guest in [viewer, other] {
                let page = try await server.send(.get, path, token: guest.token)
                found += try page.payload(Page<FeedItem>.self).list.elements.map(\.post.commentCount)
            }
            return found
        }
        try await Self.store([hidden, hidden, other, viewer], on: post, at: id, in: server)
        #expect(try await counts() == [2, 4])
        let first = PostID(String(format: "%032x", 0))
        #expect(try await server.send(.delete, "/meetups/posts/\(first)", token: host.token).status == 200)
        #expect(try await counts() == [2, 3])
        let slices = try await server.slices(of: [viewer]) {
            _ = try await server.post("/meetups/posts/\(post)/comments", hello, token: other.token)
        }
        let changed = try #require(slices[0].events.last { $0.kind == .meetupPostChanged })
        #expect(try changed.data(Keyed<MeetupPost>.self).value.commentCount == 3)
        #expect(try await counts() == [3, 4])
        let counted = try await server.store.read { reader in
            try [hidden, other, viewer].map {
                try reader.get(CommentCountRecord.self, CommentCountRecord.key(post, $0.id))?.count
            }
        }
        #expect(counted == [1, 2, 1])
    }

    /// A count that depended on the guests would reveal whether a hidden person takes part.
    @Test(arguments: [false, true])
    func `a viewer with any block sees no comments counted on an old post with too many comments`(
        _ isGuestHidden: Bool
    ) async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("vera", "ana", "maya", "liam", "noor")
        let id = try await server.host(by: people[1]).id
        for guest in [people[0], people[2], people[3]] { try await server.joined(id, by: guest) }
        #expect(try await server.block(people[isGuestHidden ? 2 : 4].id, by: people[0]).status == 200)
        let (hello, path) = (PostRequest(text: "Hello"), "/meetups/\(id)/posts")
        let post = try await server.post(path, hello, token: people[1].token).payload(FeedItem.self).id
        func count(as guest: Member) async throws -> Int? {
            try await server.send(.get, path, token: guest.token)
                .payload(Page<FeedItem>.self).list.elements.first?.post.commentCount
        }
        let most = 200
        for (number, shown) in [(most, isGuestHidden ? most - 1 : most), (most + 1, 0)] {
            let comments = [people[2]] + Array(repeating: people[3], count: number - 1)
            try await Self.store(comments, on: post, at: id, in: server)
            #expect(try await count(as: people[0]) == shown)
            #expect(try await count(as: people[3]) == number)
        }
        // Another comment does not begin the count by author.
        #expect(try await server.post("/meetups/posts/\(post)/comments", hello, token: people[3].token).status == 200)
        #expect(try await count(as: people[0]) == 0)
        #expect(try await count(as: people[3]) == most + 2)
    }
}
