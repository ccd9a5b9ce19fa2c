import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

@testable import Chat

@Suite @MainActor struct ConversationListTests {
    private typealias Given = ChatUnderTest

    private let log = EventLog(time: VirtualClock(), random: .seeded(1))

    private func model(_ conversations: [Conversation]) async throws -> ConversationsViewModel {
        let page = Page(conversations)
        let receipt = LogReceipt(at: LogPosition(epoch: "e", seq: 0))
        let stub = StubTransport([
            .expect(.get, "/api/conversations?limit=20", response: try .success(page, receipt: receipt))
        ])
        let model = ConversationsViewModel(of: "maya", service: try Given.service(stub), log: log)
        await model.conversations.load()
        return model
    }

    private func receive(_ events: LogEvent..., after seq: Int = 0) {
        let numbered = events.enumerated().map { $1.numbered(seq + $0 + 1) }
        log.receive(LogSlice(at: LogPosition(epoch: "e", seq: seq + events.count), events: numbered))
    }

    private func update(
        _ message: Message, unread: Int, read: Int = 3, last: Int? = nil, later: TimeInterval = 60
    ) -> MessageUpdate {
        MessageUpdate(
            message: message, unreadCount: unread, readThrough: read, lastSeq: last ?? message.seq,
            updatedAt: Given.now.addingTimeInterval(later))
    }

    @Test func `a new message moves its conversation to the front, with its text and the unread count`() async throws {
        let model = try await model([Given.conversation("c2"), Given.conversation("c1")])
        let message = Given.message(5, text: "Coffee?")
        receive(LogEvent(.messageAdded, data: update(message, unread: 2)))
        let first = try #require(model.conversations.items.value?.first)
        #expect(first.id == "c1")
        #expect(first.unreadCount == 2)
        #expect(model.line(of: first) == "Coffee?")
        #expect(model.title(of: first) == "Liam")
        #expect(model.unread == UnreadTotal(count: 2, isMinimum: false))
    }

    @Test func `an own message is marked as own, and clears the unread count`() async throws {
        let model = try await model([Given.conversation("c1", unread: 4)])
        receive(LogEvent(.messageAdded, data: update(Given.message(5, from: "maya"), unread: 0, read: 5)))
        let first = try #require(model.conversations.items.value?.first)
        #expect(first.unreadCount == 0 && first.readThrough == 5)
        #expect(model.line(of: first) == "You: Hi")
    }

    @Test func `an edit of an earlier message changes the count, but neither the last line nor the watermark`()
        async throws
    {
        let model = try await model([Given.conversation("c1", unread: 2)])
        var deleted = Given.message(2, text: nil, version: 2)
        deleted.deletedAt = Given.now
        receive(LogEvent(.messageChanged, data: update(deleted, unread: 1, read: 1, last: 4, later: 0)))
        let first = try #require(model.conversations.items.value?.first)
        #expect(first.unreadCount == 1 && first.readThrough == 3)
        #expect(first.lastMessage?.seq == 4)
    }

    @Test func `a deleted, hidden or proposed last message is shown without a text`() async throws {
        let model = try await model([Given.conversation("c1")])
        var deleted = Given.message(4, text: nil, version: 2)
        deleted.deletedAt = Given.now
        receive(LogEvent(.messageChanged, data: update(deleted, unread: 0)))
        let shown = try #require(model.conversations.items.value?.first)
        #expect(model.line(of: shown) == "Message deleted")
        receive(LogEvent(.messageAdded, data: update(Given.message(5).placeholder, unread: 0)), after: 1)
        let hidden = try #require(model.conversations.items.value?.first)
        #expect(model.line(of: hidden) == "Message of a person you do not see")
    }

    @Test func `typing is shown in place of the last message until it expires or a message arrives`() async throws {
        let clock = VirtualClock()
        let log = EventLog(time: clock, random: .seeded(1))
        let model = ConversationsViewModel(of: "maya", service: try Given.service(StubTransport([])), log: log)
        func receive(_ event: LogEvent, _ seq: Int) {
            log.receive(LogSlice(at: LogPosition(epoch: "e", seq: seq), events: [event.numbered(seq)]))
        }
        func typing(_ person: UserID, _ seq: Int) -> LogEvent {
            let notice = TypingNotice(
                conversationID: "c1", userID: person, until: clock.date.addingTimeInterval(15))
            return LogEvent(.conversationTyping, at: clock.date, subject: person, data: notice)
        }
        receive(typing("liam", 1), 1)
        #expect(model.typing(in: "c1") == ["liam"])
        #expect(model.line(of: Given.conversation()) == "Liam is typing…")
        clock.advance(by: .seconds(15))
        #expect(model.typing(in: "c1").isEmpty)
        receive(typing("liam", 2), 2)
        receive(LogEvent(.messageAdded, data: update(Given.message(5), unread: 1)), 3)
        #expect(model.typing(in: "c1").isEmpty)
        receive(typing("maya", 4), 4)
        #expect(model.typing(in: "c1").isEmpty)
        receive(typing("liam", 5), 5)
        receive(LogEvent(.personHidden, subject: "liam"), 6)
        #expect(model.typing(in: "c1").isEmpty)
    }

    @Test func `a block removes a pair, and only the person from a group`() async throws {
        var group = Given.conversation("c2")
        group.kind = .group
        group.participants.append(ConversationParticipant(userID: "ana", name: "Ana"))
        let model = try await model([Given.conversation("c1"), group])
        receive(LogEvent(.personHidden, subject: "liam"))
        #expect(model.conversations.items.value?.map(\.id) == ["c2"])
        let shown = try #require(model.conversations.items.value?.first)
        #expect(shown.participants.map(\.userID) == ["maya", "ana"])
        #expect(shown.lastMessage?.kind == .hidden && shown.lastMessage?.text == nil)
    }

