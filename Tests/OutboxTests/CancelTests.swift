import DiskSimulation
import DurableFiles
import Foundation
import NetworkingTesting
import Testing
import TimeAndChance

@testable import Outbox

@Suite struct CancelTests {
    private let fixture = OutboxFixture()

    @Test func `a cancelled entry is never sent, not even after a power cut`() async throws {
        let outbox = try await fixture.open()
        for id in ["m1", "m2"] { try await outbox.add(id) }
        #expect(try await outbox.cancel("m1") == .cancelled)
        let later = try await fixture.reopenAfterPowerCut()
        await later.drain()
        #expect(fixture.server.requests == ["m2"])
        #expect(try await later.cancel("m1") == .notFound)
    }

    @Test func `an entry in flight cannot be cancelled, and is acknowledged`() async throws {
        let outbox = try await fixture.open()
        let gate = fixture.server.hold("m1")
        try await outbox.add("m1")
        let drain = Task { await outbox.drain() }
        await gate.reached.wait()
        #expect(try await outbox.cancel("m1") == .inFlight)
        await #expect(throws: OutboxError.notPermitted) { try await outbox.edit("m1", payload: Data()) }
        gate.opened.send()
        await drain.value
        #expect(fixture.server.applied == ["m1"])
        #expect(try await outbox.cancel("m1") == .notFound)
    }

    @Test func `an entry after the entry in flight can be cancelled and edited`() async throws {
        let outbox = try await fixture.open()
        let gate = fixture.server.hold("m1")
        for id in ["m1", "m2", "m3"] { try await outbox.add(id) }
        let drain = Task { await outbox.drain() }
        await gate.reached.wait()
        #expect(try await outbox.cancel("m2") == .cancelled)
        try await outbox.edit("m3", payload: Data("better".utf8))
        gate.opened.send()
        await drain.value
        #expect(fixture.server.requests == ["m1", "m3"])
        #expect(fixture.server.body(of: "m3") == "better")
    }

    @Test func `an entry whose response was lost cannot be cancelled or edited`() async throws {
        let outbox = try await fixture.open()
        fixture.server.fail("m1", .lost)
        try await outbox.add("m1")
        await outbox.drain()
        #expect(try await outbox.cancel("m1") == .possiblySent)
        await #expect(throws: OutboxError.notPermitted) { try await outbox.edit("m1", payload: Data()) }
        #expect(await outbox.ids == ["m1"])
    }

    @Test func `an entry that did not leave the device can be cancelled, also in the next process`() async throws {
        let outbox = try await fixture.open()
        fixture.server.fail("m1", .offline)
        for id in ["m1", "m2"] { try await outbox.add(id) }
        await outbox.drain()
        #expect(await outbox.entry("m1")?.mayHaveArrived == false)
        let later = try await fixture.reopenAfterPowerCut()
        #expect(try await later.cancel("m1") == .cancelled)
        #expect(try await later.cancel("m2") == .cancelled)
        await later.drain()
        #expect(fixture.server.applied == [])
    }

    @Test func `an entry that did not leave the device can be cancelled, although the file was compacted meanwhile`()
        async throws
    {
        let outbox = try await fixture.open()
        fixture.server.fail("m1", .offline)
        for id in ["m1", "m2"] { try await outbox.add(id) }
        await outbox.compactWithNextWrite()
        await outbox.drain()
        let later = try await fixture.reopenAfterPowerCut()
        #expect(try await later.cancel("m1") == .cancelled)
        #expect(try await later.cancel("m2") == .cancelled)
        await later.drain()
        #expect(fixture.server.applied == [])
    }

    @Test func `an entry whose response was lost cannot be cancelled, although the file was compacted meanwhile`()
        async throws
    {
        let outbox = try await fixture.open()
        fixture.server.fail("m1", .lost)
        try await outbox.add("m1")
        await outbox.compactWithNextWrite()
        await outbox.drain()
        #expect(try await fixture.reopenAfterPowerCut().cancel("m1") == .possiblySent)
    }

    @Test func `a lost response followed by an attempt without a network keeps an entry possibly sent`() async throws {
        let outbox = try await fixture.open()
        fixture.server.fail("m1", .lost, .offline)
        try await outbox.add("m1")
        await outbox.drain()
        fixture.clock.advance(by: .seconds(30))
        await outbox.drain()
        #expect(fixture.server.requests.count == 2)
        #expect(try await outbox.cancel("m1") == .possiblySent)
    }

