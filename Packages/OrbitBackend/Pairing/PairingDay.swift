import BackendRuntime
import Connections
import Foundation
import Matching
import OrbitModels
import OrbitStore

/// The pairing of a day in one transaction.
struct PairingDay {
    /// The number of days for which a match of the day continues after that day.
    static let daysMatched = 30

    let record: PairingDayRecord
    let context: BackendContext
    let transaction: LogTransaction

    /// The error if another plan is being stored or executed.
    struct PlanLost: Error {}

    /// Starts to store a plan. An incomplete plan that is already stored becomes invalid.
    ///
    /// - Returns: Whether work is left, as in the other functions of this type.
    func begin(_ plan: String) throws -> Bool {
        guard record.planned == nil else { throw PlanLost() }
        var record = record
        record.plan = plan
        return try keep(record)
    }

    /// Stores parts of a plan.
    func write(_ parts: some Sequence<PairingPartRecord>, of plan: String) throws -> Bool {
        try checkWriting(plan)
        for part in parts { try transaction.put(part) }
        return true
    }

    /// Marks a plan as completely stored. It is executed from now on.
    func end(_ plan: String, groups: Int) throws -> Bool {
        try checkWriting(plan)
        var record = record
        record.planned = groups
        return try keep(record)
    }

    private func checkWriting(_ plan: String) throws {
        guard record.plan == plan, record.planned == nil else { throw PlanLost() }
    }

    /// Matches the people of the next groups. The pairing ends with the last group, or with the day.
    ///
    /// - Parameter most: The maximum number of groups.
    /// - Returns: Whether work is left.
    func carryOut(_ most: Int) throws -> Bool {
        guard !hasEnded else { return try end() }
        let groups = try nextGroups(most)
        for group in groups { try bringTogether(group) }
        return try goOn(past: groups.count)
    }

    /// Skips a group and counts the failure, if the group is still the next group.
    func skip(_ group: Int) throws -> Bool {
        guard record.done == group else { return true }
        transaction.count(.workFailed(PairingDayRecord.table))
        return try goOn(past: 1)
    }

    /// Whether the day has ended.
    var hasEnded: Bool { transaction.now >= record.end }

    /// Ends the pairing, even if groups are left.
    func end() throws -> Bool {
        var record = record
        record.isDone = true
        return try keep(record)
    }

    private func keep(_ record: PairingDayRecord) throws -> Bool {
        var record = record
        if let planned = record.planned, record.done >= planned { record.isDone = true }
        try transaction.put(record)
        return !record.isDone
    }

    private func nextGroups(_ most: Int) throws -> [[UserID]] {
        let (number, place) = record.done.quotientAndRemainder(dividingBy: PairingPartRecord.maxGroups)
        let part = try transaction.get(PairingPartRecord.self, PairingPartRecord.key(record.plan, number))
        return Array(part?.groups.dropFirst(place).prefix(most) ?? [])
    }

    private func goOn(past groups: Int) throws -> Bool {
        let size = PairingPartRecord.maxGroups
        let (number, place) = record.done.quotientAndRemainder(dividingBy: size)
        var record = record
        // A missing part counts as executed.
        record.done = groups == 0 ? (number + 1) * size : record.done + groups
        if place + groups >= size || record.done >= record.planned ?? 0 {
            try transaction.delete(PairingPartRecord.self, PairingPartRecord.key(record.plan, number))
        }
        return try keep(record)
    }

    /// Matches the people of a group of the complete plan. Two people who have blocked or poked each other or ended a
    /// match since the snapshot are not matched. People who have paused or were suspended are left out.
    ///
    /// Each group is processed once, by the job or by a request of one of its people. The transaction that processes it
    /// writes the day into the records of all its people, including people who are left out.
    func bringTogether(_ group: [UserID]) throws {
        let people = try group.compactMap { try transaction.get(AccountRecord.self, $0.rawValue) }.map { account in
            let pairing = try PairingRecord.of(account.id, campus: record.campus, in: transaction)
            return (account: account, pairing: pairing)
        }
        guard !people.contains(where: { $0.pairing.day == record.day }) else { return }
        let accounts = people.filter { !$0.account.isSuspended && !$0.pairing.isPaused }.map { $0.account }
        let allowed = try accounts.enumerated().flatMap { place, one in
            try accounts[(place + 1)...].map { PairState(one, $0, in: transaction, on: record.day) }
                .filter { try $0.allowsDailyPairing() }
        }
        // Three people are a group only if all three pairs may be matched. Otherwise only one pair is matched. A person
        // with two matches outside of a group would know that something keeps the other two people apart.
        let isGroup = allowed.count == 3
        let pairStates = isGroup ? allowed : Array(allowed.prefix(1))
        let groupID = isGroup ? MatchGroupID(context.newIdentifier()) : nil
        let end = context.endOfDay(on: record.campus, Self.daysMatched, after: record.end)
        var met: Set<UserID> = []
        for pairState in pairStates {
            let match = try pairState.connect(by: .chance, in: groupID, until: end, newID: context.newIdentifier)
            try pairState.recordMatchOfDay(match, on: record.day, until: record.end)
            met.formUnion([pairState.pair.first, pairState.pair.second])
        }
        for (account, pairing) in people where !met.contains(account.id) {
            var person = pairing
            person.take(part: [], on: record.day)
            try transaction.put(person)
            // The status of a paused person is the same as before. Suspended people have no sessions.
            guard !account.isSuspended, !person.isPaused else { continue }
            let data = try TodaysMatchData(context: context, account: account, now: transaction.now)
                .read(in: transaction)
            try transaction.append(.todayChanged, to: account.id, touches: [.today], data: TodayStatusUpdate(data))
        }
    }
}
