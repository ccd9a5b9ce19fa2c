import NotificationScheduling
public import OrbitModels
public import Reputation

extension SignedInUser {
    /// Rating the people the user has met at a meetup that is over. Load it.
    public func rating(of meetup: MeetupID) -> RateMeetupViewModel {
        live.model(of: meetup) { RateMeetupViewModel(of: meetup, ratings: ratings) }
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
