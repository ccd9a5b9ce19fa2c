import Chat
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing

@Suite struct ChatServiceTests {
    private typealias Given = ChatUnderTest

    /// Plays one exchange, and returns the request.
    private func sent(
        _ method: HTTPMethod, _ target: String, _ payload: some Encodable & Sendable,
        by action: (ChatService) async throws -> Void
    ) async throws -> HTTPRequest {
        let stub = StubTransport([.expect(method, target, response: try .success(payload))])
        try await action(try Given.service(stub))
        try await stub.finish()
        return try #require(await stub.requests.first)
    }

    private func body(of request: HTTPRequest) -> String { String(decoding: request.body, as: UTF8.self) }

    @Test func `a page of conversations is requested with cursor and limit`() async throws {
        let page = Page([Given.conversation(unread: 1)], nextCursor: "n")
        _ = try await sent(.get, "/api/conversations?cursor=a&limit=7", page) { chat in
            let response = try await chat.conversations(after: "a", limit: 7)
            #expect(response.value == page)
        }
    }

    @Test func `a conversation is opened by its origin`() async throws {
        let request = try await sent(.post, "/api/conversations", Keyed(Given.conversation())) { chat in
            let opened = try await chat.open(.match("x1"), key: IdempotencyKey(rawValue: "k"))
            #expect(opened == Given.conversation())
        }
        #expect(body(of: request) == #"{"origin":{"id":"x1","kind":"match"}}"#)
        #expect(request.headers[.idempotencyKey] == "k")
    }

    @Test func `one conversation is requested by its id`() async throws {
        _ = try await sent(.get, "/api/conversations/c1", Keyed(Given.conversation())) { chat in
            let read = try await chat.conversation("c1")
            #expect(read.value.value == Given.conversation())
        }
    }

    @Test(arguments: [
        (MessageAnchor.end, "limit=50"), (MessageAnchor.around(9), "around=9&limit=50"),
        (MessageAnchor.before(9), "before=9&limit=50"), (MessageAnchor.after(0), "after=0&limit=50"),
    ])
    func `messages are requested at an anchor`(_ anchor: MessageAnchor, _ query: String) async throws {
        let page = MessagePage([Given.message(1), Given.message(2)], hasEarlier: false, hasLater: true)
        _ = try await sent(.get, "/api/conversations/c1/messages?\(query)", page) { chat in
            let response = try await chat.messages(in: "c1", at: anchor)
            #expect(response.value == page)
        }
    }

    @Test func `the key of a new message is also its client id`() async throws {
        let request = try await sent(.post, "/api/conversations/c1/messages", Keyed(Given.message(1))) { chat in
            let message = try await chat.send(
                "Hi", to: "c1", replyingTo: "m0", key: IdempotencyKey(rawValue: "k1"))
            #expect(message == Given.message(1))
        }
        #expect(body(of: request) == #"{"client_id":"k1","reply_to":"m0","text":"Hi"}"#)
        #expect(request.headers[.idempotencyKey] == "k1")
    }

    @Test func `an edit and a deletion name the message in the path`() async throws {
        let (target, key) = ("/api/conversations/c1/messages/m1", IdempotencyKey(rawValue: "k2"))
        let edit = try await sent(.patch, target, Keyed(Given.message(1, version: 2))) { chat in
            let edited = try await chat.edit("m1", in: "c1", to: "Hello", key: key)
            #expect(edited.version == 2)
        }
        #expect(body(of: edit) == #"{"text":"Hello"}"#)
        let deletion = try await sent(.delete, target, Keyed(Given.message(1, text: nil))) { chat in
            let deleted = try await chat.delete("m1", in: "c1", key: key)
            #expect(deleted.text == nil)
        }
        #expect(deletion.headers[.idempotencyKey] == "k2")
    }

