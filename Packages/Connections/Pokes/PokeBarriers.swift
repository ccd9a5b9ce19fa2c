import Foundation
import OrbitModels

/// The people who cannot be poked now and until when, as far as the server has said. No request is sent to find out.
struct PokeBarriers {
    private var forEveryone: PokeLimitReached?
    private var forPeople: [UserID: PokeLimitReached] = [:]
    private var askedUntil: [UserID: Date] = [:]

    /// The limit for a person at `now`; of two, the one that holds longer.
    func limit(for person: UserID, at now: Date) -> PokeLimitReached? {
        [forEveryone, forPeople[person]].compactMap(\.self).filter { $0.resetsAt > now }
            .max { $0.resetsAt < $1.resetsAt }
    }

    /// Whether the server has said that a poke to this person waits, until it has lapsed for certain.
    func isAsked(_ person: UserID, at now: Date) -> Bool {
        askedUntil[person].map { $0 > now } ?? false
    }

    mutating func note(_ limit: PokeLimitReached, for person: UserID) {
        if limit.limit.isPersonal { forPeople[person] = limit } else { forEveryone = limit }
    }

    mutating func noteAsked(_ person: UserID, at now: Date) {
        askedUntil[person] = now.addingTimeInterval(PokeLimits.standard.lifetime)
    }

    /// A poke went through: nothing stood in its way.
    mutating func noteSent(to person: UserID) {
        forEveryone = nil
        forPeople[person] = nil
    }

    /// A poke was taken back: there is room for another, though not for this person.
    mutating func noteWithdrawn(from person: UserID, at now: Date) {
        if forEveryone?.limit == .openAtOnce { forEveryone = nil }
        askedUntil[person] = nil
        forPeople[person] = .coolDown(since: now)
    }
}
