import Connections
import Foundation
import Matching
import OrbitModels
import TimeAndChance

/// Pairs up a campus once a day, when it is first requested.
///
/// The pairing is computed outside of any transaction, as it takes a while, written down as a plan, and carried out a
/// part at a time. The request that does it claims the day for a minute; others learn that it is under way. When the
/// claim runs out, the next request goes on with the plan. The plan depends on the campus, the day and the records
/// alone, so it does no harm if it is made twice; only one is stored.
struct DailyPairing: Sendable {
    private static let claim: TimeInterval = 60

    let context: Context
    let campus: String
    let day: CalendarDay
    let now: Date

    private var key: String { PairingDayRecord.key(campus, day) }

    /// What the pairing needs to know, read in one go.
    private struct Snapshot {
        var people: [PairingCandidate<PairingTraits>] = []
        var history: [PastPair] = []
        var forbidden: Set<UserPair> = []
    }

    /// Whether the day's pairing is done; `false` while another request does it.
    func ensure() async throws -> Bool {
        if try await isDone() { return true }
        switch try await claimDay() {
        case .taken: return try await isDone()
        case .toPlan: try await plan()
        case .planned: break
        }
        while try await !carryOutPart() {}
        return true
    }

    private enum Claim {
        /// Another request does it, or has done it.
        case taken
        case toPlan
        /// Begun by a request that has not ended it.
        case planned
    }

    private func isDone() async throws -> Bool {
        try await context.store.read { try $0.get(PairingDayRecord.self, key)?.isDone == true }
    }

    private func claimDay() async throws -> Claim {
        try await context.commit(at: now) { transaction in
            try Sweep.run(in: transaction, now: now)
            let known = try transaction.get(PairingDayRecord.self, key)
            if let known, known.isDone || known.claimedUntil > now { return .taken }
            var record = known ?? PairingDayRecord(key: key, claimedUntil: now)
            record.claimedUntil = now.addingTimeInterval(Self.claim)
            try transaction.put(record)
            return record.parts == nil ? .toPlan : .planned
        }
    }

    /// Decides who meets, and stores it in parts.
    private func plan() async throws {
        let known = try await context.store.read { try snapshot(in: $0) }
        let pairing = CampusPairing(
            day: day, history: known.history, forbidden: known.forbidden,
            seed: ContentHash.seed(["pairing", campus, day.description]))
        let groups = pairing.groups(of: known.people) { $0.score(with: $1) }.groups
        let paired = Set(groups.joined())
        let alone = known.people.filter { !$0.isPaused && !paired.contains($0.id) }.map { [$0.id] }
        try await keep(groups + alone)
    }

    private func keep(_ groups: [[UserID]]) async throws {
        let size = PairingPartRecord.mostGroups
        let parts = stride(from: 0, to: groups.count, by: size).map { Array(groups[$0...].prefix(size)) }
        try await context.store.transaction { transaction in
            guard var record = try transaction.get(PairingDayRecord.self, key), record.parts == nil else { return }
            for (number, part) in parts.enumerated() {
                try transaction.put(
                    PairingPartRecord(day: key, number: number, groups: part, expiresAt: record.expiresAt))
            }
            record.parts = parts.count
            record.isDone = parts.isEmpty
            try transaction.put(record)
        }
    }

    /// Carries out the next part of the plan; `true` when none is left.
    private func carryOutPart() async throws -> Bool {
        try await context.commit(at: now) { transaction in
            guard var record = try transaction.get(PairingDayRecord.self, key), let parts = record.parts,
                !record.isDone
            else { return true }
            let partKey = PairingPartRecord.key(key, record.partsDone)
            if let part = try transaction.get(PairingPartRecord.self, partKey) {
                for group in part.groups { try bringTogether(group, in: transaction) }
                try transaction.delete(PairingPartRecord.self, partKey)
            }
            record.partsDone += 1
            record.isDone = record.partsDone >= parts
            record.claimedUntil = max(record.claimedUntil, context.time.date.addingTimeInterval(Self.claim))
            try transaction.put(record)
            return record.isDone
        }
    }

    private func snapshot(in reader: any StoreReader) throws -> Snapshot {
        var snapshot = Snapshot()
        var paused: Set<UserID> = []
        for record in try PairingRecord.all(on: campus, in: reader) {
            if record.isPaused { paused.insert(record.userID) }
            snapshot.history += record.meetings.map { PastPair(UserPair(record.userID, $0.partner), on: $0.day) }
        }
        let scale = CampusScale(timeZone: context.timeZone(of: campus), day: day)
        let accounts = try reader.list(
            AccountRecord.self, IndexQuery(AccountRecord.discoverable, group: campus))
        for account in accounts {
            guard let profile = account.profile else { continue }
            let taste = try TasteRecord.of(account.id, in: reader)
            let traits = PairingTraits(profile, taste, on: scale)
            snapshot.people.append(
                PairingCandidate(
                    id: account.id, affinities: traits.words, traits: traits, isPaused: paused.contains(account.id)))
            snapshot.forbidden.formUnion(taste.lessLike.map { UserPair(account.id, $0) })
        }
        snapshot.forbidden = try snapshot.forbidden.union(BlockRecord.pairs(on: campus, in: reader))
            .union(MatchRecord.partedPairs(on: campus, in: reader))
            .union(PokeRecord.pairsApart(on: campus, in: reader, now: now))
        return snapshot
    }

    /// Two who have blocked, left or poked each other since the snapshot are not brought together.
    private func bringTogether(_ group: [UserID], in transaction: LogTransaction) throws {
        let accounts = try group.compactMap { try transaction.get(AccountRecord.self, $0.rawValue) }
        let end = context.endOfDay(on: campus, at: now)
        let relations = try accounts.enumerated().flatMap { place, one in
            try accounts[(place + 1)...].map { Relation(one, $0, in: transaction, on: day) }
                .filter { try $0.allowsChance() }
        }
        // Three are a group only if each of them may meet each other.
        let groupID = relations.count == 3 ? MatchGroupID(context.newIdentifier()) : nil
        var met: Set<UserID> = []
        for relation in relations {
            let match = try relation.connect(by: .chance, in: groupID, newID: context.newIdentifier)
            try assign(relation.pair.first, [relation.pair.second], in: transaction)
            try assign(relation.pair.second, [relation.pair.first], in: transaction)
            try relation.recordMeeting(match, on: day, until: end)
            met.formUnion([relation.pair.first, relation.pair.second])
        }
        for account in accounts where !met.contains(account.id) {
            try assign(account.id, [], in: transaction)
            let data = try TodaysMatchData(context: context, account: account, now: now).read(in: transaction)
            try transaction.append(.todayChanged, to: account.id, touches: [.today], data: TodayStanding(data))
        }
    }

    private func assign(_ id: UserID, _ partners: [UserID], in transaction: any StoreTransaction) throws {
        var person = try PairingRecord.of(id, campus: campus, in: transaction)
        person.partners = (person.day == day ? person.partners : []) + partners
        person.day = day
        try transaction.put(person)
    }
}
