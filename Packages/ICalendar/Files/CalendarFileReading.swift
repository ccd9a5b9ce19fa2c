public import Foundation

/// The result of reading a file.
public struct CalendarReading: Hashable, Sendable {
    /// The complete events.
    public let file: CalendarFile
    /// The problems of the file, in its order: parts that were left out or corrected.
    public let problems: [CalendarProblem]
}

extension CalendarFile {
    /// Reads all complete parts of a file. For a truncated file, the result has the events before the end.
    ///
    /// The reader accepts LF as line end, names in any case of letters, and folds anywhere, even within a character. It
    /// skips unknown components and properties.
    ///
    /// - Complexity: O(*n*) in time and memory, for *n* bytes.
    /// - Throws: ``CalendarFileError`` if the file is too large or is not a calendar.
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

/// The limits of a file. The time and memory for reading are proportional to them, whatever the file contains.
public struct CalendarLimits: Hashable, Sendable {
    /// The maximum number of bytes of the file. A larger file is refused.
    public var bytes = 8_388_608
    /// The maximum number of bytes of a line, including its folds. A longer line is left out.
    public var lineBytes = 1_048_576
    /// The maximum depth of nested components. VALARM in VEVENT in VCALENDAR has the depth 3.
    public var depth = 8
    /// The maximum number of components of the file: calendars, events, busy times, zone descriptions, and the clock
    /// changes and rules of zones.
    public var components = 20_000
    /// The maximum number of properties of a component, and of dates in all its lists together.
    public var properties = 5_000
    /// The maximum number of zone descriptions.
    public var zones = 100
    /// The maximum number of clock changes and rules (STANDARD and DAYLIGHT) of a zone. A zone with more of them is
    /// unknown.
    public var observances = 500
    /// The maximum number of listed problems.
    public var problems = 100
    /// The maximum number of periods that a search for busy times examines, over all recurrence rules together.
    ///
    /// Periods are days, weeks and months. A year counts as the number of months in which its rule can fall.
    public var periods = 2_000_000
    /// The maximum number of occurrences of all events together that are found for busy times.
    public var occurrences = 100_000

    /// Creates the default limits, which suit the files of users.
    public init() {}
}

/// A reason why a file was not read at all.
public enum CalendarFileError: Error, Hashable, Sendable {
    /// The file has more bytes than the limit.
    case tooLarge(bytes: Int, limit: Int)
    /// The file is UTF-16.
    case notUTF8
    /// The file does not contain a VCALENDAR.
    case notACalendar
}
