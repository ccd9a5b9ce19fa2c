import BackendRuntime
import Connections
import Foundation
import Matching
import OrbitModels

/// The state between two people, for changes in one transaction.
///
/// A pair has one match, so two pokes in opposite directions result in one match, in any order. While the match is
/// active, no poke between the two is open. Each change appends its events to the logs of both people.
struct PairState {
    let pair: UserPair
    let transaction: LogTransaction
    /// The current day on the campus of both people.
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

    /// Returns the account of one of the two people.
    func account(_ id: UserID) -> AccountRecord { id == one.id ? one : other }

    func match() throws -> MatchRecord? { try MatchRecord.between(pair, in: transaction) }

    func activeMatch() throws -> MatchRecord? {
        guard let match = try match(), match.isActive else { return nil }
        return match
    }

    /// Returns the open poke from `sender`. There is at most one.
    func openPoke(from sender: UserID) throws -> PokeRecord? {
        try pokes(from: sender).last { $0.state(at: now).isOpen }
    }

    /// Whether the daily pairing may match the two people.
    ///
    /// All these conditions must be true:
    ///
    /// - There is no block between the two.
    /// - Neither of them has stated that they would not meet the other person again.
    /// - The two have an active match. Or they have no match, active or ended, and neither of them has poked the other
    ///   person recently.
    func allowsDailyPairing() throws -> Bool {
        guard try !BlockRecord.exists(between: pair, in: transaction),
            try !AvoidanceRecord.exists(between: pair, in: transaction)
        else { return false }
        if let match = try match() { return match.isActive }
        return try ![pair.first, pair.second].contains { try pokes(from: $0).contains { $0.keepsApart(at: now) } }
    }

    func pokes(from sender: UserID) throws -> [PokeRecord] {
        try PokeRecord.sent(from: sender, to: pair.partner(of: sender), in: transaction, now: now)
    }

    /// Stores a new poke.
    func send(_ poke: PokeRecord) throws {
        try transaction.put(poke)
        try recordSent(poke)
    }

    /// Changes the state of a poke, and appends the events, if the state is different.
    func move(_ poke: PokeRecord, to state: PokeState) throws -> PokeRecord {
        let before = poke.state(at: now)
        guard state != before else { return poke }
        var poke = poke
        poke.move(to: state, at: now)
        try transaction.put(poke)
        try recordMove(of: poke, from: before)
        return poke
    }

    /// Matches the two people, or renews their active match.
    ///
    /// - Parameters:
    ///   - origin: The origin of the match.
    ///   - groupID: The group of three people that the daily pairing has matched.
    ///   - end: The end of a new match; `nil` for a permanent match. An active match with an end keeps the later end,
    ///     and becomes permanent if `end` is `nil`.
    ///   - newID: Creates the identifier of a new match.
    /// - Returns: The active match.
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
            try PairingRecord.noteMatch(
                of: id, with: pair.partner(of: id), on: day, campus, isDailyPairing: origin == .chance, in: transaction)
        }
        let isNew = before?.id != match.id
        if before != match { try recordMatch(match, isNew: isNew) }
        return match
    }

    /// Makes an active match permanent.
    func keep(_ match: MatchRecord) throws -> MatchRecord {
        guard match.endsAt != nil else { return match }
        var match = match
        match.endsAt = nil
        try transaction.put(match)
        try recordMatch(match, isNew: false)
        return match
    }

    /// Deletes a match whose end has been reached. No record keeps the two people apart after that.
    func end(_ match: MatchRecord) throws {
        try transaction.delete(MatchRecord.self, match.key)
        try recordEnd(of: match)
        try transaction.notifyObservers(of: .matchEnded(match.id))
    }

    /// Ends the active match, if there is one, and closes all open pokes.
    func disconnect(by leaver: UserID) throws {
        if var match = try activeMatch() {
            match.endedAt = now
            match.endedBy = leaver
            match.endsAt = nil
            try transaction.put(match)
            try recordEnd(of: match)
            try transaction.notifyObservers(of: .matchEnded(match.id))
        }
        try settlePokes { $0 == leaver ? .withdrawn : .declined }
    }

    private func settlePokes(_ outcome: (_ sender: UserID) -> PokeState) throws {
        for sender in [pair.first, pair.second] {
            if let poke = try openPoke(from: sender) { _ = try move(poke, to: outcome(sender)) }
        }
    }
}

extension BackendContext {
    /// Returns the current state between two people of one campus.
    func pairState(_ one: AccountRecord, _ other: AccountRecord, in transaction: LogTransaction) -> PairState {
        PairState(one, other, in: transaction, on: day(on: one.campus, at: transaction.now))
    }
}
