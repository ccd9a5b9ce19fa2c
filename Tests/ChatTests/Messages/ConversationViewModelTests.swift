import DiskSimulation
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Outbox
import Presentation
import Testing
import TimeAndChance

@testable import Chat

@Suite @MainActor struct ConversationViewModelTests {
    private let clock = VirtualClock()

    private func server(_ count: Int = 0, keepsLog: Bool = true) -> ScriptedChat {
        let server = ScriptedChat(keepsLog: keepsLog, clock: clock)
        for number in 0..<count { server.add("Text \(number + 1)") }
        return server
    }

    private func device(
        _ server: ScriptedChat, of person: UserID = "maya", pageSize: Int = 50
    ) async throws -> ChatDevice {
        try await ChatDevice(server, of: person, clock: clock, pageSize: pageSize)
    }

    // MARK: Loading

    @Test func `the end is loaded first, and earlier messages a page at a time`() async throws {
        let device = try await device(server(25), pageSize: 10)
        await device.model.load()
        #expect(device.texts == (16...25).map { "Text \($0)" })
        #expect(device.model.hasEarlier && !device.model.hasLater)
        await device.model.loadEarlier()
        #expect(device.rows.map(\.seq) == Array(6...25))
        await device.model.loadEarlier()
        #expect(device.rows.map(\.seq) == Array(1...25))
        #expect(!device.model.hasEarlier)
    }

    @Test func `the middle is loaded around a message, and continues to the end`() async throws {
        let device = try await device(server(40), pageSize: 10)
        await device.model.load(at: .around(10))
        #expect(device.rows.contains { $0.seq == 10 })
        #expect(device.model.hasLater && device.model.laterCount > 0)
        while device.model.hasLater { await device.model.loadLater() }
        #expect(device.rows.last?.seq == 40)
        #expect(device.model.laterCount == 0)
    }

    @Test func `an empty conversation is empty, and a failed load keeps the rows`() async throws {
        let server = server()
        let device = try await device(server)
        await device.model.load()
        guard case .empty = device.model.messages else {
            Issue.record("The conversation is not empty.")
            return
        }
        server.add("Hello")
        await device.model.load()
        #expect(device.texts == ["Hello"])
    }

    @Test func `a conversation with unread messages opens at the first of them`() async throws {
        let server = server(30)
        server.act { $0.markRead(20, by: "maya") }
        let device = try await device(server, pageSize: 20)
        await device.model.open()
        #expect(device.model.firstUnread == 21)
        #expect(device.rows.contains { $0.seq == 21 })
    }

    @Test func `events extend the conversation, and the same events again change nothing`() async throws {
        let server = server(2)
        let device = try await device(server)
        device.deliver()
        await device.model.load()
        server.add("Third")
        device.deliver()
        #expect(device.texts.last == "Third")
        device.log.receive(server.events(of: "maya"))
        #expect(device.rows.count == 3)
    }

    @Test func `an event of an unknown kind that names the conversation loads it again`() async throws {
        let clock = VirtualClock.selfAdvancing()
        let server = ScriptedChat(clock: clock)
        for text in ["One", "Two"] { server.add(text) }
        let device = try await ChatDevice(server, clock: clock)
        device.deliver()
        await device.model.load()
        server.act { state in
            state.messages[0].text = "Changed in a new way"
            state.append(EventKind(rawValue: "message.translated"), Keyed(MessageID("m1")), to: "maya")
        }
        device.deliver()
        await device.log.refreshesEnd()
        #expect(device.texts.first == "Changed in a new way")
    }

    @Test func `after a resync the conversation is loaded again`() async throws {
        let clock = VirtualClock.selfAdvancing()
        let server = ScriptedChat(clock: clock)
        for text in ["One", "Two"] { server.add(text) }
        let device = try await ChatDevice(server, clock: clock)
        device.deliver()
        await device.model.load()
        server.act { $0.messages[1].text = "After a restore" }
        device.log.receive(LogSlice(at: LogPosition(epoch: "f", seq: 0), isResync: true))
        await device.log.refreshesEnd()
        #expect(device.texts.last == "After a restore")
    }

    // MARK: Reactions, receipts and people

