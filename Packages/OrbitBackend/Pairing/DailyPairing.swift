import BackendRuntime
import Connections
import Foundation
import Matching
import OrbitModels
import OrbitStore
import TimeAndChance

/// The job that pairs the people of a campus for a day.
///
/// The pairing takes a while, so it is computed outside of any transaction, stored as a plan, and executed a few groups
/// at a time. After an interruption, the job continues with the stored plan. A plan that was not stored completely is
/// computed again.
///
/// Once the plan is stored, no person waits for the job: ``TodaysMatch`` matches the group of a person who asks.
struct DailyPairing: Sendable {
    /// The maximum number of groups per transaction, with some ten writes each.
    static let groups = 10
    /// The maximum number of parts of the plan that one transaction stores. They have some 200 kilobytes, so the
    /// transaction is not longer than that of ``groups`` groups.
    private static let parts = 20

    let key: String
    let runner: JobRunner

    private var context: BackendContext { runner.context }

    func perform() async throws -> JobRunner.Progress {
        let begun = try await part { try $0.hasEnded ? $0.end() : true }
        guard begun == .incomplete,
            let record = try await context.store.read({ try $0.get(PairingDayRecord.self, key) })
        else { return begun }
        if record.planned == nil {
            let progress = try await plan(record)
            guard progress == .incomplete else { return progress }
        }
        return try await carryOut()
    }

    private func part(_ body: @Sendable (PairingDay) throws -> Bool) async throws -> JobRunner.Progress {
        try Task.checkCancellation()
        return try await runner.runStep(of: PairingDayRecord.self, key) { [context] record, transaction in
            try body(PairingDay(record: record, context: context, transaction: transaction))
        }
    }

    /// Computes the plan and stores it. If another server has started to store a plan meanwhile, that plan is used.
    private func plan(_ record: PairingDayRecord) async throws -> JobRunner.Progress {
        let known = try await PairingSnapshot(
            of: record.campus, on: record.day, context, now: context.time.date)
        // This step renews the lease, so that it does not expire during the computation.
        guard try await part({ _ in true }) == .incomplete else { return .locked }
        let seed = ContentHash.seed(["pairing", record.campus, record.day.description])
        let groups = await Self.groups(known, seed: seed, on: record.day)
        // The names of two servers' plans differ, even if both servers have the same seed.
        let name = "\(key) \(RandomSource.system.bytes(8).hexadecimal)"
        let parts = await Self.parts(of: groups, as: name, for: record)
        do {
            return try await write(parts, as: name, groups: groups.count)
        } catch is PairingDay.PlanLost {
            return .locked
        }
    }

    private func write(_ parts: [PairingPartRecord], as plan: String, groups: Int) async throws -> JobRunner.Progress {
        var progress = try await part { try $0.begin(plan) }
        for start in stride(from: 0, to: parts.count, by: Self.parts) where progress == .incomplete {
            progress = try await part { try $0.write(parts[start...].prefix(Self.parts), of: plan) }
        }
        return progress == .incomplete ? try await part { try $0.end(plan, groups: groups) } : progress
    }

    /// Returns all parts of a plan. Runs off the caller's actor, like the computation of the groups.
    @concurrent private static func parts(
        of groups: [[UserID]], as plan: String, for day: PairingDayRecord
    ) async -> [PairingPartRecord] {
        PairingPartRecord.inOrder(groups, of: plan, expiresAt: day.expiresAt)
            + PairingPartRecord.byPerson(groups, of: plan, expiresAt: day.end)
    }

    /// Returns the groups of the day. People without a partner are groups of one person. Runs off the caller's actor,
    /// because a large campus takes seconds.
    @concurrent private static func groups(
        _ known: PairingSnapshot, seed: UInt64, on day: CalendarDay
    ) async -> [[UserID]] {
        let pairing = CampusPairing(day: day, history: known.history, forbidden: known.forbidden, seed: seed)
        let traits = known.traits
        let groups = pairing.groups(of: traits.candidates) { traits.score($0, $1) }.groups
        let paired = Set(groups.joined())
        return groups + traits.waiting.filter { !paired.contains($0) }.map { [$0] }
    }

    /// Matches the people of each group. If the records of a group cause a failure, only that group is left out.
    private func carryOut() async throws -> JobRunner.Progress {
        var most = Self.groups
        for _ in 0..<JobRunner.turn {
            let next = LockedState(0)
            do {
                let progress = try await part { [most] day in
                    next.withLock { $0 = day.record.done }
                    return try day.carryOut(most)
                }
                guard progress == .incomplete else { return progress }
                most = Self.groups
            } catch let error where error.isOfRecords && most > 1 {
                most = 1
            } catch let error where error.isOfRecords {
                let progress = try await part { try $0.skip(next.withLock { $0 }) }
                guard progress == .incomplete else { return progress }
                most = Self.groups
            }
        }
        return .incomplete
    }
}
