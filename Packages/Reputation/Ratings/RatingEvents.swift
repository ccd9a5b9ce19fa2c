public import OrbitModels

extension EventKind {
    /// The owner may rate a person they have met. Data: ``DueRating``. Subject: the person.
    public static let ratingDue = Self(rawValue: "rating.due")
    /// A rating by the owner was given or changed, or is shown to the person rated. Data: ``GivenRating``. Subject: the
    /// person rated.
    public static let ratingGiven = Self(rawValue: "rating.given")
    /// A rating of the owner is shown. Data: ``ReceivedRating``. Subject: the person who has rated.
    public static let ratingReceived = Self(rawValue: "rating.received")
}

extension ListName {
    /// The people the owner of the log may rate.
    public static let dueRatings = Self(rawValue: "ratings.due")
    /// The ratings that the owner has given.
    public static let givenRatings = Self(rawValue: "ratings.given")
    /// The ratings that the owner has received.
    public static let receivedRatings = Self(rawValue: "ratings.received")
}

extension EventCatalogue {
    /// The events of ratings.
    public static let ratings = EventCatalogue([
        .ratingDue: DueRating.self, .ratingGiven: GivenRating.self, .ratingReceived: ReceivedRating.self,
        .personChanged: ChangedPerson.self,
    ])
}
