import BackendRuntime
import Connections
import Discover
import Foundation
import Matching
import OrbitModels
import Profiles

/// The events of one pair, for the logs of both people.
extension PairState {
    /// Appends the events of a new poke.
    func recordSent(_ poke: PokeRecord) throws {
        let (sender, recipient) = (account(poke.from), account(poke.to))
        if let person = try Visibility(of: sender, in: transaction).person(of: recipient, on: day) {
            let sent = poke.outgoing(to: person, now: now)
            try append(.pokeSent, to: poke.from, touches: [.outgoingPokes], data: sent)
        }
        if let person = try Visibility(of: recipient, in: transaction).person(of: sender, on: day),
            let received = poke.incoming(to: recipient, from: person, now: now)
        {
            try append(.pokeReceived, to: poke.to, touches: [.incomingPokes], data: received)
        }
    }

    /// Appends the events of a changed poke, as far as each person may know the change.
    ///
    /// The sender sees an open poke as pending, regardless of the recipient's reply. So nothing is appended to the
    /// sender's log while the poke is open.
    func recordMove(of poke: PokeRecord, from before: PokeState) throws {
        let after = poke.state(at: now)
        if before.disclosed(to: .sender) != after.disclosed(to: .sender) {
            let data = Keyed(poke.poke(for: .sender, at: now))
            try append(.pokeChanged, to: poke.from, touches: [.outgoingPokes], data: data)
        }
        if before == .pending, after != .pending {
            // A declined or ignored poke is still open for its sender. The sender is not suggested to the recipient for
            // a while, so the recipient's suggestions change, too.
            let touches: [ListName] = after.isOpen ? [.incomingPokes, .discover] : [.incomingPokes]
            try append(.pokeClosed, to: poke.to, touches: touches, data: Keyed(poke.id))
        }
    }

    /// Appends the events of a match that is new or has changed.
    func recordMatch(_ match: MatchRecord, isNew: Bool) throws {
        for (owner, partner) in sides {
            try append(
                .matchMade, to: owner, touches: [.matches, .discover], data: match.match(with: account(partner)))
        }
        if isNew { try recordSight() }
    }

    /// Appends the events of the end of a match.
    func recordEnd(of match: MatchRecord) throws {
        for (owner, partner) in sides {
            let data = EndedMatch(matchID: match.id, partnerID: partner)
            try append(.matchEnded, to: owner, touches: [.matches, .today], data: data)
        }
        try recordSight()
    }

    /// Appends the events of a match of the day.
    func recordMatchOfDay(_ match: MatchRecord, on day: CalendarDay, until end: Date) throws {
        for (owner, partner) in sides {
            let data = MatchOfToday(date: day, endsAt: end, match: match.match(with: account(partner)))
            try append(.todayMatched, to: owner, touches: [.today], data: data)
        }
    }

    /// Appends the profile of each person to the partner's log, if matches see another profile than strangers.
    private func recordSight() throws {
        for (owner, other) in sides {
            let account = account(other)
            guard let profile = account.profile,
                profile.seen(by: .match, on: day) != profile.seen(by: .stranger, on: day)
            else { continue }
            try transaction.appendPerson(account, to: self.account(owner), on: day)
        }
    }

    private func append(
        _ kind: EventKind, to owner: UserID, touches: [ListName], data: any Encodable
    ) throws {
        try transaction.append(kind, to: owner, about: pair.partner(of: owner), touches: touches, data: data)
    }

    private var sides: [(owner: UserID, other: UserID)] { [(pair.first, pair.second), (pair.second, pair.first)] }
}

extension PokeRecord {
    /// Returns the pending poke for its recipient; `nil` if the recipient has no profile.
    ///
    /// - Parameters:
    ///   - recipient: The account of the recipient.
    ///   - person: The sender, as the recipient sees them.
    ///   - now: The current time.
    func incoming(to recipient: AccountRecord, from person: Person, now: Date) -> IncomingPoke? {
        recipient.profile.map {
            IncomingPoke(
                poke: poke(for: .recipient, at: now), person: person, shared: SharedContext(of: $0, and: person.profile)
            )
        }
    }

    /// Returns the poke as its sender sees it.
    ///
    /// - Parameters:
    ///   - person: The recipient, as the sender sees them.
    ///   - now: The current time.
    func outgoing(to person: Person, now: Date) -> OutgoingPoke {
        OutgoingPoke(poke: poke(for: .sender, at: now), person: person)
    }
}
