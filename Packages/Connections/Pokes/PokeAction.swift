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
