import Networking
import NetworkingTesting
import OrbitModels
import Outbox
import Presentation
import Testing
import TimeAndChance

@testable import Chat

/// Edits and deletions that meet refusals, lost responses and earlier changes.
@Suite @MainActor struct SupersededChangeTests {
    private let clock = VirtualClock()
    private let server: ScriptedChat

    init() {
        server = ScriptedChat(clock: clock)
    }

    /// Returns a device that has put one message into its outbox.
    private func device(writing text: String) async throws -> ChatDevice {
        let device = try await ChatDevice(server, clock: clock)
        await device.model.load()
        device.model.type(text)
        await device.model.send()
        return device
    }

    private func edit(_ device: ChatDevice, to text: String) async {
        device.model.startEditing(device.rows[0])
        device.model.type(text)
        await device.model.send()
    }

    /// Sends until nothing is left, also what the device queues again meanwhile.
    private func sendAll(_ device: ChatDevice) async {
        await device.outbox.retryNow()
        let run = Task { await device.outbox.run() }
        await waitUntil { device.messages.unsentCount == 0 }
        run.cancel()
        await run.value
    }

    @Test func `an edit does not overtake an earlier edit that waits for the message`() async throws {
        let device = try await device(writing: "One")
        server.fail(.loseResponse)
        await device.outbox.drain()
        await edit(device, to: "Two")
        device.deliver()
        await edit(device, to: "Three")
        #expect(device.texts == ["Three"])
        await device.outbox.drain()
        await sendAll(device)
        #expect(server.messages.map(\.text) == ["Three"])
    }

    @Test func `a message that is refused after its deletion does not hold up the deletion`() async throws {
        let device = try await device(writing: "Oops")
        server.fail(.loseResponse, .refuse(.forbidden))
        await device.outbox.drain()
        await device.model.delete(device.rows[0])
        await sendAll(device)
        #expect(server.messages.map(\.isDeleted) == [true])
        #expect(device.messages.failedCount(in: "c1") == 0)
    }

    @Test func `a refused message that an earlier attempt may have sent is deleted on the server`() async throws {
        let device = try await device(writing: "Oops")
        server.fail(.loseResponse, .refuse(.forbidden))
        await device.outbox.drain()
        await device.outbox.retryNow()
        await device.outbox.drain()
        await waitUntil { device.messages.failedCount(in: "c1") == 1 }
        await device.model.delete(device.rows[0])
        await sendAll(device)
        #expect(server.messages.map(\.isDeleted) == [true])
    }

    @Test func `an edit of a refused message reaches the server although an earlier attempt has arrived`() async throws
    {
        let device = try await device(writing: "Helo")
        server.fail(.loseResponse, .refuse(.forbidden))
        await device.outbox.drain()
        await device.outbox.retryNow()
        await device.outbox.drain()
        await waitUntil { device.messages.failedCount(in: "c1") == 1 }
        await edit(device, to: "Hello")
        await sendAll(device)
        #expect(server.messages.map(\.text) == ["Hello"])
    }

    @Test func `an edit that is refused after the deletion of its message does not hold up the deletion`() async throws
    {
        let device = try await device(writing: "Helo")
        await device.drain()
        server.fail(.loseResponse, .refuse(.editExpired))
        await edit(device, to: "Hello")
        await device.outbox.drain()
        await device.model.delete(device.rows[0])
        #expect(device.rows.map(\.content) == [.deleted])
        await sendAll(device)
        #expect(server.messages.map(\.isDeleted) == [true])
        #expect(device.messages.failedCount(in: "c1") == 0)
    }

    @Test func `a refused reaction does not hold up the deletion of its message`() async throws {
        let device = try await device(writing: "Hello")
        await device.drain()
        server.fail(.refuse(.tooManyReactions))
        let emoji = try #require(Emoji("👍"))
        await device.model.setReaction(true, emoji, on: device.rows[0])
        await device.outbox.drain()
        await waitUntil { device.messages.failedCount(in: "c1") == 1 }
        await device.model.delete(device.rows[0])
        await sendAll(device)
        #expect(server.messages.map(\.isDeleted) == [true])
        #expect(device.messages.failedCount(in: "c1") == 0)
    }

    @Test func `a deletion that was refused is sent again when the user deletes again`() async throws {
        let device = try await device(writing: "Hello")
        await device.drain()
        server.fail(.refuse(.forbidden))
        await device.model.delete(device.rows[0])
        await device.outbox.drain()
        await waitUntil { device.messages.failedCount(in: "c1") == 1 }
        #expect(device.texts == ["Hello"])
        await device.model.delete(device.rows[0])
        await sendAll(device)
        #expect(server.messages.map(\.isDeleted) == [true])
    }

    @Test func `a late report of the outbox does not show a message twice`() async throws {
        let device = try await device(writing: "Once")
        let report = try #require(await device.outbox.entries.first)
        await device.drain()
        #expect(report.state == .queued && device.rows.count == 1)
        device.messages.take(.entry(report))
        #expect(device.texts == ["Once"])
    }
}
