public import OrbitModels

/// Whom somebody has been shown, and since which day.
///
/// On the day of the first showing nothing changes; from the next day on the person rests, and comes round again
/// when the cool-down is over.
public struct SeenLedger: Hashable, Sendable {
    /// In days, from the day of the showing on.
    public static let coolDown = 14

    /// The day that began the cool-down.
    private var firstShown: [UserID: CalendarDay] = [:]

    public init() {}

    /// Another showing within the cool-down does not begin it anew, one after it does.
    public mutating func note(_ id: UserID, shownOn day: CalendarDay) {
        let known = firstShown[id] ?? day
        let isSameRest = abs(day.days(since: known)) < Self.coolDown
        firstShown[id] = isSameRest ? min(known, day) : max(known, day)
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
