public import Foundation
public import OrbitModels

/// The times at which the owner of a calendar file is busy. Titles, places and people are not read.
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
/// These times are busy:
/// - Events, including tentative events. Transparent and cancelled events and events without a length are ignored.
/// - Whole days, from midnight to midnight in the user's zone.
/// - The occurrences of series, without excluded occurrences and with changed occurrences.
/// - The busy times of VFREEBUSY, unless they are marked as FREE.
public struct BusyTimes: Hashable, Sendable {
    /// The busy times in order, clipped to the window. They do not overlap or touch.
    public let spans: [TimeSpan]
    /// The problems of the file, in its order: parts that were left out or corrected.
    public let problems: [CalendarProblem]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - data: The content of the file.
    ///   - window: The window to search.
    ///   - zone: The user's zone, for whole days and floating times.
    ///   - limits: The limits of the work.
    /// - Throws: ``CalendarFileError`` if the file is too large or is not a calendar.
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
