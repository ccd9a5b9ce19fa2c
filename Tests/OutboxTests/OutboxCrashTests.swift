import DiskSimulation
import DurableFiles
import Foundation
import NetworkingTesting
import Testing
import TimeAndChance

@testable import Outbox

/// A fault at each call of the disk, during a history that uses every record.
@Suite struct OutboxCrashTests {
    private struct History {
        let fixture = OutboxFixture()
        private(set) var added: [String] = []
        private(set) var cancelled: [String] = []
        /// A cancellation that a crash interrupts is either durable or not.
        private(set) var mayBeCancelled: [String] = []
        private(set) var edited: [String: String] = [:]

        /// Runs the history. A change that throws is not noted.
        mutating func run() async {
            var limits = OutboxLimits.compacting
            // One lane at a time, so that every run makes the same calls.
            limits.maxLanesInFlight = 1
            guard let outbox = try? await fixture.open(limits: limits) else { return }  // the planned fault
            fixture.server.fail("m2", .lost)
            fixture.server.fail("m4", .refused)
            for number in 1...4 {
                await note {
                    try await outbox.add("m\(number)", lane: "\(number % 2)")
                } then: {
                    $0.added.append("m\(number)")
                }
            }
            mayBeCancelled = ["m3"]
            await note {
                guard try await outbox.cancel("m3") == .cancelled else { throw OutboxError.notFound }
            } then: {
                $0.cancelled.append("m3")
            }
            await note {
                try await outbox.edit("m1", payload: Data("better".utf8))
            } then: {
                $0.edited["m1"] = "better"
            }
            await outbox.drain()
            fixture.clock.advance(by: .seconds(60))
            await outbox.drain()
            await note {
                try await outbox.retry("m4")
            } then: { _ in
            }
            fixture.clock.advance(by: .seconds(60))
            await outbox.drain()
        }

        private mutating func note(
            _ change: () async throws -> Void, then noting: (inout History) -> Void
        ) async {
            do {
                try await change()
                noting(&self)
            } catch {
                return  // the planned fault, or a fault before it
            }
        }

        /// Continues in a new process until all entries are acknowledged, and checks the guarantees.
        func check(_ step: Int) async throws {
            let fixture = self.fixture
            let outbox = try await fixture.open()
            for entry in await outbox.entries {
                if case .rejected = entry.state { try await outbox.retry(entry.id) }
            }
            for _ in 0..<4 {
                await outbox.drain()
                for entry in await outbox.entries {
                    if case .rejected = entry.state { try await outbox.retry(entry.id) }
                }
                fixture.clock.advance(by: .seconds(60))
            }
            #expect(await outbox.unsentCount == 0, "call \(step)")
            let applied = fixture.server.applied
            #expect(Set(applied).isSuperset(of: Set(added).subtracting(mayBeCancelled)), "call \(step)")
            #expect(applied.count == Set(applied).count, "call \(step)")
            #expect(Set(applied).isDisjoint(with: cancelled), "call \(step)")
            for (id, body) in edited {
                #expect(fixture.server.body(of: id) == body, "call \(step)")
            }
            for lane in [["m1", "m3"], ["m2", "m4"]] {
                #expect(applied.filter(lane.contains) == lane.filter(applied.contains), "call \(step)")
            }
        }
    }

    private static func countCalls() async -> Int {
        var history = History()
        await history.run()
        return history.fixture.disk.calls.count
    }

    @Test func `without a fault every entry is applied once, in the order of its lane`() async throws {
        var history = History()
        await history.run()
        #expect(history.added.count == 4)
        #expect(history.cancelled == ["m3"])
        history.fixture.disk.restartProcess()
        try await history.check(-1)
    }

    @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
    func `after a crash at any call every stored entry is applied once, and no cancelled entry`(
        names: Bool, bytes: Bool
    ) async throws {
        for step in 0..<(await Self.countCalls()) {
            var history = History()
            history.fixture.disk.plan(.crash, afterCalls: step)
            await history.run()
            guard history.fixture.disk.calls.count > step else { continue }
            history.fixture.disk.restartMachine(keepingNames: names, keepingBytes: bytes)
            try await history.check(step)
        }
    }

    @Test(arguments: [SystemError.diskFull, .deviceFailed])
    func `after an error in any call every stored entry is applied once, and no cancelled entry`(
        error: SystemError
    ) async throws {
        for step in 0..<(await Self.countCalls()) {
            var history = History()
            history.fixture.disk.plan(.error(error), afterCalls: step)
            await history.run()
            guard history.fixture.disk.calls.count > step else { continue }
            history.fixture.disk.restartMachine(keepingNames: false, keepingBytes: false)
            try await history.check(step)
        }
    }
}
