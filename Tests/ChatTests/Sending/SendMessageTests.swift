import DiskSimulation
import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Outbox
import Presentation
import Testing
import TimeAndChance

@testable import Chat

@Suite @MainActor struct SendMessageTests {
    private let clock = VirtualClock()

    private func server(_ count: Int = 0) -> ScriptedChat {
        let server = ScriptedChat(clock: clock)
        for number in 0..<count { server.add("Text \(number + 1)") }
        return server
    }

    private func device(_ server: ScriptedChat) async throws -> ChatDevice {
        try await ChatDevice(server, clock: clock)
    }

    @Test func `a sent message is a row at once, and keeps its identity when the server's copy arrives`() async throws {
        let device = try await device(server(1))
        await device.model.load()
        device.model.type("  Hello!  ")
        await device.model.send()
        let echo = try #require(device.rows.last)
        #expect(echo.text == "Hello!" && echo.delivery == .queued && echo.seq == nil && echo.isMine)
        #expect(device.model.draft.isEmpty)
        await device.drain()
        let sent = try #require(device.rows.last)
        #expect(sent.id == echo.id && sent.delivery == .sent && sent.seq == 2)
        #expect(device.rows.count == 2)
    }

    @Test(arguments: [
        ["response", "event", "reload"], ["response", "reload", "event"], ["event", "response", "reload"],
        ["event", "reload", "response"], ["reload", "event", "response"], ["reload", "response", "event"],
    ])
    func `a message is one row whatever the order of response, event and reload`(order: [String]) async throws {
        let server = server(1)
        let device = try await ChatDevice(server, clock: clock, keepsLog: false)
        device.deliver()
        await device.model.load()
        device.model.type("Once")
        await device.model.send()
        // The first attempt reaches the server, and its response is lost.
        server.fail(.loseResponse)
        await device.outbox.drain()
        for step in order {
            switch step {
            case "response":
                await device.outbox.retryNow()
                await device.drain()
            case "event": device.deliver()
            default: await device.model.load()
            }
            #expect(device.texts.filter { $0 == "Once" }.count == 1, "\(order) \(step)")
            #expect(device.rows.count == 2)
        }
        #expect(device.rows.last?.delivery == .sent)
        #expect(server.messages.count == 2)
    }

    @Test func `a message that was sent before the loaded messages is no row after them`() async throws {
        let device = try await ChatDevice(server(1), clock: clock, keepsLog: false, pageSize: 2)
        // Sent while the screen has loaded nothing, such as from a notification.
        for text in ["One", "Two", "Three"] { _ = try await device.messages.send(text, in: "c1") }
        await device.drain()
        await device.model.load()
        #expect(device.rows.map(\.seq) == [3, 4])
        #expect(device.texts == ["Two", "Three"])
        await device.model.loadEarlier()
        #expect(device.rows.map(\.seq) == [1, 2, 3, 4])
        #expect(device.texts == ["Text 1", "One", "Two", "Three"])
    }

    @Test func `messages are sent in their order, and a refused message holds up those after it`() async throws {
        let server = server()
        let device = try await device(server)
        await device.model.load()
        server.fail(.refuse(.forbidden))
        for text in ["One", "Two"] {
            device.model.type(text)
            await device.model.send()
        }
        await device.outbox.drain()
        await waitUntil { device.messages.failedCount(in: "c1") == 1 }
        #expect(device.texts == ["One", "Two"])
        guard case .failed(let failure) = device.rows[0].delivery else {
            Issue.record("The message has not failed.")
            return
        }
        #expect(failure.message == "The server refuses this.")
        #expect(server.messages.isEmpty)
        await device.model.retry(device.rows[0])
        await device.drain()
        #expect(server.messages.map(\.text) == ["One", "Two"])
        #expect(device.rows.map(\.delivery) == [.sent, .sent])
    }

