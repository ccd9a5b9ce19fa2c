public import Foundation

/// What was read of a file.
public struct CalendarReading: Hashable, Sendable {
    /// The events that are whole.
    public let file: CalendarFile
    /// What was left out or corrected, in the order of the file.
    public let problems: [CalendarProblem]
}

extension CalendarFile {
    /// Reads a file, and everything in it that is whole: a file that was cut short gives the events before the cut.
    ///
    /// Line ends may be LF alone, names in any case of letters, and folds anywhere, even within a character. Components
    /// and properties that are not known are skipped. Takes time and memory in proportion to the length of the file.
    ///
    /// - Throws: ``CalendarFileError`` if it is too large or no calendar.
    public static func read(
        _ data: Data, limits: CalendarLimits = CalendarLimits()
    ) throws(CalendarFileError) -> CalendarReading {
        let components = try ComponentReader.calendars(of: data, properties: propertyNames, limits: limits)
        var reader = EventReader(components, limits: limits)
        var file = CalendarFile()
        for component in components.calendars.flatMap(\.components) where component.name == "VEVENT" {
            if let result = reader.event(component), result.isWhole { file.events.append(result.event) }
        }
        if let calendar = components.calendars.first { file.readHeader(calendar, &reader) }
        return CalendarReading(file: file, problems: reader.problems.all)
    }

    private mutating func readHeader(_ calendar: Component, _ reader: inout EventReader) {
        method = calendar["METHOD"].map { Method(rawValue: $0.value) }
        name = (calendar["NAME"] ?? calendar["X-WR-CALNAME"]).map { EscapedText.unescaped($0.value) }
        color = calendar["COLOR"].map { EscapedText.unescaped($0.value) }
        source = calendar["SOURCE"].flatMap { URL(string: $0.value) }
        guard let line = calendar["REFRESH-INTERVAL"] ?? calendar["X-PUBLISHED-TTL"] else { return }
        refreshInterval = CalendarLength(line.value)
        if refreshInterval == nil { reader.report(.invalid(line.name), line: line.line) }
    }

    private static let propertyNames: Set<String> = [
        "METHOD", "NAME", "X-WR-CALNAME", "COLOR", "SOURCE", "REFRESH-INTERVAL", "X-PUBLISHED-TTL", "UID", "SEQUENCE",
        "DTSTAMP", "CREATED", "LAST-MODIFIED", "DTSTART", "DTEND", "DURATION", "SUMMARY", "DESCRIPTION", "LOCATION",
        "GEO", "URL", "STATUS", "TRANSP", "ORGANIZER", "ATTENDEE", "RRULE", "EXRULE", "RDATE", "EXDATE",
        "RECURRENCE-ID", "TZID", "TZOFFSETFROM", "TZOFFSETTO",
    ]
}

extension ComponentReader {
    static func calendars(
        of data: Data, properties: Set<String>, limits: CalendarLimits
    ) throws(CalendarFileError) -> ComponentReader {
        guard data.count <= limits.bytes else { throw .tooLarge(bytes: data.count, limit: limits.bytes) }
        let bytes = [UInt8](data)
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { throw .notUTF8 }
        let reader = ComponentReader(bytes, properties: properties, limits: limits)
        guard !reader.calendars.isEmpty else { throw .notACalendar }
        return reader
    }
}

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
