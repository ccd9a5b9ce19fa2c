import DiskSimulation
import DurableFiles
import Foundation
import NetworkingTesting
import Testing
import TimeAndChance

@testable import Outbox

@Suite struct SendingTests {
    private let fixture = OutboxFixture()

    @Test func `a lane pauses after a transient failure, and continues with the same entry`() async throws {
        let outbox = try await fixture.open()
        fixture.server.fail("m1", .lost, .lost)
        for id in ["m1", "m2"] { try await outbox.add(id) }
        let run = Task { await outbox.run() }
        for _ in 0..<2 {
            await fixture.clock.waitForSleepers(atLeast: 1)
            #expect(await outbox.progress(of: "m1") == .queued)
            fixture.clock.advance(by: .seconds(30))
        }
        try await outbox.waitUntilEmpty()
        run.cancel()
        await run.value
        #expect(fixture.server.requests == ["m1", "m1", "m1", "m2"])
        #expect(fixture.server.applied == ["m1", "m2"])
    }

    @Test func `pauses grow to 30 seconds, and a server that asks for more is respected up to an hour`() {
        for failures in 1...100 {
            let full = min(Duration.seconds(1) * (1 << min(failures - 1, 5)), .seconds(30))
            let pause = LaneBackoff.pause(after: failures, retryAfter: nil, random: .seeded(UInt64(failures)))
            #expect(pause >= full / 2 && pause <= full)
        }
        #expect(LaneBackoff.pause(after: 1, retryAfter: .seconds(90), random: .seeded(1)) == .seconds(90))
        #expect(LaneBackoff.pause(after: 1, retryAfter: .seconds(1 << 40), random: .seeded(1)) == .seconds(3_600))
    }

    @Test func `a pause ends when the network is back`() async throws {
        let outbox = try await fixture.open()
        fixture.server.fail("m1", .offline)
        try await outbox.add("m1")
        let run = Task { await outbox.run() }
        await fixture.clock.waitForSleepers(atLeast: 1)
        await outbox.retryNow()
        try await outbox.waitUntilEmpty()
        run.cancel()
        await run.value
        #expect(fixture.server.applied == ["m1"])
    }

    @Test func `a later drain continues a lane whose pause has ended`() async throws {
        let outbox = try await fixture.open()
        fixture.server.fail("m1", .offline)
        try await outbox.add("m1")
        await outbox.drain()
        await outbox.drain()
        #expect(fixture.server.requests == ["m1"])
        fixture.clock.advance(by: .seconds(1))
        await outbox.drain()
        #expect(fixture.server.applied == ["m1"])
    }

    @Test func `several lanes send at the same time, up to the limit`() async throws {
        let outbox = try await fixture.open(limits: OutboxLimits(maxLanesInFlight: 2))
        let gates = ["a", "b", "c"].map { fixture.server.hold($0) }
        for lane in ["a", "b", "c"] { try await outbox.add(lane, lane: lane) }
        let drain = Task { await outbox.drain() }
        await gates[0].reached.wait()
        await gates[1].reached.wait()
        #expect(fixture.server.requests.sorted() == ["a", "b"])
        gates[0].opened.send()
        await gates[2].reached.wait()
        gates[1].opened.send()
        gates[2].opened.send()
        await drain.value
        #expect(Set(fixture.server.applied) == ["a", "b", "c"])
    }

    @Test func `an entry that is added during a run is sent`() async throws {
        let outbox = try await fixture.open()
        let run = Task { await outbox.run() }
        try await outbox.add("m1")
        try await outbox.waitUntilEmpty()
        run.cancel()
        await run.value
        #expect(fixture.server.applied == ["m1"])
    }

    @Test func `a run that is cancelled during a request queues the entry, and a later run sends it`() async throws {
        let outbox = try await fixture.open()
        let gate = fixture.server.hold("m1")
        fixture.server.fail("m1", .lost)
        try await outbox.add("m1")
        let run = Task { await outbox.run() }
        await gate.reached.wait()
        run.cancel()
        await run.value
        #expect(await outbox.progress(of: "m1") == .queued)
        await outbox.drain()
        #expect(fixture.server.applied == ["m1"])
        #expect(fixture.server.requests == ["m1", "m1"])
    }

    @Test func `an entry whose response is lost before a crash is sent again with the same id`() async throws {
        let outbox = try await fixture.open()
        fixture.server.fail("m1", .lost)
        try await outbox.add("m1")
        await outbox.drain()
        let later = try await fixture.reopenAfterPowerCut()
        #expect(await later.entry("m1")?.mayHaveArrived == true)
        await later.drain()
        #expect(fixture.server.requests == ["m1", "m1"])
        #expect(fixture.server.applied == ["m1"])
        #expect(await later.unsentCount == 0)
    }

    @Test func `an entry in flight during a crash is queued afterwards and sent with the same id`() async throws {
        let outbox = try await fixture.open()
        let gate = fixture.server.hold("m1")
        try await outbox.add("m1")
        let drain = Task { await outbox.drain() }
        await gate.reached.wait()
        let later = try await fixture.reopenAfterPowerCut()
        #expect(await later.progress(of: "m1") == .queued)
        #expect(try await later.cancel("m1") == .possiblySent)
        gate.opened.send()
        await later.drain()
        await drain.value
        #expect(fixture.server.applied == ["m1"])
    }

    @Test func `an entry of a kind without a sender is kept unchanged, and other entries overtake it`() async throws {
        let outbox = try await fixture.open()
        let kept = try await outbox.add("f1", kind: "future")
        try await outbox.add("m1")
        try await outbox.add("f2", kind: "future")
        try await outbox.add("m2", after: ["f1"])
        await outbox.drain()
        #expect(fixture.server.applied == ["m1"])
        #expect(await outbox.entry("f1") == kept)
        let later = try await fixture.reopen()
        await later.drain()
        #expect(await later.ids == ["f1", "f2", "m2"])
        await later.register("future", sender: fixture.server.sender)
        await later.drain()
        #expect(fixture.server.applied == ["m1", "f1", "f2", "m2"])
    }

    @Test func `a full disk before an attempt keeps the entry on the device until there is space`() async throws {
        let outbox = try await fixture.open()
        try await outbox.add("m1")
        fixture.disk.failAlways(with: .diskFull)
        await outbox.drain()
        #expect(fixture.server.requests == [])
        #expect(await outbox.progress(of: "m1") == .queued)
        fixture.disk.failAlways(with: nil)
        fixture.clock.advance(by: .seconds(1))
        await outbox.drain()
        #expect(fixture.server.applied == ["m1"])
    }

    @Test func `a server that takes a lane's entries does not delay the entries of another lane`() async throws {
        let outbox = try await fixture.open(limits: OutboxLimits(maxLanesInFlight: 1))
        for number in 0..<40 { try await outbox.add("a\(number)", lane: "a") }
        try await outbox.add("b", lane: "b")
        await outbox.drain()
        let place = try #require(fixture.server.applied.firstIndex(of: "b"))
        #expect(place == Outbox.windowSize)
    }
}

extension Outbox {
    /// Returns once all entries are acknowledged or removed.
    func waitUntilEmpty() async throws {
        let (entries, changes) = observe()
        var left = Set(entries.map(\.id))
        guard !left.isEmpty else { return }
        for await change in changes {
            switch change {
            case .entry(let entry) where entry.state == .acknowledged: left.remove(entry.id)
            case .removed(let id): left.remove(id)
            default: break
            }
            if left.isEmpty { return }
        }
    }
}
