import Connections
import Foundation
import OrbitModels

/// What stands between two people, to be changed in one transaction.
///
/// The match is kept under the pair's key, so pokes that cross in whatever order come to one match. While it is
/// active no poke is open between the two.
struct Relation {
    let pair: UserPair
    let campus: String
    let transaction: any StoreTransaction
    let now: Date

    init(_ one: AccountRecord, _ other: AccountRecord, in transaction: any StoreTransaction, now: Date) {
        pair = UserPair(one.id, other.id)
        campus = one.campus
        self.transaction = transaction
        self.now = now
    }

    func match() throws -> MatchRecord? { try transaction.get(MatchRecord.self, pair.key) }

    func activeMatch() throws -> MatchRecord? {
        guard let match = try match(), match.isActive else { return nil }
        return match
    }

    /// The poke of that direction that may still come to something; there is at most one.
    func openPoke(from asker: UserID) throws -> PokeRecord? {
        try pokes(from: asker).last { $0.state(at: now).isOpen }
    }

    /// Whether chance may bring the two together: they did not part, neither blocks the other, and neither has asked
    /// lately. An active match is no obstacle.
    func allowsChance() throws -> Bool {
        guard try !BlockRecord.stands(between: pair, in: transaction) else { return false }
        if let match = try match() { return match.isActive }
        return try ![pair.first, pair.second].contains { try pokes(from: $0).contains { $0.keepsApart(at: now) } }
    }

    func pokes(from asker: UserID) throws -> [PokeRecord] {
        try PokeRecord.sent(from: asker, to: pair.partner(of: asker), in: transaction, now: now)
    }

    /// Makes the two a match, unless they are one already.
    func connect(on day: CalendarDay, newID: () -> String) throws -> MatchRecord {
        var match =
            try activeMatch()
            ?? MatchRecord(
                id: MatchID(newID()), first: pair.first, second: pair.second, campus: campus, createdAt: now, date: day)
        match.date = day
        try transaction.put(match)
        try settlePokes { _ in .accepted }
        for id in [pair.first, pair.second] {
            var person = try PairingRecord.of(id, campus: campus, in: transaction)
            person.noteMeeting(with: pair.partner(of: id), on: day)
            try transaction.put(person)
        }
        return match
    }

    /// Ends the match, if there is one, and leaves no poke open.
    func part(by leaver: UserID) throws {
        if var match = try activeMatch() {
            match.endedAt = now
            match.endedBy = leaver
            try transaction.put(match)
        }
        try settlePokes { $0 == leaver ? .withdrawn : .declined }
    }

    private func settlePokes(_ outcome: (_ asker: UserID) -> PokeState) throws {
        for asker in [pair.first, pair.second] {
            guard var poke = try openPoke(from: asker) else { continue }
            poke.move(to: outcome(asker), at: now)
            try transaction.put(poke)
        }
    }
}
