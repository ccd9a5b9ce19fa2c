public import Foundation
public import OrbitModels

/// When the owner of a calendar file is busy, and nothing else about it: titles, places and people are not read.
///
/// ```swift
/// let data = Data("BEGIN:VCALENDAR\nEND:VCALENDAR".utf8)
/// let now = Date(timeIntervalSince1970: 1_795_000_000)
/// if let week = TimeSpan(start: now, end: now.addingTimeInterval(7 * 86_400)) {
///     let busy = try BusyTimes(reading: data, in: week, zone: .gmt)
///     print(busy.spans)
/// }
/// ```
///
/// Events count unless they are transparent or cancelled, tentative ones too; whole days count from midnight to
/// midnight in the user's zone; series are expanded, without excluded and with changed occurrences; busy times of
/// VFREEBUSY count unless they say FREE. Events without length take no time.
public struct BusyTimes: Hashable, Sendable {
    /// In order, without overlaps or shared ends, and cut at the window.
    public let spans: [TimeSpan]
    /// What was left out or corrected, in the order of the file.
    public let problems: [CalendarProblem]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - window: The time that matters.
    ///   - zone: The user's, for whole days and floating times.
    /// - Throws: ``CalendarFileError`` if it is too large or no calendar.
    public init(
        reading data: Data, in window: TimeSpan, zone: TimeZone, limits: CalendarLimits = CalendarLimits()
    ) throws(CalendarFileError) {
        let components = try ComponentReader.calendars(of: data, properties: Self.propertyNames, limits: limits)
        var search = BusySearch(
            window: window, zone: zone, limits: limits, reader: EventReader(components, limits: limits))
        search.read(components.calendars.flatMap(\.components))
        spans = search.merged
        problems = search.reader.problems.all
    }

    private static let propertyNames: Set<String> = [
        "UID", "SEQUENCE", "DTSTAMP", "DTSTART", "DTEND", "DURATION", "STATUS", "TRANSP", "RRULE", "EXRULE", "RDATE",
        "EXDATE", "RECURRENCE-ID", "FREEBUSY", "TZID", "TZOFFSETFROM", "TZOFFSETTO",
    ]
}
