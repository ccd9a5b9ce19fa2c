import BackendRuntime
import Connections
import Foundation
import Matching
import OrbitModels
import OrbitStore
import TimeAndChance

/// Pairs up a campus on a day.
///
/// The pairing is computed outside of any transaction, as it takes a while, written down as a plan, and carried out a
/// few groups at a time. After an interruption it goes on with the plan; a plan that was not written down whole is made
/// again.
struct DailyPairing: Sendable {
    /// The most groups of one transaction, of some ten writes each.
    static let groups = 10
    /// The most parts of the plan that one transaction writes down.
    private static let parts = 100

    let key: String
    let runner: JobRunner

    private var context: BackendContext { runner.context }

    func perform() async throws -> JobRunner.Progress {
        let begun = try await part { try $0.isOver ? $0.end() : true }
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

    /// Decides who meets, and writes it down. If another server has begun to meanwhile, that goes on.
    private func plan(_ record: PairingDayRecord) async throws -> JobRunner.Progress {
        let known = try await PairingSnapshot(
            of: record.campus, on: context.scale(of: record.campus, on: record.day), in: context.store,
            now: context.time.date)
        // So that the lease does not run out meanwhile.
        guard try await part({ _ in true }) == .incomplete else { return .locked }
        let seed = ContentHash.seed(["pairing", record.campus, record.day.description])
        let groups = await Self.groups(known, seed: seed, on: record.day)
        // Whatever the seeds of two servers, their plans have names of their own.
        let name = "\(key) \(RandomSource.system.bytes(8).hexadecimal)"
        do {
            return try await write(groups, as: name, until: record.expiresAt)
        } catch is PairingDay.PlanLost {
            return .locked
        }
    }

    private func write(_ groups: [[UserID]], as plan: String, until end: Date) async throws -> JobRunner.Progress {
        let size = PairingPartRecord.mostGroups
        let parts = stride(from: 0, to: groups.count, by: size).enumerated().map { number, start in
            PairingPartRecord(
                plan: plan, number: number, groups: Array(groups[start...].prefix(size)), expiresAt: end)
        }
        var progress = try await part { try $0.begin(plan) }
        for start in stride(from: 0, to: parts.count, by: Self.parts) where progress == .incomplete {
            progress = try await part { try $0.write(parts[start...].prefix(Self.parts), of: plan) }
        }
        return progress == .incomplete ? try await part { try $0.end(plan, groups: groups.count) } : progress
    }

    /// Those who stay alone are groups of one. Off the caller's actor: a large campus takes seconds.
    @concurrent private static func groups(
        _ known: PairingSnapshot, seed: UInt64, on day: CalendarDay
    ) async -> [[UserID]] {
        let pairing = CampusPairing(day: day, history: known.history, forbidden: known.forbidden, seed: seed)
        let traits = known.traits
        let groups = pairing.groups(of: traits.candidates) { traits.score($0, $1) }.groups
        let paired = Set(groups.joined())
        return groups + traits.waiting.filter { !paired.contains($0) }.map { [$0] }
    }

    /// Brings the groups together. If that fails for what is in the records of some, they alone are left out.
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
                let progress = try await part { try $0.leaveOut(next.withLock { $0 }) }
                guard progress == .incomplete else { return progress }
                most = Self.groups
            }
        }
        return .incomplete
    }
}
