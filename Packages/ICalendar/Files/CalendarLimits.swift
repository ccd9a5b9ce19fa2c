/// How much a file may hold. Reading takes time and memory in proportion to it, whatever the file says.
public struct CalendarLimits: Hashable, Sendable {
    /// Bytes of the file. A larger one is refused.
    public var bytes = 8_388_608
    /// Bytes of one line, its folds included. A longer one is left out.
    public var lineBytes = 1_048_576
    /// How deep components are nested. VALARM in VEVENT in VCALENDAR is 3.
    public var depth = 8
    /// Events, spans of busy time and descriptions of zones altogether.
    public var components = 20_000
    /// Properties of one component, and dates in all its lists together.
    public var properties = 5_000
    /// Descriptions of zones.
    public var zones = 100
    /// Clock changes and rules for them (STANDARD and DAYLIGHT) of one zone. A zone with more of them is not known.
    public var observances = 500
    /// Problems to list.
    public var problems = 100
    /// Periods of all recurrence rules together that are examined for busy time: days, weeks and months, and of years
    /// the months in which the rule can fall.
    public var periods = 2_000_000
    /// Occurrences of all events together that are found for busy time.
    public var occurrences = 100_000

    /// The limits for files of users.
    public init() {}
}

/// Why a file was not read at all.
public enum CalendarFileError: Error, Hashable, Sendable {
    /// It has more bytes than the limit.
    case tooLarge(bytes: Int, limit: Int)
    /// It is UTF-16.
    case notUTF8
    /// It holds no VCALENDAR.
    case notACalendar
}
