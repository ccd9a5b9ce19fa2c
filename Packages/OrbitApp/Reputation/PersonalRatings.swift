import NotificationScheduling
public import OrbitModels
public import Reputation

extension AppModel {
    /// The people the user may rate, the ratings the user has given, and those received.
    public var ratings: RatingsViewModel { personal.ratings }

    /// Rating the people the user has met at a meetup that is over. Load it.
    public func rating(of meetup: MeetupID) -> RateMeetupViewModel {
        personal.live.model(of: meetup) { RateMeetupViewModel(of: meetup, ratings: personal.ratings) }
    }
}

extension NotificationFact {
    /// One for each meetup at which the user has met people they have not rated: it goes when all are.
    static func ofRatings(due: [DueRating]) -> [NotificationFact] {
        var seen: Set<MeetupID> = []
        return due.compactMap { due in
            guard seen.insert(due.meetup.id).inserted,
                let open = TimeSpan(start: due.meetup.endedAt, end: due.rateBy)
            else { return nil }
            return NotificationFact(
                NotificationSubject("rating-\(due.meetup.id)"), title: due.meetup.title, at: AnchoredSpan(open),
                rules: ReminderRule.rating)
        }
    }
}
