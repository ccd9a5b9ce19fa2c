public import Matching
public import OrbitModels
public import Presentation

extension ListDefinition<Suggestion> {
    /// The suggestions of the day, in the server's order. The user's matches are removed.
    public static var suggestions: Self {
        Self(.discover, order: .asListed, people: { [$0.id] }) { event, people throws(LogEventError) in
            switch event.kind {
            case .matchMade: if let partner = event.subject { people.remove(partner) }
            case .matchEnded: break
            case .lessLikeAdded: people.conceal(try event.data(Keyed<Person>.self).value.id)
            case .lessLikeRemoved:
                let id = try event.data(Keyed<UserID>.self).value
                guard people.holds(id) else { return .outdated }
                people.reveal(id)
            case .personChanged:
                let changed = try event.data(ChangedPerson.self).person
                people.update(changed.id) { $0 = Suggestion(person: changed, compatibility: $0.compatibility) }
            case .personShown, .dealbreakersChanged: return .outdated
            default: return .unknown
            }
            return .applied
        }
    }
}

extension ListDefinition<Person> {
    /// The people marked "less like this", the latest first.
    public static var negativeFeedback: Self {
        Self(.lessLike, order: .asListed, people: { [$0.id] }) { event, people throws(LogEventError) in
            switch event.kind {
            case .lessLikeAdded:
                let person = try event.data(Keyed<Person>.self).value
                people.remove(person.id)
                people.upsert(person)
            case .lessLikeRemoved: people.remove(try event.data(Keyed<UserID>.self).value)
            case .personChanged:
                let changed = try event.data(ChangedPerson.self).person
                people.update(changed.id) { $0 = changed }
            case .personShown: return .outdated
            default: return .unknown
            }
            return .applied
        }
    }
}

extension ResourceDefinition<SavedDealbreakers> {
    /// The user's dealbreakers, kept up to date by `EventKind.dealbreakersChanged`.
    public static var dealbreakers: Self {
        Self(.dealbreakers) { event, saved throws(LogEventError) in
            guard event.kind == .dealbreakersChanged else { return .unknown }
            saved = try event.data()
            return .applied
        }
    }
}

extension LogEvent {
    static func lessLikeAdded(_ person: Person) -> LogEvent {
        LogEvent(.lessLikeAdded, subject: person.id, data: Keyed(person))
    }

    static func lessLikeRemoved(_ id: UserID) -> LogEvent {
        LogEvent(.lessLikeRemoved, subject: id, data: Keyed(id))
    }

    static func changed(_ dealbreakers: SavedDealbreakers) -> LogEvent {
        LogEvent(.dealbreakersChanged, data: dealbreakers)
    }
}
