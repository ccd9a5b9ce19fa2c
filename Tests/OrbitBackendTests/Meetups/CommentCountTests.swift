import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Safety
import Testing

@testable import OrbitBackend

/// The counts of each person's comments, which counts of posts leave out for viewers who may not see the person.
@Suite struct CommentCountTests {
    @Test func `a page of a feed reads as much for 1,000 comments of a hidden guest as for 10`() async throws {
        let store = TallyStore()
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
        try await server.decided(.removeContent, by: people[4])
        #expect(try await counts() == [1, 2])
        #expect(try await server.send(.delete, "/users/me", token: hidden.token).status == 200)
        try await server.backend.doDueWork()
        #expect(try await counts() == [1, 1])
        let left = try await server.store.read { reader in
            try CommentCountRecord.personalData.traces.flatMap { try $0.records(of: hidden.id, limit: 1, in: reader) }
        }
        #expect(left.isEmpty)
    }
}
