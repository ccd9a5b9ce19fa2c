import Connections
import Discover
import Foundation
import OrbitModels

/// Pairs up a campus once a day, when somebody first asks.
///
/// The pairing is computed outside of any transaction, as it takes a while. Whoever begins it claims the day for a
/// minute; others are told that it is under way. The result depends on the campus, the day and the records alone,
/// so it does no harm if it is computed twice; only one is written down.
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

    /// Whether the day's pairing is done; `false` while somebody else is at it.
    func ensure() async throws -> Bool {
        if try await isDone() { return true }
        guard try await claimDay() else { return try await isDone() }
        let known = try await context.store.read { try snapshot(in: $0) }
        let pairing = CampusPairing(
            day: day, history: known.history, forbidden: known.forbidden,
            seed: StableHash.seed(["pairing", campus, day.description]))
        let groups = pairing.groups(of: known.people) { $0.score(with: $1) }.groups
        try await context.store.transaction { try write(groups, in: $0) }
        return true
    }

    private func isDone() async throws -> Bool {
        try await context.store.read { try $0.get(PairingDayRecord.self, key)?.isDone == true }
    }

    private func claimDay() async throws -> Bool {
        try await context.store.transaction { transaction in
            try Sweep.run(in: transaction, now: now)
            if let day = try transaction.get(PairingDayRecord.self, key), day.isDone || day.claimedUntil > now {
                return false
            }
            try transaction.put(PairingDayRecord(key: key, claimedUntil: now.addingTimeInterval(Self.claim)))
            return true
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
    private func write(_ groups: [[UserID]], in transaction: any StoreTransaction) throws {
        guard var record = try transaction.get(PairingDayRecord.self, key), !record.isDone else { return }
        record.isDone = true
        try transaction.put(record)
        for group in groups {
            let accounts = try group.compactMap { try transaction.get(AccountRecord.self, $0.rawValue) }
            for (place, one) in accounts.enumerated() {
                for other in accounts[(place + 1)...] {
                    let relation = Relation(one, other, in: transaction, now: now)
                    guard try relation.allowsChance() else { continue }
                    _ = try relation.connect(on: day, newID: context.newIdentifier)
                    try assign(one.id, other.id, in: transaction)
                    try assign(other.id, one.id, in: transaction)
                }
            }
        }
    }

    private func assign(_ id: UserID, _ partner: UserID, in transaction: any StoreTransaction) throws {
        var person = try PairingRecord.of(id, campus: campus, in: transaction)
        person.partners = (person.day == day ? person.partners : []) + [partner]
        person.day = day
        try transaction.put(person)
    }
}