    @Test func `a refused message can be edited or removed, and later messages follow`() async throws {
        let server = server()
        let device = try await device(server)
        await device.model.load()
        server.fail(.refuse(.forbidden), .refuse(.forbidden))
        for text in ["One", "Two"] {
            device.model.type(text)
            await device.model.send()
        }
        await device.outbox.drain()
        await waitUntil { device.messages.failedCount(in: "c1") == 1 }
        device.model.startEditing(device.rows[0])
        device.model.type("Better")
        await device.model.send()
        await device.outbox.drain()
        await waitUntil { device.messages.failedCount(in: "c1") == 1 && device.rows[0].text == "Better" }
        await device.model.remove(device.rows[0])
        await device.drain()
        #expect(server.messages.map(\.text) == ["Two"])
        #expect(device.texts == ["Two"])
    }

    @Test func `a deleted unsent message never reaches the server`() async throws {
        let server = server()
        let device = try await device(server)
        await device.model.load()
        device.model.type("Secret")
        await device.model.send()
        #expect(await device.model.delete(device.rows[0]) == .done)
        #expect(device.rows.isEmpty)
        await device.drain()
        #expect(server.receivedTexts.isEmpty && server.messages.isEmpty)
    }

    @Test func `a message whose response was lost is deleted on the server`() async throws {
        let server = server()
        let device = try await device(server)
        await device.model.load()
        device.model.type("Oops")
        await device.model.send()
        server.fail(.loseResponse)
        await device.outbox.drain()
        await device.model.delete(device.rows[0])
        #expect(device.rows.map(\.content) == [.deleted])
        await device.outbox.retryNow()
        await device.drain()
        #expect(server.messages.map(\.isDeleted) == [true])
        #expect(device.rows.map(\.content) == [.deleted])
    }

    @Test func `an edit of an unsent message changes the text before it is sent`() async throws {
        let server = server()
        let device = try await device(server)
        await device.model.load()
        device.model.type("Helo")
        await device.model.send()
        device.model.startEditing(device.rows[0])
        #expect(device.model.draft.text == "Helo")
        device.model.type("Hello")
        await device.model.send()
        #expect(device.texts == ["Hello"])
        await device.drain()
        #expect(server.receivedTexts == ["Hello"])
    }

    @Test func `the last line of a conversation follows an edit of an unsent message`() async throws {
        let device = try await device(server())
        await device.model.load()
        device.model.type("Helo")
        await device.model.send()
        #expect(device.model.known?.lastMessage?.text == "Helo")
        device.model.startEditing(device.rows[0])
        device.model.type("Hello")
        await device.model.send()
        #expect(device.model.known?.lastMessage?.text == "Hello")
    }

    @Test func `an edit of a message whose response was lost follows the message`() async throws {
        let server = server()
        let device = try await device(server)
        await device.model.load()
        device.model.type("Helo")
        await device.model.send()
        server.fail(.loseResponse)
        await device.outbox.drain()
        device.model.startEditing(device.rows[0])
        device.model.type("Hello")
        await device.model.send()
        #expect(device.texts == ["Hello"])
        await device.outbox.retryNow()
        await device.drain()
        #expect(server.messages.map(\.text) == ["Hello"])
        #expect(device.texts == ["Hello"] && device.rows[0].isEdited)
    }

    @Test func `a refused message does not hold up the deletion of a sent message`() async throws {
        let server = server()
        let device = try await device(server)
        await device.model.load()
        device.model.type("One")
        await device.model.send()
        await device.drain()
        server.fail(.refuse(.forbidden))
        device.model.type("Two")
        await device.model.send()
        await device.outbox.drain()
        await waitUntil { device.messages.failedCount(in: "c1") == 1 }
        await device.model.delete(device.rows[0])
        await device.drain()
        #expect(server.messages.map(\.isDeleted) == [true])
        #expect(device.texts == [nil, "Two"])
    }

    @Test func `a sent message is edited and deleted, and both are shown at once`() async throws {
        let server = server()
        let device = try await device(server)
        await device.model.load()
        device.model.type("Helo")
        await device.model.send()
        await device.drain()
        device.model.startEditing(device.rows[0])
        device.model.type("Hello")
        await device.model.send()
        #expect(device.rows[0].text == "Hello" && device.rows[0].isEdited && device.rows[0].change == .queued)
        await device.drain()
        #expect(server.messages.map(\.text) == ["Hello"])
        await device.model.delete(device.rows[0])
        #expect(device.rows[0].content == .deleted)
        await device.drain()
        #expect(server.messages[0].isDeleted)
        #expect(device.rows.count == 1)
    }

