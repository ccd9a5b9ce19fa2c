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
