import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Counts during the erasure of an account, for a viewer with a block between them and the person.
@Suite struct ErasedCountTests {
    private let server = TestServer.onCampus()

    /// Runs a step of the erasure, as much as fits one transaction.
    ///
    /// - Returns: Whether work is left.
    private func step(of person: UserID) async throws -> Bool {
        let (context, now) = (server.backend.context, server.clock.date)
        return try await server.store.transaction { engine in
            let transaction = LogTransaction(engine, now: now, features: .orbit) { "epoch" }
            guard let record = try transaction.get(ErasureRecord.self, person.rawValue) else { return false }
            let isLeft = try ErasureJob(context: context).perform(record, in: transaction)
            try transaction.close()
            return isLeft
        }
    }

    /// Stores a like and 120 comments by a person on a post, and 120 blocks between the person and strangers. One
    /// transaction of an erasure processes only a part of these records. The blocks are newer than all other blocks.
    private func fill(_ post: PostID, at id: MeetupID, of person: UserID, isBlocker: Bool) async throws {
        let now = server.clock.date
        try await server.store.transaction { transaction in
            let meetup = try #require(try MeetupRecord.of(id, in: transaction))
            var parent = try #require(try transaction.get(PostRecord.self, post.rawValue))
            for number in 0..<120 {
                let key = PostID(String(format: "%032x", number))
                try transaction.put(PostRecord(key, by: person, at: meetup, on: post, text: "Hello", now: now))
                let stranger = UserID("stranger-\(number)")
                try transaction.put(
                    BlockRecord(
                        blocker: isBlocker ? person : stranger, blocked: isBlocker ? stranger : person,
                        campus: "stanford.edu", name: nil, blockedAt: now.addingTimeInterval(60)))
            }
            parent.likeCount += 1
            try transaction.put(LikeRecord(postID: post, userID: person, expiresAt: parent.expiresAt))
            try parent.addComments(120, by: person, in: transaction)
        }
    }

    @Test(arguments: [false, true])
    func `no step of an erasure changes the counts for a viewer with a block`(
        _ isBlocker: Bool
    ) async throws {
        let people = try await server.members("vera", "ana", "maya", "liam")
        let (viewer, hidden) = (people[0], people[2])
        let id = try await server.host(by: people[1]).id
        for guest in [viewer, people[3]] { try await server.joined(id, by: guest) }
        try await server.joined(id, by: hidden, companions: 2)
        let hello = PostRequest(text: "Hello")
        let path = "/meetups/\(id)/posts"
        let post = try await server.post(path, hello, token: people[1].token).payload(FeedItem.self).id
        let comment = try await server.post("/meetups/posts/\(post)/comments", hello, token: people[3].token)
        #expect(comment.status == 200)
        let like = try await server.send(.put, "/meetups/posts/\(post)/like", token: people[3].token)
        #expect(like.status == 200)
        let (blocker, blocked) = isBlocker ? (hidden, viewer) : (viewer, hidden)
        #expect(try await server.block(blocked.id, by: blocker).status == 200)
        try await fill(post, at: id, of: hidden.id, isBlocker: isBlocker)
        func counts(_ viewer: Member) async throws -> [Int] {
            let page = try await server.send(.get, path, token: viewer.token)
            let shown = try #require(try page.payload(Page<FeedItem>.self).list.elements.first).post
            return [try await server.meetup(id, as: viewer).goingCount, shown.likeCount, shown.commentCount]
        }
        #expect(try await counts(people[3]) == [6, 2, 121])
        try await server.deferringWork {
            let erased = try await server.send(.delete, "/users/me", token: hidden.token)
            #expect(erased.status == 200)
            var seen = [try await counts(viewer)]
            while try await step(of: hidden.id) { seen.append(try await counts(viewer)) }
            seen.append(try await counts(viewer))
            #expect(seen.count > 3)
            #expect(Set(seen) == Set([[3, 1, 1]]), "\(seen)")
            let others = try await counts(people[3])
            #expect(others == [3, 1, 1])
        }
    }
}
