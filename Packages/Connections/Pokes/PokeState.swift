public import Foundation
public import OrbitModels

/// The state of a poke. `PokeStatus` is its open form on the wire.
public enum PokeState: String, CaseIterable, Codable, Hashable, Sendable {
    /// Open: the recipient can still accept.
    case pending, declined, ignored
    /// Ended.
    case accepted, withdrawn, expired

    /// Creates the state of a status; `nil` for a status of a newer server.
    public init?(_ status: PokeStatus) {
        self.init(rawValue: status.rawValue)
    }

    /// The state as sent on the wire.
    public var status: PokeStatus { PokeStatus(rawValue: rawValue) }

    /// Whether the poke can still become a match. Declining does not end a poke, because people may change their minds
    /// until it expires.
    public var isOpen: Bool {
        switch self {
        case .pending, .declined, .ignored: true
        case .accepted, .withdrawn, .expired: false
        }
    }

    /// Returns the state disclosed to `party`. Declined, ignored and unread pokes look the same to the sender.
    public func disclosed(to party: PokeParty) -> PokeState {
        party == .sender && isOpen ? .pending : self
    }
}

extension PokeState {
    /// Returns the state at a time: open pokes expire.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - lapsing: The time at which the poke expires.
    public func at(_ now: Date, lapsing: Date) -> PokeState {
        isOpen && now >= lapsing ? .expired : self
    }
}

extension Poke {
    /// Returns the state at `now`; `nil` for a status of a newer server.
    public func state(at now: Date) -> PokeState? {
        PokeState(status)?.at(now, lapsing: expiresAt)
    }

    /// Returns the cooldown of the sender after the poke has expired; `nil` before it begins and after it ends.
    func coolDown(at now: Date) -> PokeLimitReached? {
        let coolDown = PokeLimitReached.coolDown(since: expiresAt)
        return state(at: now) == .expired && now < coolDown.resetsAt ? coolDown : nil
    }
}

/// The people who can act on a poke.
public enum PokeParty: CaseIterable, Hashable, Sendable {
    /// The sender, and the person who was poked.
    case sender, recipient
}

/// The actions on a poke that was sent.
public enum PokeAction: CaseIterable, Hashable, Sendable {
    /// The first three are the recipient's actions, the last is the sender's.
    case accept, decline, ignore, withdraw

    /// The only party that may perform the action.
    public var party: PokeParty {
        switch self {
        case .accept, .decline, .ignore: .recipient
        case .withdraw: .sender
        }
    }

    /// The state after the action.
    public var outcome: PokeState {
        switch self {
        case .accept: .accepted
        case .decline: .declined
        case .ignore: .ignored
        case .withdraw: .withdrawn
        }
    }
}

extension PokeState {
    /// Returns the state after `action`. While a poke is open, its recipient may reply, and may replace the reply
    /// later. Its sender may withdraw it. After its end, repeating the action that ended it has no effect, and all
    /// other actions are refused.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - party: The person who acts.
    /// - Throws: ``PokeRefusal/notYours`` for the wrong party, ``PokeRefusal/over(_:)`` if the poke has ended in
    ///   another state.
    public func after(_ action: PokeAction, by party: PokeParty) throws(PokeRefusal) -> PokeState {
        // The party is checked first, so that a party learns no state by trying the other party's actions.
        guard party == action.party else { throw .notYours }
        guard isOpen || self == action.outcome else { throw .over(self) }
        return action.outcome
    }
}

/// The reason why an action on a poke is refused.
@nonexhaustive public enum PokeRefusal: Error, Hashable, Sendable {
    /// Only the other person may perform the action.
    case notYours
    /// The poke has ended in another state.
    case over(PokeState)
}

extension PokeRefusal: TranslatableError {
    /// The messages of refusals.
    public static let vocabulary = Vocabulary(
        "poke_refusal",
        [
            "not_yours": "Only the other person can do this.",
            "accepted": "This poke was accepted. Look under your matches.",
            "over": "This poke has ended. Load the list again.",
        ])

    /// Returns a message with the next step for the user.
    public func message(in words: LocalizedStrings) -> String {
        switch self {
        case .notYours: words.sentence("not_yours", in: Self.vocabulary)
        case .over(.accepted): words.sentence("accepted", in: Self.vocabulary)
        case .over: words.sentence("over", in: Self.vocabulary)
        }
    }
}
