import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing

@Suite @MainActor struct FeedTests {
    private typealias Given = MeetupsUnderTest

    private let path = "/api/meetups/m/posts"

    @Test func `a post appears at once, and only once after its response`() async throws {
        let slow = PausedResponse()
        let posted = Given.item("p", by: "maya", text: "Who brings balls?")
        let stub = StubTransport([
            .expect(.get, path + "?limit=20", response: try Given.page([FeedItem]())),
            slow.exchange(.post, path, response: try .success(posted)),
        ])
        let model = try SharedMeetups(stub).feed()
        await model.posts.load()
        let post = Task { await model.post("  Who brings\u{202E} balls? ") }
        await slow.waitForRequest()
        #expect(model.posts.known.map(\.post.text) == ["Who brings balls?"] && model.isPosting)
        #expect(model.posts.known.map(\.post.authorID) == ["maya"])
        #expect(await model.post("Another") == .skipped)
        slow.release()
        #expect(await post.value == .done)
        #expect(model.posts.known == [posted] && !model.isPosting)
        try await stub.finish()
    }

    @Test func `a post whose event precedes its response appears once`() async throws {
        let slow = PausedResponse()
        let posted = Given.item("p", by: "maya", text: "Hello")
        let stub = StubTransport([slow.exchange(.post, path, response: HTTPResponse(status: 504))])
        let shared = try SharedMeetups(stub, keepsLog: true)
        shared.receive(1, LogEvent(.personShown, subject: "x"))
        let model = shared.feed()
        let post = Task { await model.post("Hello") }
        await slow.waitForRequest()
        #expect(model.posts.known.count == 1)
        let key = await stub.requests[0].headers[.idempotencyKey]
        shared.log.receive(
            LogSlice(
                at: LogPosition(epoch: "e", seq: 2),
                events: [LogEvent(.meetupPosted, seq: 2, subject: "maya", action: key, data: posted)]))
        #expect(model.posts.known == [posted])
        slow.release()
        #expect(await post.value == .done)
        #expect(model.posts.known == [posted] && model.failure == nil)
    }

    @Test(arguments: ["", "  \u{200B}\n", String(repeating: "a", count: 1_001)])
    func `a post without visible text or with more than 1,000 characters is not sent`(text: String) async throws {
        let model = try SharedMeetups(StubTransport([])).feed()
        let failure = await model.post(text).failure
        #expect(failure?.kind == .invalid && failure?.fields.map(\.path) == ["text"] && model.failure == failure)
        #expect(model.posts.known.isEmpty)
    }

    @Test func `a failed post disappears, and a failed deletion restores the post`() async throws {
        let item = Given.item("p")
        let stub = StubTransport([
            .expect(.get, path + "?limit=20", response: try Given.page([item])),
            .expect(.post, path, response: try Given.refusal(.notAttending, status: 403)),
            .expect(.delete, "/api/meetups/posts/p", error: .cannotConnect),
            .expect(.delete, "/api/meetups/posts/p") { _ throws(TransportError) in
                var deleted = item.post
                (deleted.text, deleted.deletedAt) = ("", MeetupsUnderTest.now)
                guard let response = try? HTTPResponse.success(Keyed(deleted)) else { throw .malformedResponse }
                return response
            },
        ])
        let model = try SharedMeetups(stub).feed()
        await model.posts.load()
        #expect(await model.post("Hello").failure?.kind == .refused(.notAttending))
        #expect(model.posts.known == [item])
        #expect(await model.delete(item).failure?.kind == .unreachable)
        #expect(model.posts.known == [item])
        #expect(await model.delete(item) == .done)
        #expect(model.posts.items == .empty)
        try await stub.finish()
    }

    @Test func `the last tap on a like shows at once, and is the last request`() async throws {
        let item = Given.item("p", likes: 4)
        let slow = PausedResponse()
        let liked = Given.item("p", likes: 5, isLiked: true).post
        let stub = StubTransport([
            .expect(.get, path + "?limit=20", response: try Given.page([item])),
            slow.exchange(.put, "/api/meetups/posts/p/like", response: try .success(Keyed(liked))),
            .expect(.delete, "/api/meetups/posts/p/like", response: try .success(Keyed(item.post))),
        ])
        let shared = try SharedMeetups(stub)
        let model = shared.feed()
        await model.posts.load()
        let like = Task { await model.setLike(true, of: item) }
        await slow.waitForRequest()
        #expect(model.posts.known.first?.post == liked)
        let unlike = Task { await model.setLike(false, of: item) }
        await waitUntil { model.posts.known.first?.post.isLiked == false }
        #expect(model.posts.known.first?.post.likeCount == 4)
        slow.release()
        #expect(await like.value == .done)
        #expect(await unlike.value == .done)
        #expect(model.posts.known == [item])
        try await stub.finish()
    }

    @Test func `a pending like is added once to new counts of likes by other people`() async throws {
        let slow = PausedResponse()
        let item = Given.item("p", likes: 4)
        let stub = StubTransport([
            .expect(.get, path + "?limit=20", response: try Given.page([item])),
            slow.exchange(.put, "/api/meetups/posts/p/like", response: HTTPResponse(status: 503)),
        ])
        let shared = try SharedMeetups(stub, keepsLog: true)
        let model = shared.feed()
        await model.posts.load()
        let like = Task { await model.setLike(true, of: item) }
        await slow.waitForRequest()
        shared.receive(1, LogEvent(.meetupPostChanged, subject: "liam", data: Keyed(Given.item("p", likes: 6).post)))
        #expect(model.posts.known.first?.post.likeCount == 7 && model.posts.known.first?.post.isLiked == true)
        // Liked on another device meanwhile: no like is left to add.
        let known = Given.item("p", likes: 7, isLiked: true).post
        shared.receive(2, LogEvent(.meetupPostChanged, subject: "liam", data: Keyed(known)))
        #expect(model.posts.known.first?.post == known)
        shared.receive(3, LogEvent(.meetupPostChanged, subject: "liam", data: Keyed(Given.item("p", likes: 6).post)))
        slow.release()
        #expect(await like.value.failure?.kind == .unavailable)
        #expect(model.posts.known.first?.post.likeCount == 6 && model.failure != nil)
    }

    @Test func `comments are listed under their post, and removed with the deleted post`() async throws {
        let (parent, comment) = (Given.item("p"), Given.item("c", under: "p"))
        let stub = StubTransport([
            .expect(.get, "/api/meetups/posts/p/comments?limit=20", response: try Given.page([comment])),
            .expect(
                .post, "/api/meetups/posts/p/comments",
                response: try .success(Given.item("d", by: "maya", under: "p", written: 1, text: "Me"))),
        ])
        let shared = try SharedMeetups(stub)
        let (model, feed) = (shared.comments(on: parent.post), shared.feed())
        await model.comments.load()
        #expect(await model.comment("Me") == .done)
        #expect(model.comments.known.map(\.id) == ["d", "c"])
        #expect(feed.posts.known.isEmpty)
        shared.receive(1, LogEvent(.meetupPosted, data: Given.item("x", under: "other")))
        shared.receive(2, LogEvent(.meetupPosted, data: Given.item("y", in: "other")))
        #expect(model.comments.known.count == 2 && feed.posts.known.isEmpty)
        var deleted = parent.post
        deleted.deletedAt = Given.now
        shared.receive(3, LogEvent(.meetupPostChanged, data: Keyed(deleted)))
        #expect(model.comments.known.isEmpty)
        try await stub.finish()
    }
}