    @Test func `a message cannot be edited after 15 minutes, but deleted`() async throws {
        let server = server()
        let device = try await device(server)
        await device.model.load()
        device.model.type("Hello")
        await device.model.send()
        await device.drain()
        #expect(device.model.canEdit(device.rows[0]))
        clock.advance(by: .seconds(900))
        #expect(!device.model.canEdit(device.rows[0]))
        #expect(device.model.canDelete(device.rows[0]))
    }

    @Test func `a message that the server acknowledged and forgot is shown as failed and sent again once`() async throws
    {
        let server = server(1)
        let device = try await device(server)
        await device.model.load()
        device.model.type("Lost")
        await device.model.send()
        server.fail(.forget)
        await device.drain()
        await device.model.load()
        let lost = try #require(device.rows.last)
        #expect(lost.text == "Lost")
        #expect(lost.delivery == .failed(Failure(ChatFailure.lost)))
        await device.model.retry(lost)
        await device.drain()
        #expect(device.rows.last?.id == lost.id && device.rows.last?.delivery == .sent)
        #expect(server.messages.map(\.text) == ["Text 1", "Lost"])
    }

    @Test func `a message that only one page misses is shown once, and as sent`() async throws {
        let server = server(1)
        let device = try await device(server)
        await device.model.load()
        device.model.type("Here")
        await device.model.send()
        await device.drain()
        let message = try #require(server.messages.last)
        server.lose(2)
        await device.model.load()
        #expect(device.rows.last?.delivery == .failed(Failure(ChatFailure.lost)))
        #expect(device.messages.unsentCount == 1)
        server.act { $0.messages.append(message) }
        await device.model.load()
        #expect(device.texts == ["Text 1", "Here"] && device.rows.last?.delivery == .sent)
        #expect(device.messages.unsentCount == 0)
    }

    @Test(arguments: ["", " \n ", "\u{200B}\u{2060}"])
    func `an empty or invisible message is refused, and the draft stays`(text: String) async throws {
        let server = server()
        let device = try await device(server)
        device.model.type(text)
        let outcome = await device.model.send()
        #expect(outcome.failure?.kind == .invalid)
        #expect(device.model.failure?.message.isEmpty == false)
        #expect(device.model.draft.text == text)
        #expect(device.rows.isEmpty && server.receivedTexts.isEmpty)
    }

    @Test func `a message of a megabyte is refused, and the draft stays`() async throws {
        let server = server()
        let device = try await device(server)
        device.model.type(String(repeating: "a", count: 1_000_000))
        #expect(await device.model.send().failure?.kind == .invalid)
        #expect(device.model.draft.text.utf8.count == 1_000_000)
        #expect(device.rows.isEmpty && server.receivedTexts.isEmpty)
    }

    @Test func `a closed conversation can be read, but not written to`() async throws {
        let server = server(2)
        server.setOpen(false)
        let device = try await device(server)
        await device.model.load()
        #expect(device.rows.count == 2 && !device.model.isOpen)
        device.model.type("Hello?")
        #expect(await device.model.send().failure?.kind == .refused(.conversationClosed))
        let emoji = try #require(Emoji("👍"))
        #expect(await device.model.setReaction(true, emoji, on: device.rows[0]).failure != nil)
        #expect(server.requests.allSatisfy { $0.hasPrefix("GET") })
    }

    @Test func `a disk that is full refuses the message, and the text returns to the field`() async throws {
        let server = server()
        let device = try await device(server)
        device.disk.failAlways(with: .diskFull)
        device.model.type("Keep me")
        let outcome = await device.model.send()
        #expect(outcome.failure?.kind == .local)
        #expect(device.model.draft.text == "Keep me")
        #expect(device.rows.isEmpty)
        device.disk.failAlways(with: nil)
        #expect(await device.model.send() == .done)
    }

    @Test func `a refused message and a text that the user has written meanwhile are both in the field`() async throws {
        let device = try await device(server())
        device.disk.failAlways(with: .diskFull)
        device.model.type("Keep me")
        let sending = Task { await device.model.send() }
        let typing = Task { device.model.type("And me") }
        await typing.value
        #expect(await sending.value.failure?.kind == .local)
        #expect(device.model.draft.text == "Keep me\nAnd me")
    }
}
