/// One of the 168 wall-clock hours of the week. Weeks begin on Monday (ISO 8601).
public struct HourOfWeek: Hashable, Sendable, Comparable {
    /// The index, 0 (Monday 00:00–01:00) to 167 (Sunday 23:00–24:00).
    public let index: Int

    /// Creates an hour, or returns `nil` unless `hour` is 0 to 23.
    public init?(_ weekday: Weekday, hour: Int) {
        guard (0...23).contains(hour) else { return nil }
        index = weekday.rawValue * 24 + hour
    }

    init(index: Int) {
        self.index = index
    }

    /// The day of the week.
    public var weekday: Weekday { Weekday.allCases[index / 24] }

    /// The hour of the day, 0 to 23.
    public var hour: Int { index % 24 }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.index < rhs.index }
}

/// A day of the week (ISO 8601).
public enum Weekday: Int, CaseIterable, Hashable, Sendable {
    /// In ISO 8601 order; the raw values are 0 (Monday) to 6 (Sunday).
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// The name on the wire: `mon` to `sun`.
    public var key: String { Self.keys[rawValue] }

    /// Creates the day with this name on the wire, `mon` to `sun`.
    public init?(key: String) {
        guard let index = Self.keys.firstIndex(of: key) else { return nil }
        self = Self.allCases[index]
    }

    private static let keys = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
}
