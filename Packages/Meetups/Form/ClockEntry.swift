public import Foundation
public import OrbitModels

/// A time as it is entered: what the wall clock of the place shows.
public struct ClockEntry: Hashable, Sendable {
    /// What the clock shows; `nil` while it is not chosen.
    public var wall: WallTime?
    /// Of a time that the clock shows twice, whether the second is meant.
    public var isSecond: Bool
    /// The instant it was made of, which a wall clock shows only to the second.
    private var origin: Date?

    /// Creates an entry.
    public init(_ wall: WallTime? = nil, isSecond: Bool = false) {
        self.wall = wall
        self.isSecond = isSecond
    }

    /// What the clock of a zone shows at an instant.
    public init(_ instant: Date, in zone: TimeZone) {
        let wall = WallTime(instant, in: zone)
        self.init(wall)
        origin = instant
        if case .twice(_, let second) = wall.reading(in: zone) { isSecond = instant >= second }
    }

    /// The instant that is meant; `nil` while nothing is chosen. A skipped time is that of the clock before it was set
    /// forward (RFC 5545, 3.3.5).
    public func instant(in zone: TimeZone) -> Date? {
        guard let reading = wall?.reading(in: zone) else { return nil }
        var instant = reading.first
        if isSecond, case .twice(_, let second) = reading { instant = second }
        // What was not changed stays as it was, to the millisecond.
        if let origin, origin >= instant, origin < instant.addingTimeInterval(1) { return origin }
        return instant
    }

    /// What the user should know of a time that the clock does not show exactly once.
    public func notice(in zone: TimeZone) -> ClockNotice? {
        switch wall?.reading(in: zone) {
        case .skipped(let instant): .skipped(shownAs: WallTime(instant, in: zone))
        case .twice: .twice(isSecond: isSecond)
        case .once, nil: nil
        }
    }
}

/// A time that clocks do not show exactly once, because they are set forward or back.
public enum ClockNotice: Hashable, Sendable {
    /// Clocks are set forward over it: it is shown as this time instead.
    case skipped(shownAs: WallTime)
    /// Clocks are set back, and show it twice.
    case twice(isSecond: Bool)

    /// What to tell the user.
    public func message(in words: Words = .english) -> String {
        switch self {
        case .skipped(let wall): words.text("skipped", in: Self.vocabulary, ["time": .text(wall.hourAndMinute)]) ?? ""
        case .twice(let isSecond): words.text(isSecond ? "second" : "first", in: Self.vocabulary) ?? ""
        }
    }

    /// The sentences of notices; `skipped` has the parameter `time`.
    public static let vocabulary = Vocabulary(
        "clock_notice",
        [
            "skipped": "Clocks are set forward that night: this time does not exist and becomes {time}.",
            "first": "Clocks are set back that night and show this time twice. The earlier one is meant.",
            "second": "Clocks are set back that night and show this time twice. The later one is meant.",
        ])
}
