import BackendRuntime
import Connections
import Foundation
import Matching
import OrbitModels

/// What stands between two people, to be changed in one transaction.
///
/// A pair has one match, so pokes that cross in whatever order come to one match. While it is active no poke is open
/// between the two. Every change appends its events to the logs of both.
struct Relation {
    let pair: UserPair
    let transaction: LogTransaction
    /// On the campus of both.
    let day: CalendarDay
    private let one: AccountRecord
    private let other: AccountRecord

    init(_ one: AccountRecord, _ other: AccountRecord, in transaction: LogTransaction, on day: CalendarDay) {
        pair = UserPair(one.id, other.id)
        (self.one, self.other) = (one, other)
        self.transaction = transaction
        self.day = day
    }

    var campus: String { one.campus }
    var now: Date { transaction.now }

    /// Of one of the two.
    func account(_ id: UserID) -> AccountRecord { id == one.id ? one : other }

    func match() throws -> MatchRecord? { try MatchRecord.between(pair, in: transaction) }

    func activeMatch() throws -> MatchRecord? {
        guard let match = try match(), match.isActive else { return nil }
        return match
    }

    /// The poke of that direction that may still come to something; there is at most one.
    func openPoke(from asker: UserID) throws -> PokeRecord? {
        try pokes(from: asker).last { $0.state(at: now).isOpen }
    }

    /// Whether chance may bring the two together: they did not part, neither blocks the other or would not meet them
    /// again, and neither has asked lately. An active match is no obstacle.
    func allowsChance() throws -> Bool {
        guard try !BlockRecord.stands(between: pair, in: transaction),
            try !ApartRecord.stands(between: pair, in: transaction)
        else { return false }
        if let match = try match() { return match.isActive }
        return try ![pair.first, pair.second].contains { try pokes(from: $0).contains { $0.keepsApart(at: now) } }
    }

    func pokes(from asker: UserID) throws -> [PokeRecord] {
        try PokeRecord.sent(from: asker, to: pair.partner(of: asker), in: transaction, now: now)
    }

    /// Keeps a new poke.
    func send(_ poke: PokeRecord) throws {
        try transaction.put(poke)
        try recordSent(poke)
    }

    /// Moves a poke, if that changes it.
    func move(_ poke: PokeRecord, to state: PokeState) throws -> PokeRecord {
        let before = poke.state(at: now)
        guard state != before else { return poke }
        var poke = poke
        poke.move(to: state, at: now)
        try transaction.put(poke)
        try recordMove(of: poke, from: before)
        return poke
    }

    /// Makes the two a match, unless they are one already.
    ///
    /// - Parameters:
    ///   - groupID: of three that chance brings together.
    ///   - end: when a new match ends; `nil` if it stays. One that stands ends then at the earliest, if it ends at all.
    func connect(
        by origin: MatchOrigin, in groupID: MatchGroupID? = nil, until end: Date? = nil, newID: () -> String
    ) throws -> MatchRecord {
        let before = try match()
        var match =
            if let before, before.isActive { before } else {
                MatchRecord(
                    id: MatchID(newID()), first: pair.first, second: pair.second, campus: campus, createdAt: now,
                    date: day, origin: origin, endsAt: end)
            }
        if let before, before.id != match.id { try transaction.delete(MatchRecord.self, before.key) }
        (match.date, match.origin, match.groupID) = (day, origin, groupID)
        if let known = match.endsAt { match.endsAt = end.map { max($0, known) } }
        try transaction.put(match)
        try settlePokes { _ in .accepted }
        for id in [pair.first, pair.second] {
            try PairingRecord.noteMeeting(
                of: id, with: pair.partner(of: id), on: day, campus, isByChance: origin == .chance, in: transaction)
        }
        let isNew = before?.id != match.id
        if before != match { try recordMatch(match, isNew: isNew) }
        return match
    }

    /// Has an active match stay.
    func keep(_ match: MatchRecord) throws -> MatchRecord {
        guard match.endsAt != nil else { return match }
        var match = match
        match.endsAt = nil
        try transaction.put(match)
        try recordMatch(match, isNew: false)
        return match
    }

    /// Ends a match whose end has come. It leaves no trace that keeps the two apart.
    func end(_ match: MatchRecord) throws {
        try transaction.delete(MatchRecord.self, match.key)
        try recordEnd(of: match)
    }

    /// Ends the match, if there is one, and leaves no poke open.
    func part(by leaver: UserID) throws {
        if var match = try activeMatch() {
            match.endedAt = now
            match.endedBy = leaver
            match.endsAt = nil
            try transaction.put(match)
            try recordEnd(of: match)
        }
        try settlePokes { $0 == leaver ? .withdrawn : .declined }
    }

    private func settlePokes(_ outcome: (_ asker: UserID) -> PokeState) throws {
        for asker in [pair.first, pair.second] {
            if let poke = try openPoke(from: asker) { _ = try move(poke, to: outcome(asker)) }
        }
    }
}

extension BackendContext {
    /// What stands between two people of one campus, now.
    func relation(_ one: AccountRecord, _ other: AccountRecord, in transaction: LogTransaction) -> Relation {
        Relation(one, other, in: transaction, on: day(on: one.campus, at: transaction.now))
    }
}