    @Test func `reactions are a set: repeated taps add one, and a removal before sending sends nothing`() async throws {
        let server = server(1)
        let device = try await device(server)
        await device.model.load()
        let emoji = try #require(Emoji("❤️"))
        await device.model.setReaction(true, emoji, on: device.rows[0])
        await device.model.setReaction(true, emoji, on: device.rows[0])
        #expect(device.rows[0].reactions.map(\.people) == [["maya"]])
        await device.model.setReaction(false, emoji, on: device.rows[0])
        #expect(device.rows[0].reactions.isEmpty)
        await device.drain()
        #expect(server.messages[0].reactions.isEmpty)
        let plain = try #require(Emoji("❤"))
        await device.model.setReaction(true, plain, on: device.rows[0])
        await device.drain()
        #expect(server.messages[0].reactions == [Reaction(emoji: emoji, userIDs: ["maya"])])
        #expect(device.rows[0].reactions == [ReactionSummary(emoji: emoji, people: ["maya"], isMine: true)])
    }

    @Test func `a reaction that is removed while it is being stored never reaches the message`() async throws {
        let server = server(1)
        let device = try await device(server)
        await device.model.load()
        let (emoji, row) = (try #require(Emoji("👍")), device.rows[0])
        let taps = [true, false].map { isSet in
            Task { await device.model.setReaction(isSet, emoji, on: row) }
        }
        for tap in taps { _ = await tap.value }
        await device.drain()
        #expect(server.messages[0].reactions.isEmpty && device.rows[0].reactions.isEmpty)
    }

    @Test func `a retried reaction does not undo itself`() async throws {
        let server = server(1)
        let device = try await device(server)
        await device.model.load()
        let emoji = try #require(Emoji("👍"))
        await device.model.setReaction(true, emoji, on: device.rows[0])
        server.fail(.loseResponse)
        await device.outbox.drain()
        await device.outbox.retryNow()
        await device.drain()
        #expect(server.messages[0].reactions.map(\.userIDs) == [["maya"]])
    }

    @Test func `messages that were on the screen for 500 milliseconds are read`() async throws {
        let server = server(3)
        let device = try await device(server)
        await device.model.load()
        device.model.show(through: 2)
        clock.advance(by: .milliseconds(500))
        await device.waitUntilRead(through: 2)
        #expect(server.watermark(of: "maya") == 2)
        #expect(device.model.known?.unreadCount == 1)
        device.model.show(through: 1)
        device.model.show(through: 99)
        clock.advance(by: .milliseconds(500))
        await device.waitUntilRead(through: 3)
        #expect(server.watermark(of: "maya") == 3)
    }

    @Test func `messages that were on the screen long enough are read, although the user leaves at this moment`()
        async throws
    {
        let server = server(3)
        let device = try await device(server)
        await device.model.load()
        device.model.show(through: 2)
        clock.advance(by: .milliseconds(500))
        await device.model.leave()
        await device.waitUntilRead(through: 2)
        #expect(server.watermark(of: "maya") == 2)
    }

    @Test func `an own message shows who has read it`() async throws {
        let server = server()
        let device = try await device(server)
        await device.model.load()
        device.model.type("Hello")
        await device.model.send()
        await device.drain()
        #expect(device.rows[0].readBy.isEmpty)
        server.act { $0.markRead(1, by: "liam") }
        device.deliver()
        #expect(device.rows[0].readBy == ["liam"])
    }

    @Test func `a hidden person's messages become placeholders without a text, and are not found`() async throws {
        let server = server(1)
        let device = try await device(server)
        device.deliver()
        await device.model.load()
        device.log.receive(
            LogSlice(
                at: LogPosition(epoch: "e", seq: 2),
                events: [LogEvent(.personHidden, seq: 2, subject: "liam")]))
        #expect(device.rows.map(\.content) == [.hidden])
        #expect(device.rows[0].senderID == nil && device.rows[0].text == nil && device.rows[0].reactions.isEmpty)
        #expect(device.model.search("Text").messages.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a person is shown again after a block whose end the log does not name, once the messages are loaded`(
        isResync: Bool
    ) async throws {
        let clock = VirtualClock.selfAdvancing()
        let server = ScriptedChat(clock: clock)
        server.add("Text 1")
        let device = try await ChatDevice(server, clock: clock)
        device.deliver()
        await device.model.load()
        device.log.receive(
            LogSlice(
                at: LogPosition(epoch: "e", seq: 2),
                events: [LogEvent(.personHidden, seq: 2, subject: "liam")]))
        #expect(device.rows.map(\.content) == [.hidden])
        let end = LogEvent(.void, seq: 3, touches: [.conversations, ListName(rawValue: "outgoing_pokes")])
        device.log.receive(
            isResync
                ? LogSlice(at: LogPosition(epoch: "e", seq: 3), isResync: true)
                : LogSlice(at: LogPosition(epoch: "e", seq: 3), events: [end]))
        #expect(device.rows.map(\.content) == [.hidden])
        await device.log.refreshesEnd()
        #expect(device.texts == ["Text 1"])
    }

    @Test func `a block that is not confirmed yet hides messages, quotes and reactions, until it fails`() async throws {
        let (server, date) = (server(1), clock.date)
        let emoji = try #require(Emoji("👍"))
        server.act { state in
            _ = state.add("Mine", "mine", from: "maya", at: date, replyTo: "m1")
            _ = state.change("m2", by: "liam") { $0.setReaction(true, emoji, of: "liam") }
        }
        let device = try await device(server)
        device.deliver()
        await device.model.load()
        let key = IdempotencyKey(rawValue: "block")
        device.log.showQueued(key, expecting: [LogEvent(.personHidden, subject: "liam")])
        #expect(device.rows.map(\.content) == [.hidden, .text("Mine")])
        #expect(device.rows[1].replyTo?.excerpt == nil && device.rows[1].replyTo?.senderID == nil)
        #expect(device.rows[1].reactions.isEmpty)
        #expect(device.model.search("Text").messages.isEmpty)
        device.log.withdrawQueued(key)
        #expect(device.texts == ["Text 1", "Mine"])
        #expect(device.rows[1].replyTo?.excerpt == "Text 1" && device.rows[1].reactions.count == 1)
    }

    @Test func `the text of a deleted message disappears from the replies that quote it`() async throws {
        let (server, date) = (server(1), clock.date)
        server.act { _ = $0.add("Mine", "mine", from: "maya", at: date, replyTo: "m1") }
        let device = try await device(server)
        device.deliver()
        await device.model.load()
        device.model.startReply(to: device.rows[0])
        device.model.type("Unsent")
        await device.model.send()
        #expect(device.rows.map(\.replyTo?.excerpt) == [nil, "Text 1", "Text 1"])
        server.act { state in
            _ = state.change("m1", by: "liam") { message in
                message.text = nil
                message.deletedAt = date
            }
        }
        device.deliver()
        #expect(device.rows.map(\.replyTo?.excerpt) == [nil, nil, nil])
        #expect(device.rows.map(\.replyTo?.messageID) == [nil, "m1", "m1"])
    }

    @Test func `a reply quotes the message, and its draft survives a second start`() async throws {
        let server = server(1)
        let notes = ChatNotes(of: "maya", file: PerUserFile(nil), time: clock)
        let device = try await ChatDevice(server, clock: clock, notes: notes)
        await device.model.load()
        device.model.startReply(to: device.rows[0])
        device.model.type("Yes")
        let again = ConversationViewModel(
            of: server.conversation(for: "maya"), as: "maya", service: device.service, outbox: device.messages,
            log: device.log, notes: notes)
        #expect(again.draft.text == "Yes" && again.draft.replyTo?.excerpt == "Text 1")
        await device.model.send()
        #expect(device.rows.last?.replyTo?.messageID == "m1")
        await device.drain()
        #expect(server.messages.last?.replyTo?.messageID == "m1")
        #expect(notes.draft(in: "c1").isEmpty)
    }

    @Test func `typing notices follow the keystrokes, end with an empty field, and need shared activity`() async throws
    {
        let server = server()
        let device = try await device(server)
        device.model.type("H")
        device.model.type("He")
        device.model.type("")
        await device.model.lastNotice?.value
        #expect(server.requests == ["PUT typing", "PUT typing"])
        device.model.sharesActivity = false
        device.model.type("Hello")
        await device.model.lastNotice?.value
        #expect(server.requests.count == 2)
    }

    @Test func `a sent message ends typing without a notice, and a sent edit with one`() async throws {
        let server = server()
        let device = try await device(server)
        device.model.type("Helo")
        await device.model.send()
        await device.model.lastNotice?.value
        #expect(server.requests == ["PUT typing"])
        device.model.startEditing(device.rows[0])
        device.model.type("Hello")
        await device.model.send()
        await device.model.lastNotice?.value
        #expect(server.requests == ["PUT typing", "PUT typing", "PUT typing"])
    }

    @Test func `the report contains the chosen messages of one person`() async throws {
        let device = try await device(server(2))
        await device.model.load()
        device.model.toggleSelection(of: device.rows[1])
        device.model.toggleSelection(of: device.rows[0])
        #expect(device.model.report?.messageIDs == ["m1", "m2"])
        device.model.toggleSelection(of: device.rows[0])
        #expect(device.model.report?.messageIDs == ["m2"])
    }

    // MARK: Devices

    @Test func `a message reaches the other device and the other person, once each`() async throws {
        let server = server()
        let (phone, laptop) = (try await device(server), try await device(server))
        let other = try await device(server, of: "liam")
        for device in [phone, laptop, other] { await device.model.load() }
        phone.model.type("Hello")
        await phone.model.send()
        await phone.drain()
        for device in [laptop, other] { device.deliver() }
        #expect([phone, laptop, other].map { $0.texts } == [["Hello"], ["Hello"], ["Hello"]])
        #expect(laptop.rows[0].id == phone.rows[0].id && laptop.rows[0].isMine)
        #expect(!other.rows[0].isMine)
    }

    @Test func `a message written before a restart is sent after it, once, with the same identity`() async throws {
        let server = server()
        let disk = SimulatedDisk()
        let first = try await ChatDevice(server, clock: clock, disk: disk)
        first.model.type("Later")
        await first.model.send()
        let id = try #require(first.rows.last?.id)
        await first.stop()
        let second = try await ChatDevice(server, clock: clock, disk: disk, seed: 8)
        await second.model.load()
        #expect(second.rows.last?.id == id && second.rows.last?.delivery == .queued)
        await second.drain()
        #expect(server.messages.map(\.text) == ["Later"])
        #expect(second.rows.map(\.id) == [id])
    }

    @Test func `a second account does not see the unsent messages of the first`() async throws {
        let server = server()
        let disk = SimulatedDisk()
        let first = try await ChatDevice(server, clock: clock, disk: disk)
        first.model.type("Private")
        await first.model.send()
        #expect(first.messages.unsentCount == 1)
        await first.stop()
        let second = try await ChatDevice(server, of: "liam", clock: clock, disk: disk)
        await second.drain()
        #expect(second.messages.unsentCount == 0 && second.rows.isEmpty)
        #expect(server.receivedTexts.isEmpty)
    }

    // MARK: Without a log

    @Test func `without a log the conversation is polled every three seconds while it is on the screen`() async throws {
        let server = server(1, keepsLog: false)
        let device = try await device(server)
        await device.model.load()
        device.model.isOnScreen = true
        let following = Task { await device.model.followWithoutLog() }
        server.add("New")
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(3))
        await waitUntil { device.rows.count == 2 }
        #expect(device.texts.last == "New")
        following.cancel()
        await following.value
    }

