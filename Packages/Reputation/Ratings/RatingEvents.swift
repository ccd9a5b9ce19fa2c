public import OrbitModels
public import Presentation

extension EventKind {
    /// The owner of the log may rate a person that they have met. Data: ``DueRating``. Subject: the person.
    public static let ratingDue = Self(rawValue: "rating.due")
    /// The owner has given or changed a rating, or the person rated can see it now. Data: ``GivenRating``. Subject: the
    /// person rated.
    public static let ratingGiven = Self(rawValue: "rating.given")
    /// A rating that the owner has received is now visible to them. Data: ``ReceivedRating``. Subject: the person who
    /// has rated.
    public static let ratingReceived = Self(rawValue: "rating.received")
}

extension ListName {
    /// The people that the owner of the log may rate.
    public static let dueRatings = Self(rawValue: "ratings.due")
    /// The ratings that the owner has given.
    public static let givenRatings = Self(rawValue: "ratings.given")
    /// The ratings that the owner has received and can see.
    public static let receivedRatings = Self(rawValue: "ratings.received")
}

extension EventCatalogue {
    /// The events of ratings.
    public static let ratings = EventCatalogue([
        .ratingDue: DueRating.self, .ratingGiven: GivenRating.self, .ratingReceived: ReceivedRating.self,
        .personChanged: ChangedPerson.self,
    ])
}

extension ListDefinition<DueRating> {
    /// The people that the user may rate.
    public static var dueRatings: Self {
        Self(
            .dueRatings, order: .earliestFirst(\.rateBy), people: { [$0.person.id] }, isExpired: { $1 >= $0.rateBy },
            expiresAt: { $0.rateBy }
        ) { event, due throws(LogEventError) in
            switch event.kind {
            case .ratingDue: due.upsert(try event.data())
            case .ratingGiven:
                let rating = try event.data(GivenRating.self).rating
                due.remove(DueRating.id(of: rating.rateeID, at: rating.meetupID))
            case .personChanged:
                let changed = try event.data(ChangedPerson.self).person
                due.updateAll(where: { $0.person.id == changed.id }) { $0.person = changed }
            default: return .unknown
            }
            return .applied
        }
    }
}

extension ListDefinition<GivenRating> {
    /// The ratings that the user has given.
    public static var givenRatings: Self {
        Self(
            .givenRatings, order: .latestFirst(\.rating.createdAt), people: { [$0.person.id] }
        ) { event, given throws(LogEventError) in
            switch event.kind {
            case .ratingGiven: given.upsert(try event.data())
            case .personChanged:
                let changed = try event.data(ChangedPerson.self).person
                given.updateAll(where: { $0.person.id == changed.id }) { $0.person = changed }
            default: return .unknown
            }
            return .applied
        }
    }
}

extension ListDefinition<ReceivedRating> {
    /// The ratings that the user has received and can see.
    public static var receivedRatings: Self {
        Self(
            .receivedRatings, order: .latestFirst(\.rating.shownAt), people: { [$0.person.id] }
        ) { event, received throws(LogEventError) in
            switch event.kind {
            case .ratingReceived: received.upsert(try event.data())
            case .personChanged:
                let changed = try event.data(ChangedPerson.self).person
                received.updateAll(where: { $0.person.id == changed.id }) { $0.person = changed }
            default: return .unknown
            }
            return .applied
        }
    }
}

extension LogEvent {
    static func given(_ rating: GivenRating) -> LogEvent {
        LogEvent(.ratingGiven, subject: rating.person.id, data: rating)
    }
}