    @Test func `a reaction has its canonical emoji as one percent-encoded segment of the path`() async throws {
        let target = "/api/conversations/c1/messages/m1/reactions/%E2%9D%A4"
        let (heart, key) = (try #require(Emoji("❤️")), IdempotencyKey(rawValue: "k"))
        _ = try await sent(.put, target, Keyed(Given.message(1))) { chat in
            _ = try await chat.setReaction(true, heart, on: "m1", in: "c1", key: key)
        }
        _ = try await sent(.delete, target, Keyed(Given.message(1))) { chat in
            _ = try await chat.setReaction(false, heart, on: "m1", in: "c1", key: key)
        }
    }

    @Test func `the watermark, typing and the mute are replaced with PUT`() async throws {
        let key = IdempotencyKey(rawValue: "k")
        let read = try await sent(
            .put, "/api/conversations/c1/read", ReadState(readThrough: 4, unreadCount: 0)
        ) { chat in
            let state = try await chat.markRead(through: 9, in: "c1", key: key)
            #expect(state == ReadState(readThrough: 4, unreadCount: 0))
        }
        #expect(body(of: read) == #"{"through":9}"#)
        let typing = try await sent(.put, "/api/conversations/c1/typing", TypingIntervals.standard) { chat in
            let intervals = try await chat.setTyping(true, in: "c1")
            #expect(intervals == .standard)
        }
        #expect(body(of: typing) == #"{"is_typing":true}"#)
        #expect(typing.headers[.idempotencyKey] == nil)
        let mute = try await sent(.put, "/api/conversations/c1/mute", Keyed(Given.conversation())) { chat in
            _ = try await chat.setMuted(true, of: "c1", key: key)
        }
        #expect(body(of: mute) == #"{"muted":true}"#)
    }

    @Test func `settings are read and replaced`() async throws {
        let settings = ChatSettings(sharesActivity: false)
        _ = try await sent(.get, "/api/chat/settings", settings) { chat in
            let response = try await chat.settings()
            #expect(response.value == settings)
        }
        let request = try await sent(.put, "/api/chat/settings", settings) { chat in
            let saved = try await chat.save(settings, key: IdempotencyKey(rawValue: "k"))
            #expect(saved == settings)
        }
        #expect(body(of: request) == #"{"shares_activity":false}"#)
    }

    @Test func `a proposal is sent with its zone and slots, and listed`() async throws {
        let proposal = try Given.proposal()
        let request = try await sent(.post, "/api/conversations/c1/proposals", Keyed(proposal)) { chat in
            let made = try await chat.propose(
                Given.request(slots: [Given.slot(24)]), in: "c1", key: IdempotencyKey(rawValue: "k9"))
            #expect(made == proposal)
        }
        #expect(body(of: request).contains(#""zone":"America/New_York""#))
        #expect(body(of: request).contains(#""starts_at":"2027-01-16T08:00:00Z""#))
        let page = Page([proposal])
        _ = try await sent(.get, "/api/conversations/c1/proposals?limit=20", page) { chat in
            let response = try await chat.proposals(in: "c1")
            #expect(response.value == page)
        }
    }

    @Test func `replies to a proposal name it in the path`() async throws {
        let (proposal, key) = (try Given.proposal(.accepted), IdempotencyKey(rawValue: "k"))
        let acceptance = try await sent(.post, "/api/proposals/p1/accept", Keyed(proposal)) { chat in
            _ = try await chat.accept("p1", startingAt: Given.slot(24).startsAt, key: key)
        }
        #expect(body(of: acceptance) == #"{"starts_at":"2027-01-16T08:00:00Z"}"#)
        _ = try await sent(.post, "/api/proposals/p1/decline", Keyed(proposal)) { chat in
            _ = try await chat.decline("p1", key: key)
        }
        _ = try await sent(.post, "/api/proposals/p1/withdraw", Keyed(proposal)) { chat in
            _ = try await chat.withdraw("p1", key: key)
        }
        let link = try await sent(.post, "/api/proposals/p1/meetup", Keyed(proposal)) { chat in
            _ = try await chat.link("p1", to: "e1", key: key)
        }
        #expect(body(of: link) == #"{"meetup_id":"e1"}"#)
    }

    @Test func `a refused edit throws its problem`() async throws {
        let refusal = Problem(code: .editExpired, message: "Send a new message instead.")
        let stub = StubTransport([
            .expect(.patch, "/api/conversations/c1/messages/m1", response: try .problem(409, refusal))
        ])
        let chat = try Given.service(stub)
        let error = await #expect(throws: APIError.self) {
            try await chat.edit("m1", in: "c1", to: "x", key: IdempotencyKey(rawValue: "k"))
        }
        #expect(error?.problem?.code == .editExpired)
    }

    @Test func `no two routes of chat are the same, and all need a session`() {
        let all = ConversationRoutes.all + MessageRoutes.all + ProposalRoutes.all + ChatSettingsRoutes.all
        #expect(Set(all).count == 20)
        #expect(all.allSatisfy { $0.access == .session })
    }
}
