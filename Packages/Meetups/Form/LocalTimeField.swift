public import Foundation
public import OrbitModels

/// A time as entered in a form: a local time at the place of the meetup.
public struct LocalTimeField: Hashable, Sendable {
    /// The wall time, or `nil` if not chosen yet.
    public var wall: LocalDateTime?
    /// Whether the second instant is meant if the clock shows the time twice.
    public var isSecond: Bool
    /// The instant from which the field was created. It can be more precise than a wall time, which has whole seconds.
    private var origin: Date?

    /// Creates a field with a wall time.
    public init(_ wall: LocalDateTime? = nil, isSecond: Bool = false) {
        self.wall = wall
        self.isSecond = isSecond
    }

    /// Creates a field with the time that the clock of a zone shows at an instant.
    public init(_ instant: Date, in zone: TimeZone) {
        let wall = LocalDateTime(instant, in: zone)
        self.init(wall)
        origin = instant
        if case .twice(_, let second) = wall.instants(in: zone) { isSecond = instant >= second }
    }

    /// Returns the instant of the field, or `nil` if no time is chosen.
    ///
    /// A skipped time uses the offset before the clock is set forward (RFC 5545, 3.3.5).
    public func instant(in zone: TimeZone) -> Date? {
        guard let instants = wall?.instants(in: zone) else { return nil }
        var instant = instants.first
        if isSecond, case .twice(_, let second) = instants { instant = second }
        // An unchanged time keeps its instant to the millisecond.
        if let origin, origin >= instant, origin < instant.addingTimeInterval(1) { return origin }
        return instant
    }

    /// Returns a warning if the clock does not show the time exactly once.
    public func warning(in zone: TimeZone) -> LocalTimeWarning? {
        switch wall?.instants(in: zone) {
        case .skipped(let instant): .skipped(shownAs: LocalDateTime(instant, in: zone))
        case .twice: .twice(isSecond: isSecond)
        case .once, nil: nil
        }
    }
}

/// A warning about a time that clocks do not show exactly once, because they are set forward or back.
public enum LocalTimeWarning: Hashable, Sendable {
    /// Clocks are set forward and skip the time. It is shown as `shownAs` instead.
    case skipped(shownAs: LocalDateTime)
    /// Clocks are set back and show the time twice.
    case twice(isSecond: Bool)

    /// Returns a sentence for the user.
    public func message(in words: LocalizedStrings = .english) -> String {
        switch self {
        case .skipped(let wall): words.text("skipped", in: Self.vocabulary, ["time": .text(wall.hourAndMinute)]) ?? ""
        case .twice(let isSecond): words.text(isSecond ? "second" : "first", in: Self.vocabulary) ?? ""
        }
    }

    /// The sentences of warnings. The sentence `skipped` has the parameter `time`.
    public static let vocabulary = Vocabulary(
        "clock_notice",
        [
            "skipped": "Clocks go forward that night, and this time does not exist. It becomes {time}.",
            "first": "Clocks go back that night and show this time twice. This is the earlier one.",
            "second": "Clocks go back that night and show this time twice. This is the later one.",
        ])
}