    @Test func `without a log an idle conversation is polled within three seconds on the screen`() async throws {
        let server = server(1, keepsLog: false)
        let device = try await device(server)
        await device.model.load()
        let following = Task { await device.model.followWithoutLog() }
        for _ in 0..<15 {
            await clock.waitForSleepers(atLeast: 1)
            clock.advance(by: .seconds(3))
        }
        await clock.waitForSleepers(atLeast: 1)
        server.add("New")
        device.model.isOnScreen = true
        clock.advance(by: .seconds(3))
        await waitUntil { device.rows.count == 2 }
        following.cancel()
        await following.value
    }

    @Test func `without a log a watermark that found no connection is sent after the next poll`() async throws {
        let server = server(2, keepsLog: false)
        let device = try await device(server)
        await device.model.load()
        server.fail(.offline)
        device.model.show(through: 2)
        clock.advance(by: .milliseconds(500))
        await waitUntil { device.model.marks.failure != nil }
        #expect(server.watermark(of: "maya") == 0)
        device.model.isOnScreen = true
        let following = Task { await device.model.followWithoutLog() }
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(3))
        await device.waitUntilRead(through: 2)
        #expect(server.watermark(of: "maya") == 2)
        following.cancel()
        await following.value
    }

    @Test func `without a log a sent message is one row, and the last line of its conversation`() async throws {
        let server = server(1, keepsLog: false)
        let device = try await device(server)
        let list = ConversationsViewModel(of: "maya", service: device.service, log: device.log)
        await device.model.load()
        device.model.type("Hello")
        await device.model.send()
        await device.drain()
        #expect(device.model.known?.lastMessage?.text == "Hello" && device.model.known?.lastMessage?.seq == 2)
        await device.model.load()
        #expect(device.texts == ["Text 1", "Hello"])
        #expect(list.failure == nil)
    }
}
