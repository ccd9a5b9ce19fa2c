public import OrbitModels

/// The people that a viewer has been shown, with the day of the first showing.
///
/// A person remains available on the day of the showing. After that day the cool-down excludes the person until it
/// ends.
public struct ImpressionHistory: Hashable, Sendable {
    /// The cool-down in days from the first showing.
    public static let coolDown = 14

    /// The day on which the cool-down of each person began.
    private var firstShown: [UserID: CalendarDay] = [:]

    /// Creates an empty history.
    public init() {}

    /// Records a showing. It starts a new cool-down only after the previous cool-down has ended.
    public mutating func note(_ id: UserID, shownOn day: CalendarDay) {
        let known = firstShown[id] ?? day
        let isSameRest = abs(day.days(since: known)) < Self.coolDown
        firstShown[id] = isSameRest ? min(known, day) : max(known, day)
    }

    /// Whether the cool-down excludes the person on this day.
    public func isCoolingDown(_ id: UserID, on day: CalendarDay) -> Bool {
        guard let days = firstShown[id].map(day.days(since:)) else { return false }
        return days > 0 && days < Self.coolDown
    }

    /// Returns the people that the cool-down excludes on this day, with the number of days left.
    public func coolingDown(on day: CalendarDay) -> [UserID: Int] {
        firstShown.filter { isCoolingDown($0.key, on: day) }.mapValues { Self.coolDown - day.days(since: $0) }
    }
}
