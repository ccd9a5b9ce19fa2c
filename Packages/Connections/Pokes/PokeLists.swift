public import OrbitModels
public import Presentation

extension ListDefinition<IncomingPoke> {
    /// The pokes that wait, by arrival and nothing else.
    public static var incomingPokes: Self {
        Self(
            .incomingPokes, order: .latestFirst(\.poke.createdAt), people: { [$0.person.id] },
            isOver: { $0.poke.state(at: $1) != .pending }, expiresAt: { $0.poke.expiresAt }
        ) { event, pokes throws(LogEventError) in
            switch event.kind {
            case .pokeReceived: pokes.upsert(try event.data())
            case .pokeClosed: pokes.remove(try event.data(Named<PokeID>.self).value)
            case .matchMade, .matchEnded: pokes.removeAll { $0.person.id == event.subject }
            case .personChanged:
                let changed = try event.data(ChangedPerson.self).person
                let isSharedOutdated = pokes.contains {
                    $0.person.id == changed.id && !$0.person.hasInCommonAsMuch(as: changed)
                }
                pokes.updateAll(where: { $0.person.id == changed.id }) { $0.person = changed }
                if isSharedOutdated { return .outdated }  // what the two have in common is for the server to say
            default: return .unknown
            }
            return .applied
        }
    }
}

extension ListDefinition<OutgoingPoke> {
    /// The pokes that were sent, as far as their sender may know what has become of them.
    public static var outgoingPokes: Self {
        Self(
            .outgoingPokes, order: .latestFirst(\.poke.createdAt), people: { [$0.person.id] }
        ) { event, pokes throws(LogEventError) in
            switch event.kind {
            case .pokeSent: pokes.upsert(try event.data())
            case .pokeChanged:
                let poke = try event.data(Named<Poke>.self).value
                pokes.update(poke.id) { $0.poke = poke }
            case .matchMade, .matchEnded:
                // A match accepts whatever was open between the two; one that ends must have been made.
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
    /// Whether ``SharedContext`` comes out the same.
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
        LogEvent(.pokeChanged, subject: poke.toUserID, data: Named(poke))
    }

    static func closed(_ poke: Poke) -> LogEvent {
        LogEvent(.pokeClosed, subject: poke.fromUserID, data: Named(poke.id))
    }
}