    @Test func `a rejected entry is not cancelled`() async throws {
        let outbox = try await fixture.open()
        fixture.server.fail("m1", .refused)
        try await outbox.add("m1")
        await outbox.drain()
        #expect(try await outbox.cancel("m1") == .rejected)
    }

    @Test func `a refused entry that is queued again can be cancelled and edited, also after a power cut`() async throws
    {
        let outbox = try await fixture.open()
        fixture.server.fail("m1", .refused)
        try await outbox.add("m1")
        await outbox.drain()
        try await outbox.edit("m1", payload: Data("better".utf8))
        #expect(await outbox.entry("m1")?.mayHaveArrived == false)
        try await outbox.edit("m1", payload: Data("best".utf8))
        let later = try await fixture.reopenAfterPowerCut()
        #expect(try await later.cancel("m1") == .cancelled)
        await later.drain()
        #expect(fixture.server.requests == ["m1"] && fixture.server.applied == [])
    }

    @Test func `a refusal after a lost response keeps an entry possibly sent`() async throws {
        let outbox = try await fixture.open()
        fixture.server.fail("m1", .lost, .refused)
        try await outbox.add("m1")
        await outbox.drain()
        fixture.clock.advance(by: .seconds(30))
        await outbox.drain()
        try await outbox.retry("m1")
        #expect(try await outbox.cancel("m1") == .possiblySent)
    }

    @Test func `a cancellation on a full disk fails, and the entry is sent later`() async throws {
        let outbox = try await fixture.open()
        try await outbox.add("m1")
        fixture.disk.failAlways(with: .diskFull)
        await #expect(throws: OutboxError.storage(.unavailable(.diskFull))) { _ = try await outbox.cancel("m1") }
        fixture.disk.failAlways(with: nil)
        await outbox.drain()
        #expect(fixture.server.applied == ["m1"])
    }

    @Test func `an entry that depends on another waits for it in another lane`() async throws {
        let outbox = try await fixture.open()
        fixture.server.fail("m1", .offline)
        try await outbox.add("m1")
        try await outbox.add("edit", lane: "b", after: ["m1"])
        await outbox.drain()
        #expect(fixture.server.applied == [])
        fixture.clock.advance(by: .seconds(30))
        await outbox.drain()
        #expect(fixture.server.applied == ["m1", "edit"])
    }

    @Test func `an entry that depends on a cancelled entry is rejected, and stays so after a power cut`() async throws {
        let outbox = try await fixture.open()
        try await outbox.add("m1")
        try await outbox.add("edit", after: ["m1"])
        try await outbox.add("edit 2", after: ["edit"])
        #expect(try await outbox.cancel("m1") == .cancelled)
        let expected = OutboxEntry.State.rejected(.dependencyRemoved)
        #expect(await outbox.progress(of: "edit") == expected)
        let later = try await fixture.reopenAfterPowerCut()
        #expect(await later.progress(of: "edit") == expected)
        #expect(await later.progress(of: "edit 2") == .queued)
        try await later.remove("edit")
        #expect(await later.progress(of: "edit 2") == expected)
        await later.drain()
        #expect(fixture.server.requests == [])
    }

    @Test func `an entry does not wait for an entry with the id of its dependency that was added later`() async throws {
        let outbox = try await fixture.open()
        try await outbox.add("edit", after: ["m1"])
        try await outbox.add("m1")
        await outbox.drain()
        #expect(fixture.server.applied == ["edit", "m1"])
    }

    @Test func `an entry that depends on an acknowledged or unknown entry is sent`() async throws {
        let outbox = try await fixture.open()
        try await outbox.add("m1")
        await outbox.drain()
        try await outbox.add("edit", after: ["m1", "never"])
        await outbox.drain()
        #expect(fixture.server.applied == ["m1", "edit"])
    }

    /// Cancels at each moment of a send. Either the cancellation is refused, or no request was made.
    @Test func `a cancellation that races with a send is refused or prevents the request`() async throws {
        for _ in 0..<200 {
            let fixture = OutboxFixture()
            let outbox = try await fixture.open()
            try await outbox.add("m1")
            async let drain: Void = outbox.drain()
            let outcome = try await outbox.cancel("m1")
            await drain
            #expect(fixture.server.requests.isEmpty == (outcome == .cancelled))
            #expect(await outbox.unsentCount == 0)
        }
    }
}
