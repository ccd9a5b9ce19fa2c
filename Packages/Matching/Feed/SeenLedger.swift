public import OrbitModels

/// The people that a viewer has been shown, and since which day.
///
/// A person shown stays available that day, then rests until the cool-down is over.
public struct SeenLedger: Hashable, Sendable {
    /// In days from the first showing.
    public static let coolDown = 14

    /// The day that began the cool-down.
    private var firstShown: [UserID: CalendarDay] = [:]

    /// Creates an empty ledger.
    public init() {}

    /// Records a showing. It restarts the cool-down only if the previous one is over.
    public mutating func note(_ id: UserID, shownOn day: CalendarDay) {
        let known = firstShown[id] ?? day
        let isSameRest = abs(day.days(since: known)) < Self.coolDown
        firstShown[id] = isSameRest ? min(known, day) : max(known, day)
    }

    /// Whether the person is resting on this day.
    public func isResting(_ id: UserID, on day: CalendarDay) -> Bool {
        guard let days = firstShown[id].map(day.days(since:)) else { return false }
        return days > 0 && days < Self.coolDown
    }

    /// The people resting on this day, with the number of days left.
    public func resting(on day: CalendarDay) -> [UserID: Int] {
        firstShown.filter { isResting($0.key, on: day) }.mapValues { Self.coolDown - day.days(since: $0) }
    }
}
