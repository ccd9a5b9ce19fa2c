public import OrbitModels
public import Presentation

extension ListDefinition<IncomingPoke> {
    /// The waiting pokes, sorted only by arrival.
    public static var incomingPokes: Self {
        Self(
            .incomingPokes, order: .latestFirst(\.poke.createdAt), people: { [$0.person.id] },
            isExpired: { $0.poke.state(at: $1) != .pending }, expiresAt: { $0.poke.expiresAt }
        ) { event, pokes throws(LogEventError) in
            switch event.kind {
            case .pokeReceived: pokes.upsert(try event.data())
            case .pokeClosed: pokes.remove(try event.data(Keyed<PokeID>.self).value)
            case .matchMade, .matchEnded: pokes.removeAll { $0.person.id == event.subject }
            case .personChanged:
                let changed = try event.data(ChangedPerson.self).person
                let isSharedOutdated = pokes.contains {
                    $0.person.id == changed.id && !$0.person.hasInCommonAsMuch(as: changed)
                }
                pokes.updateAll(where: { $0.person.id == changed.id }) { $0.person = changed }
                if isSharedOutdated { return .outdated }  // only the server knows which values the two people share
            default: return .unknown
            }
            return .applied
        }
    }
}

extension ListDefinition<OutgoingPoke> {
    /// The pokes that the user has sent, in the states that the user may know.
    public static var outgoingPokes: Self {
        Self(
            .outgoingPokes, order: .latestFirst(\.poke.createdAt), people: { [$0.person.id] }
        ) { event, pokes throws(LogEventError) in
            switch event.kind {
            case .pokeSent: pokes.upsert(try event.data())
            case .pokeChanged:
                let poke = try event.data(Keyed<Poke>.self).value
                pokes.update(poke.id) { $0.poke = poke }
            case .matchMade, .matchEnded:
                // A match accepts each open poke between the two people. The end of a match implies that it was made
                // before, so both events have the same effect.
                pokes.updateAll(where: { $0.person.id == event.subject && $0.poke.state(at: event.at) == .pending }) {
                    $0.poke.status = .accepted
                }
            case .personChanged:
                let changed = try event.data(ChangedPerson.self).person
                pokes.updateAll(where: { $0.person.id == changed.id }) { $0.person = changed }
            default: return .unknown
            }
            return .applied
        }
    }
}

extension Person {
    /// Whether the person has the same interests, sports with levels, and major in both versions. If so,
    /// ``SharedContext`` is the same as well.
    fileprivate func hasInCommonAsMuch(as other: Person) -> Bool {
        profile.interests == other.profile.interests && profile.sports == other.profile.sports
            && profile.major == other.profile.major
    }
}

extension LogEvent {
    static func sent(_ poke: OutgoingPoke) -> LogEvent {
        LogEvent(.pokeSent, subject: poke.person.id, data: poke)
    }

    static func changed(_ poke: Poke) -> LogEvent {
        LogEvent(.pokeChanged, subject: poke.toUserID, data: Keyed(poke))
    }

    static func closed(_ poke: Poke) -> LogEvent {
        LogEvent(.pokeClosed, subject: poke.fromUserID, data: Keyed(poke.id))
    }
}
