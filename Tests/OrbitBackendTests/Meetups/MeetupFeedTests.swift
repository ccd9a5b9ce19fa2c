import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Posts and comments of people at a meetup.
@Suite struct MeetupFeedTests {
    private let server = TestServer.onCampus()

    private func write(_ text: String, at meetup: MeetupID, by member: Member) async throws -> HTTPResponse {
        try await server.post("/meetups/\(meetup)/posts", PostRequest(text: text), token: member.token)
    }

    private func comment(_ text: String, on post: PostID, by member: Member) async throws -> HTTPResponse {
        try await server.post("/meetups/posts/\(post)/comments", PostRequest(text: text), token: member.token)
    }

    private func list(_ path: String, as member: Member) async throws -> [FeedItem] {
        try await server.send(.get, path, token: member.token).payload(Page<FeedItem>.self).list.elements
    }

    @Test func `attendees write and read posts, and other people do neither`() async throws {
        let people = try await server.members("maya", "liam", "ana", "noor")
        let id = try await server.host(by: people[0]).id
        for guest in [people[1], people[3]] { try await server.joined(id, by: guest) }
        #expect(try await server.attend("leave", id, by: people[3]).status == 200)
        var post: FeedItem?
        let slices = try await server.slices(of: people) {
            post = try await write(" Bring boards \n", at: id, by: people[0]).payload(FeedItem.self)
        }
        #expect(slices.map { $0.events.map(\.kind) } == [[.meetupPosted], [.meetupPosted], [], []])
        #expect(slices[1].events[0].subject == people[0].id)
        let first = try #require(post)
        #expect(first.post.text == "Bring boards")
        #expect(try await list("/meetups/\(id)/posts", as: people[1]) == [first])
        #expect(try await write("Hi", at: id, by: people[2]).code == .notAttending)
        #expect(
            try await server.send(.get, "/meetups/\(id)/posts", token: people[2].token).code == .notAttending)
        #expect(try await comment("Hi", on: first.id, by: people[2]).code == .notFound)
        #expect(try await comment("Hi", on: "nothing", by: people[2]).code == .notFound)
        #expect(try await write(" \n ", at: id, by: people[1]).code == .invalidInput)
        #expect(try await write(String(repeating: "x", count: 1_001), at: id, by: people[1]).code == .invalidInput)
    }

    @Test func `a guest who has left can delete their own post, but no other post`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(by: people[0]).id
        for person in people.dropFirst() { try await server.joined(id, by: person) }
        let own = try await write("I am late", at: id, by: people[1]).payload(FeedItem.self)
        let other = try await write("So am I", at: id, by: people[2]).payload(FeedItem.self)
        #expect(try await server.attend("leave", id, by: people[1]).status == 200)
        func delete(_ post: FeedItem) async throws -> HTTPResponse {
            try await server.send(.delete, "/meetups/posts/\(post.id)", token: people[1].token)
        }
        #expect(try await delete(other).code == .notFound)
        #expect(try await delete(own).status == 200)
        #expect(try await delete(own).code == .notFound)
        #expect(try await list("/meetups/\(id)/posts", as: people[2]).map(\.id) == [other.id])
    }

    @Test func `a comment of a deleted post cannot be commented on`() async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.host(by: people[0]).id
        try await server.joined(id, by: people[1])
        let post = try await write("Hi", at: id, by: people[0]).payload(FeedItem.self).post
        let reply = try await comment("Hello", on: post.id, by: people[1]).payload(FeedItem.self).post
        _ = try await server.send(.delete, "/meetups/posts/\(post.id)", token: people[0].token)
        #expect(try await comment("Still here?", on: reply.id, by: people[1]).code == .notFound)
    }

    @Test func `likes and comments are counted, and deleted posts and comments disappear`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(by: people[0]).id
        for person in people.dropFirst() { try await server.joined(id, by: person) }
        let post = try await write("Hi", at: id, by: people[1]).payload(FeedItem.self).post
        let reply = try await comment("Hello", on: post.id, by: people[2]).payload(FeedItem.self).post
        #expect(reply.parentID == post.id)
        for _ in 0..<2 {
            let liked = try await server.send(.put, "/meetups/posts/\(post.id)/like", token: people[2].token)
                .payload(Keyed<MeetupPost>.self).value
            #expect((liked.likeCount, liked.isLiked, liked.commentCount) == (1, true, 1))
        }
        let seen = try await list("/meetups/\(id)/posts", as: people[0])
        #expect(seen.map(\.post.likeCount) == [1])
        #expect(seen.map(\.post.isLiked) == [false])
        #expect(try await list("/meetups/posts/\(post.id)/comments", as: people[0]).map(\.id) == [reply.id])
        #expect(try await server.send(.delete, "/meetups/posts/\(post.id)", token: people[2].token).code == .forbidden)
        let slices = try await server.slices(of: people) {
            let response = try await server.send(.delete, "/meetups/posts/\(reply.id)", token: people[0].token)
            #expect(try response.payload(Keyed<MeetupPost>.self).value.text == "")
        }
        #expect(
            slices.map { $0.events.map(\.kind) }
                == Array(
                    repeating: [.meetupPostChanged, .meetupPostChanged], count: 3))
        let counts = try slices[1].events.map { try $0.data(Keyed<MeetupPost>.self).value.commentCount }
        #expect(Set(counts) == [0])
        #expect(try await list("/meetups/posts/\(post.id)/comments", as: people[0]).isEmpty)
        _ = try await server.send(.delete, "/meetups/posts/\(post.id)", token: people[1].token)
        #expect(try await list("/meetups/\(id)/posts", as: people[0]).isEmpty)
        #expect(try await comment("Hello", on: post.id, by: people[2]).code == .notFound)
    }

    @Test func `a like notifies the author and the person who likes, each once`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(by: people[0]).id
        for person in people.dropFirst() { try await server.joined(id, by: person) }
        let post = try await write("Hi", at: id, by: people[0]).payload(FeedItem.self).post.id
        func kinds(after method: HTTPMethod, by person: Member) async throws -> [[EventKind]] {
            try await server.appended(to: people) {
                let response = try await server.send(method, "/meetups/posts/\(post)/like", token: person.token)
                #expect(response.status == 200)
            }
        }
        #expect(try await kinds(after: .put, by: people[1]) == [[.meetupPostChanged], [.meetupPostChanged], []])
        #expect(try await kinds(after: .put, by: people[1]) == [[], [], []])
        #expect(try await kinds(after: .put, by: people[0]) == [[.meetupPostChanged], [], []])
        #expect(try await kinds(after: .delete, by: people[1]) == [[.meetupPostChanged], [.meetupPostChanged], []])
    }

    @Test func `a person likes and unlikes posts at most 120 times an hour`() async throws {
        let people = try await server.members("maya")
        let id = try await server.host(by: people[0]).id
        let post = try await write("Hi", at: id, by: people[0]).payload(FeedItem.self).post.id
        func like(_ number: Int) async throws -> HTTPResponse {
            let method: HTTPMethod = number.isMultiple(of: 2) ? .put : .delete
            return try await server.send(method, "/meetups/posts/\(post)/like", token: people[0].token)
        }
        for number in 0..<120 { #expect(try await like(number).status == 200) }
        #expect(try await like(120).code == .rateLimited)
    }

    @Test func `a post expires with its meetup, or at once if the meetup has expired`() async throws {
        let people = try await server.members("maya")
        let id = try await server.host(by: people[0]).id
        let record = try await server.store.read { try MeetupRecord.of(id, in: $0) }
        let meetup = try #require(record)
        for (delay, extra) in [(-1.0, 0.0), (1.0, 1.0)] {
            let now = meetup.expiresAt.addingTimeInterval(delay)
            let post = PostRecord("post", by: people[0].id, at: meetup, text: "Hi", now: now)
            #expect(post.expiresAt == meetup.expiresAt.addingTimeInterval(extra))
        }
    }

    @Test func `people with a block between them do not see each other's posts or attendance`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(by: people[0]).id
        for person in people.dropFirst() { _ = try await server.joinNext(id, by: person) }
        let old = try await write("Old", at: id, by: people[1]).payload(FeedItem.self).post
        _ = try await server.block(people[1].id, by: people[2])
        let slices = try await server.slices(of: people) { _ = try await write("New", at: id, by: people[1]) }
        #expect(slices.map { $0.events.count } == [1, 1, 0])
        #expect(try await list("/meetups/\(id)/posts", as: people[2]).isEmpty)
        #expect(try await list("/meetups/\(id)/posts", as: people[0]).count == 2)
        #expect(try await comment("Hello", on: old.id, by: people[2]).code == .notFound)
        #expect(try await server.attendees(id, as: people[2]).map(\.id) == [people[0].id, people[2].id])
        #expect(try await server.meetup(id, as: people[2]).goingCount == 2)
        #expect(try await server.meetup(id, as: people[0]).goingCount == 3)
    }

    @Test func `a guest who has blocked one of two people deleting comments gets one event about the post`()
        async throws
    {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(by: people[0]).id
        for person in people.dropFirst() { try await server.joined(id, by: person) }
        _ = try await server.block(people[1].id, by: people[2])
        let post = try await write("Hi", at: id, by: people[0]).payload(FeedItem.self).post
        let authors = [people[0], people[0], people[1]]
        var comments: [PostID] = []
        for author in authors {
            comments.append(try await comment("Hello", on: post.id, by: author).payload(FeedItem.self).post.id)
        }
        var waiting = 0
        let slices = try await server.slices(of: [people[2]]) {
            try await server.deferringWork {
                for (comment, author) in zip(comments, authors) {
                    let path = "/meetups/posts/\(comment)"
                    let response = try await server.send(.delete, path, token: author.token)
                    #expect(response.status == 200)
                }
            }
            waiting = try await server.store.read {
                try $0.count(MeetupFanOutJob.self, MeetupFanOutJob.due(at: .distantFuture))
            }
            await server.backend.doWorkAfterRequest()
        }
        // One job for each comment, and one job for the post by each of the two people.
        #expect(waiting == 5)
        let told = try slices[0].events.filter { $0.kind == .meetupPostChanged }
            .map { try $0.data(Keyed<MeetupPost>.self).value }
        #expect(told.filter { $0.id == post.id }.map(\.commentCount) == [0])
        #expect(told.count == 3 && Set(told.map(\.id)) == [post.id, comments[0], comments[1]])
    }

    @Test func `a person's sixth post in a row is rate limited`() async throws {
        let people = try await server.members("maya")
        let id = try await server.host(by: people[0]).id
        for number in 0..<5 { #expect(try await write("\(number)", at: id, by: people[0]).status == 200) }
        #expect(try await write("6", at: id, by: people[0]).code == .rateLimited)
    }
}
