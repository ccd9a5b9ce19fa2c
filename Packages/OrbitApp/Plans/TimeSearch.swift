import Calendars
import Foundation
import OrbitModels

/// All that common times depend on: equal searches have equal times.
struct TimeSearch: Hashable {
    let user: UserID
    /// The user's own hours. The starts are round on the wall clock of their zone.
    let week: WeeklyAvailability
    /// What the user has planned.
    let planned: TimeSet
    /// When the user is busy by other calendars.
    let imported: TimeSet
    let others: [Participant]
    let duration: TimeInterval
    let notice: TimeInterval
    let days: Int
    /// The next full minute, so that a search stays the same for a while.
    let now: Date

    /// `nil` if there is no meeting of such a length.
    func times() -> MeetingTimes? {
        let days = min(max(days, FindTimeViewModel.daysAhead.lowerBound), FindTimeViewModel.daysAhead.upperBound)
        guard let window = TimeSpan(start: now, end: now.addingTimeInterval(Double(days) * 86_400)),
            let request = try? MeetingRequest(  // an unusable duration has no times
                in: window, lasting: duration, zone: week.timeZone, now: now, notice: notice)
        else { return nil }
        let own = Availability(week: week, busy: planned.union(imported))
        return request.times(for: [Participant(id: user, availability: own)] + others)
    }
}

/// The last result of something that is read more often than what it depends on changes.
final class LastResult<Key: Equatable, Value> {
    private var last: (key: Key, value: Value)?

    func value(of key: Key, _ make: (Key) -> Value) -> Value {
        if let last, last.key == key { return last.value }
        let value = make(key)
        last = (key, value)
        return value
    }
}
