/// A month of a year. Awards count months, not days.
public struct SeasonMonth: Hashable, Comparable, Sendable {
    /// The months since January of the year 0.
    public let index: Int

    /// Creates a month. Returns `nil` unless the year is 1900 to 2199 and the month 1 to 12.
    public init?(year: Int, month: Int) {
        guard (1900...2199).contains(year), (1...12).contains(month) else { return nil }
        index = year * 12 + month - 1
    }

    /// Creates a month from numbers that are clamped to the valid range.
    init(clampedYear year: Int, month: Int) {
        index = min(max(year, 1900), 2199) * 12 + min(max(month, 1), 12) - 1
    }

    /// Creates a month from ``index``.
    init(index: Int) { self.index = index }

    /// The year.
    public var year: Int { index / 12 }
    /// The month, 1 to 12.
    public var month: Int { index % 12 + 1 }

    /// Returns the month a number of months later.
    func advanced(by months: Int) -> SeasonMonth { SeasonMonth(index: index + months) }

    public static func < (left: SeasonMonth, right: SeasonMonth) -> Bool { left.index < right.index }
}
