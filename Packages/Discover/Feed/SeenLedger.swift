public import OrbitModels

/// Whom somebody has been shown, and since which day.
///
/// On the day of the first showing nothing changes; from the next day on the person rests, and comes round again
/// when the cool-down is over.
public struct SeenLedger: Hashable, Sendable {
    /// In days, from the day of the showing on.
    public static let coolDown = 14

    private var firstShown: [UserID: CalendarDay] = [:]

    public init() {}

    /// Later showings within the cool-down do not begin it anew.
    public mutating func note(_ id: UserID, shownOn day: CalendarDay) {
        firstShown[id] = min(firstShown[id] ?? day, day)
    }

    public func isResting(_ id: UserID, on day: CalendarDay) -> Bool {
        guard let days = firstShown[id].map(day.days(since:)) else { return false }
        return days > 0 && days < Self.coolDown
    }

    /// Everyone who rests, and for how many more days.
    public func resting(on day: CalendarDay) -> [UserID: Int] {
        firstShown.filter { isResting($0.key, on: day) }.mapValues { Self.coolDown - day.days(since: $0) }
    }
}
