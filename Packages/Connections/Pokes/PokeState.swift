public import Foundation
public import OrbitModels

/// Where a poke stands. `PokeStatus` is its open form on the wire.
public enum PokeState: String, CaseIterable, Codable, Hashable, Sendable {
    /// Open: the recipient can still accept.
    case pending, declined, ignored
    /// Over.
    case accepted, withdrawn, expired

    /// `nil` for a status of a newer server.
    public init?(_ status: PokeStatus) {
        self.init(rawValue: status.rawValue)
    }

    /// The state as it is sent.
    public var status: PokeStatus { PokeStatus(rawValue: rawValue) }

    /// Whether it can still come to a match. Declining is no end: people may change their minds until the
    /// poke lapses.
    public var isOpen: Bool {
        switch self {
        case .pending, .declined, .ignored: true
        case .accepted, .withdrawn, .expired: false
        }
    }

    /// What `party` is told. Declined, ignored and unread all look the same to the sender.
    public func disclosed(to party: PokeParty) -> PokeState {
        party == .asker && isOpen ? .pending : self
    }
}

extension PokeState {
    /// The state once time has had its say.
    public func at(_ now: Date, lapsing: Date) -> PokeState {
        isOpen && now >= lapsing ? .expired : self
    }
}

extension Poke {
    /// Where it stands at `now`; `nil` for a status of a newer server.
    public func state(at now: Date) -> PokeState? {
        PokeState(status)?.at(now, lapsing: expiresAt)
    }

    /// What the sender waits for once the poke has lapsed; `nil` before that and afterwards.
    func coolDown(at now: Date) -> PokeLimitReached? {
        let coolDown = PokeLimitReached.coolDown(since: expiresAt)
        return state(at: now) == .expired && now < coolDown.resetsAt ? coolDown : nil
    }
}

/// Who acts on a poke.
public enum PokeParty: CaseIterable, Hashable, Sendable {
    /// The sender, and the person who was poked.
    case asker, recipient
}

/// What can be done with a poke that was sent.
public enum PokeAction: CaseIterable, Hashable, Sendable {
    /// The first three are the recipient's, the last is the sender's.
    case accept, decline, ignore, withdraw

    /// The only party who may.
    public var party: PokeParty {
        switch self {
        case .accept, .decline, .ignore: .recipient
        case .withdraw: .asker
        }
    }

    /// Where it leads.
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
    /// The state after `action`. While a poke is open its recipient may reply, and reply otherwise later,
    /// and its sender may take it back. Once it is over, only what ended it may be repeated, to no effect.
    ///
    /// Whose turn it is comes first, so that no party learns a state by trying what is not theirs to do.
    public func after(_ action: PokeAction, by party: PokeParty) throws(PokeRefusal) -> PokeState {
        guard party == action.party else { throw .notYours }
        guard isOpen || self == action.outcome else { throw .over(self) }
        return action.outcome
    }
}

/// Why something cannot be done with a poke.
@nonexhaustive public enum PokeRefusal: Error, Hashable, Sendable {
    /// It is for the other person to do.
    case notYours
    /// It ended otherwise.
    case over(PokeState)
}

extension PokeRefusal: WordedError {
    /// The sentences of refusals.
    public static let vocabulary = Vocabulary(
        "poke_refusal",
        [
            "not_yours": "Only the other person can do this.",
            "accepted": "This poke was accepted. Look under your matches.",
            "over": "This poke is over. Load the list again to see what there is now.",
        ])

    /// Returns what to do next.
    public func message(in words: Words) -> String {
        switch self {
        case .notYours: words.sentence("not_yours", in: Self.vocabulary)
        case .over(.accepted): words.sentence("accepted", in: Self.vocabulary)
        case .over: words.sentence("over", in: Self.vocabulary)
        }
    }
}