    @Test func `muted conversations do not count, and a full count is a minimum`() async throws {
        var muted = Given.conversation("c1", unread: 5)
        muted.isMuted = true
        let model = try await model([muted, Given.conversation("c2", unread: 999)])
        #expect(model.unread == UnreadTotal(count: 999, isMinimum: true))
    }

    @Test func `huge numbers of a broken server overflow in no sum`() async throws {
        var broken = Given.conversation("c1", unread: .max)
        (broken.lastSeq, broken.readThrough) = (.max, .max)
        let model = try await model([broken, Given.conversation("c2", unread: .max)])
        #expect(model.unread == UnreadTotal(count: 2 * Conversation.maxUnreadCount, isMinimum: true))
        receive(LogEvent(.messageAdded, data: update(Given.message(5), unread: .min, read: .max, last: Int.max)))
        let line = QueuedLine(conversationID: "c1", clientID: "k9", senderID: "maya", text: "Hello", at: Given.now)
        log.showQueued(IdempotencyKey(rawValue: "k9"), expecting: [LogEvent(.messageQueued, data: line)])
        let shown = try #require(model.conversations.items.value?.first { $0.id == "c1" })
        #expect(shown.lastMessage?.text == "Hello" && shown.unreadCount == 0)
    }

    @Test func `receipts disappear when the user stops sharing their activity`() async throws {
        let model = try await model([Given.conversation("c1")])
        receive(LogEvent(.chatSettingsChanged, data: ChatSettings(sharesActivity: false)))
        #expect(model.conversations.items.value?.first?.participants.allSatisfy { $0.readThrough == nil } == true)
    }

    @Test func `a receipt that goes back changes nothing`() async throws {
        let model = try await model([Given.conversation("c1")])
        for (index, seq) in [4, 2].enumerated() {
            let receipt = ReadReceipt(conversationID: "c1", userID: "liam", readThrough: seq)
            receive(LogEvent(.conversationRead, subject: "liam", data: receipt), after: index)
        }
        #expect(model.conversations.items.value?.first?.participants.last?.readThrough == 4)
    }

    @Test func `a mute is shown at once, and reverted if the server refuses it`() async throws {
        let page = Page([Given.conversation("c1")])
        let held = PausedResponse()
        let stub = StubTransport([
            .expect(.get, "/api/conversations?limit=20", response: try .success(page)),
            held.exchange(
                .put, "/api/conversations/c1/mute",
                response: try .problem(409, Problem(code: .forbidden, message: "No."))),
        ])
        let model = ConversationsViewModel(of: "maya", service: try Given.service(stub), log: log)
        await model.conversations.load()
        let mute = Task { await model.setMuted(true, of: "c1") }
        await held.waitForRequest()
        #expect(model.conversations.items.value?.first?.isMuted == true)
        held.release()
        let outcome = await mute.value
        #expect(outcome.failure?.message == "No.")
        #expect(model.conversations.items.value?.first?.isMuted == false)
    }

    @Test(arguments: 0..<100)
    func `unread counts equal those of a plain model after any events in any slices`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let clock = VirtualClock()
        let server = ScriptedChat(clock: clock)
        let start = server.conversation(for: "maya")
        let devices = (0..<2).map { _ in EventLog(time: clock, random: .seeded(seed)) }
        let receipt = LogReceipt(at: LogPosition(epoch: "e", seq: 0))
        var lists: [PagedList<Conversation>] = []
        for device in devices {
            let list = PagedList(.conversations(of: "maya"), on: device) { _ in
                ListPage(LossyList([start]), nextCursor: nil, at: receipt.at)
            }
            await list.load()
            lists.append(list)
        }
        for _ in 0..<60 { server.act { Self.step(&$0, &random) } }
        for (device, list) in zip(devices, lists) {
            let events = server.events(of: "maya").events
            var sent = 0
            while sent < events.count {
                let end = min(events.count, sent + Int.random(in: 1...9, using: &random))
                // Slices overlap with those that arrived before.
                let begin = max(0, sent - Int.random(in: 0...3, using: &random))
                device.receive(
                    LogSlice(at: LogPosition(epoch: "e", seq: end), events: Array(events[begin..<end])))
                sent = end
            }
            #expect(list.items.value?.first?.unreadCount == server.unread(of: "maya"), "seed \(seed)")
            #expect(list.items.value?.first?.readThrough == server.watermark(of: "maya"))
            #expect(list.items.value?.first?.lastMessage == server.messages.last)
        }
    }

    /// Lets one of the people write, edit, delete, react or read.
    private static func step(_ state: inout ChatState, _ random: inout SplitMix64) {
        let person: UserID = Bool.random(using: &random) ? "maya" : "liam"
        let client = ClientID("k\(state.events["maya"]?.count ?? 0)")
        guard let message = state.messages.randomElement(using: &random) else {
            _ = state.add("First", client, from: person, at: Given.now)
            return
        }
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: _ = state.add("Text", client, from: person, at: Given.now)
        case 4: _ = state.change(message.id, by: person) { $0.text = "Edit" }
        case 5, 6:
            _ = state.change(message.id, by: person) { message in
                message.text = nil
                message.deletedAt = Given.now
            }
        case 7:
            if let emoji = Emoji("👍") {
                _ = state.change(message.id, by: person) { $0.setReaction(true, emoji, of: person) }
            }
        default: state.markRead(Int.random(in: -2...state.lastSeq + 5, using: &random), by: person)
        }
    }
}
