import DiskSimulation
import DurableFiles
import Foundation
import NetworkingTesting
import Testing
import TimeAndChance

@testable import Outbox

/// Random histories of a person who writes, cancels and edits, with lost responses, power cuts and a full disk.
@Suite struct RandomOutboxTests {
    /// The guarantees that the outbox has given so far, computed without it.
    private struct Model {
        var added: [(id: String, lane: String)] = []
        var cancelled: Set<String> = []
        /// The entries that the user removed after they had been rejected.
        var removed: Set<String> = []
    }

    private struct History {
        let fixture = OutboxFixture()
        let random: RandomSource
        var outbox: Outbox
        var model = Model()

        init(seed: UInt64) async throws {
            random = .seeded(seed)
            outbox = try await fixture.open(limits: .compacting)
        }

        private func draw(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

        mutating func step(_ number: Int) async throws {
            let entries = await outbox.entries
            let entry = entries.isEmpty ? nil : entries[draw(entries.count)]
            switch draw(20) {
            case 0..<8: try await add("m\(number)", after: draw(4) == 0 ? entry.map { [$0.id] } ?? [] : [])
            case 8..<10:
                guard let entry, try await outbox.cancel(entry.id) == .cancelled else { return }
                model.cancelled.insert(entry.id)
            case 10: try await edit(entry, to: "edited \(number)")
            case 11: try await decide(entry)
            case 12..<16:
                await outbox.drain()
            case 16: fixture.clock.advance(by: .seconds(10))
            case 17:
                fixture.disk.restartMachine(keepingNames: draw(2) == 0, keepingBytes: draw(2) == 0)
                outbox = try await fixture.open(limits: .compacting)
            case 18:
                let outbox = self.outbox
                fixture.disk.failAlways(with: .diskFull)
                await #expect(throws: OutboxError.storage(.unavailable(.diskFull))) {
                    try await outbox.add("full \(number)")
                }
                await outbox.drain()
                fixture.disk.failAlways(with: nil)
            default:
                let failures = [SendFailure.offline, .lost, .refused]
                if let entry { fixture.server.fail(entry.id, failures[draw(3)]) }
            }
        }

        private mutating func add(_ id: String, after dependencies: [String]) async throws {
            let lane = "lane \(draw(3))"
            try await outbox.add(id, lane: lane, after: dependencies)
            model.added.append((id, lane))
        }

        private func edit(_ entry: OutboxEntry?, to text: String) async throws {
            guard let entry else { return }
            do {
                try await outbox.edit(entry.id, payload: Data(text.utf8))
            } catch OutboxError.notPermitted {
                #expect(entry.mayHaveArrived)
            }
        }

        /// Decides about a rejected entry as a user does.
        private mutating func decide(_ entry: OutboxEntry?) async throws {
            guard let entry, case .rejected = entry.state else { return }
            if draw(2) == 0 {
                try await outbox.retry(entry.id)
            } else {
                try await outbox.remove(entry.id)
                model.removed.insert(entry.id)
            }
        }

        /// Ends all faults, and sends the rest.
        mutating func finish() async throws {
            for _ in 0..<200 {
                guard await outbox.unsentCount > 0 else { break }
                await outbox.drain()
                for entry in await outbox.entries {
                    if case .rejected = entry.state { try await outbox.retry(entry.id) }
                }
                fixture.clock.advance(by: .seconds(60))
            }
            #expect(await outbox.unsentCount == 0)
        }

        func check() {
            let applied = fixture.server.applied
            let expected = Set(model.added.map { $0.id }).subtracting(model.cancelled).subtracting(model.removed)
            #expect(applied.count == Set(applied).count)
            #expect(Set(applied).isSuperset(of: expected))
            #expect(Set(applied).isDisjoint(with: model.cancelled))
            #expect(Set(applied).isSubset(of: model.added.map { $0.id }))
            for lane in Set(model.added.map { $0.lane }) {
                let ids = model.added.filter { $0.lane == lane }.map { $0.id }
                #expect(applied.filter(Set(ids).contains) == ids.filter(Set(applied).contains))
            }
        }
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `a random history applies every entry once in its lane's order, and no cancelled entry`(
        seed: UInt64
    ) async throws {
        var history = try await History(seed: seed)
        for number in 0..<150 { try await history.step(number) }
        try await history.finish()
        history.check()
    }
}
