import Meetups
import NotificationScheduling
public import OrbitModels
public import Reputation
import Trust
import Validation

extension SignedInUser {
    /// Returns the model for rating the people that the user has met at a meetup. Load it.
    public func rating(of meetup: MeetupID) -> RateMeetupViewModel {
        live.model(of: meetup) { RateMeetupViewModel(of: meetup, ratings: ratings) }
    }
}

extension NotificationFact {
    /// Creates a fact for each meetup at which the user has met people they have not rated. It disappears once all are
    /// rated.
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

extension SignedInUser {
    /// Returns the model that states how many guests are likely to come to a meetup that the user hosts.
    public func attendanceHint(of meetup: MeetupID) -> AttendanceHintViewModel {
        live.model(of: meetup) {
            AttendanceHintViewModel(of: meetup, service: reputation, log: log, words: words)
        }
    }
}

extension OwnStandingViewModel {
    /// Returns the failures of the fields that the user's level does not allow for hosting. The result is empty while
    /// the level is not known. The server checks the level as well, and refuses a meetup that the level does not allow.
    func obstacles(to entry: MeetupEntry, replacing saved: MeetupPlan?) -> [FieldFailure] {
        func failure(_ path: String, _ action: GatedAction) -> FieldFailure? {
            obstacle(to: action).map {
                FieldFailure(path: path, code: .notUnlocked, parameters: ["needed": .text($0)])
            }
        }
        let most = MeetupLimits.capacity.upperBound
        let places = entry.capacity ?? most
        let isMore = saved.map { places > $0.capacity ?? most } ?? true
        return [
            isMore ? failure("capacity", .host(places: places)) : nil,
            saved == nil && entry.repeats != nil ? failure("repeats", .hostSeries) : nil,
        ].compactMap(\.self)
    }
}
