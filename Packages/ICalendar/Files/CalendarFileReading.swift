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
