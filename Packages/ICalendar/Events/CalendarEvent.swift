public import Foundation
public import OrbitModels

/// An event of a calendar (VEVENT of RFC 5545).
///
/// ```swift
/// let now = Date(timeIntervalSince1970: 1_795_000_000)
/// var event = CalendarEvent(uid: "meetup-17@orbit", stamp: now, start: .instant(now.addingTimeInterval(86_400)))
/// event.end = .length(CalendarLength(seconds: 5_400))
/// event.summary = "Tennis"
/// let file = CalendarFile(events: [event]).text
/// ```
public struct CalendarEvent: Hashable, Sendable {
    /// The end of an event.
    public enum End: Hashable, Sendable {
        /// The event ends at a time (DTEND), in the form of the start. For whole days, it is the day after the last
        /// day.
        case time(CalendarTime)
        /// The event ends after a length (DURATION).
        case length(CalendarLength)
    }

    /// The status of an event (STATUS).
    public enum Status: String, CaseIterable, Hashable, Sendable {
        /// The event may take place.
        case tentative = "TENTATIVE"
        /// The event takes place.
        case confirmed = "CONFIRMED"
        /// The event was cancelled.
        case cancelled = "CANCELLED"
    }

    /// The permanent identifier of the event in all calendars. A file with the same identifier updates the event.
    public var uid: String
    /// The number of changes that attendees must know of, 0 to 2,147,483,647. It is not a time stamp.
    public var sequence: Int {
        didSet { sequence = Self.clamped(sequence) }
    }
    /// The time at which this state was written (DTSTAMP), in whole seconds.
    public var stamp: Date
    /// The time of creation.
    public var created: Date?
    /// The time of the last change.
    public var lastModified: Date?
    /// The start.
    public var start: CalendarTime
    /// The end. `nil` means one day for whole days, and no length for times (RFC 5545, 3.6.1).
    public var end: End?
    /// The title.
    public var summary: String?
    /// A description (DESCRIPTION).
    public var details: String?
    /// The name of the place.
    public var location: String?
    /// The coordinates of the place (GEO). Files round them to six decimals, 11 cm.
    public var coordinates: Coordinates?
    /// The address of a page about the event.
    public var url: URL?
    /// The status, or `nil` if the file does not contain it.
    public var status: Status?
    /// Whether the event makes its owner busy (TRANSP).
    public var isBusy: Bool
    /// The person who sends invitations. No address is written unless the caller sets one.
    public var organizer: CalendarParticipant?
    /// The invited people. No address is written unless the caller sets one.
    public var attendees: [CalendarParticipant]
    /// The recurrence rule (RRULE).
    public var rule: RecurrenceRule?
    /// Further starts (RDATE).
    public var additions: [CalendarTime]
    /// Starts to leave out (EXDATE).
    public var exclusions: [CalendarTime]
    /// For a changed occurrence, its start according to the series (RECURRENCE-ID). The changed event has the `uid` of
    /// the series.
    public var replaces: CalendarTime?

    /// Creates an event that makes its owner busy.
    public init(uid: String, sequence: Int = 0, stamp: Date, start: CalendarTime, end: End? = nil) {
        self.uid = uid
        self.sequence = Self.clamped(sequence)
        self.stamp = stamp
        self.start = start
        self.end = end
        isBusy = true
        attendees = []
        additions = []
        exclusions = []
    }

    static func clamped(_ sequence: Int) -> Int { min(max(sequence, 0), 2_147_483_647) }

    /// Returns the cancelled event, with the status `CANCELLED` and the next `sequence`. Calendars then withdraw the
    /// event.
    public func cancelled(at instant: Date) -> CalendarEvent {
        var event = self
        event.status = .cancelled
        event.sequence += 1
        event.stamp = instant
        event.lastModified = instant
        return event
    }
}

extension CalendarEvent {
    /// Returns the series of the event's starts.
    ///
    /// - Parameter zone: The reader's zone, for whole days and floating times.
    public func series(in zone: TimeZone) -> EventSeries {
        var days: Set<CalendarDay> = []
        var instants: Set<Date> = []
        for exclusion in exclusions {
            if start.isDay || exclusion.isDay {
                days.insert(exclusion.calendarDay(in: zone))
            } else {
                instants.insert(exclusion.instant(in: zone))
            }
        }
        return EventSeries(
            start: start.wallTime(in: zone), zone: start.zone(in: zone), rule: rule,
            additions: additions.map { $0.instant(in: zone) }, exclusions: instants, excludedDays: days)
    }

    /// Returns the end of an occurrence. It is never before the start.
    ///
    /// Days are counted on the wall clock, and the rest of a length in seconds (RFC 5545, 3.8.5.3).
    ///
    /// - Parameters:
    ///   - occurrence: The occurrence.
    ///   - zone: The reader's zone, for whole days and floating times.
    public func end(of occurrence: EventSeries.Occurrence, in zone: TimeZone) -> Date {
        let length = length(in: zone)
        var end = occurrence.instant
        if length.days > 0 {
            let second = occurrence.wallTime.secondSinceEpoch + length.days * 86_400
            end = start.zone(in: zone).instants(of: LocalDateTime(secondSinceEpoch: second)).first
        }
        return max(end.addingTimeInterval(Double(length.seconds)), occurrence.instant)
    }

    /// Whether the rule falls on the day of the start, or the event does not have a rule.
    var startsOnRule: Bool {
        guard let rule else { return true }
        let day = start.wallTime(in: .gmt).day.sinceEpoch
        var days = RuleDays(of: rule, start: day, from: day, through: day)
        return days.next() == day
    }

    /// Returns the length of each occurrence.
    func length(in zone: TimeZone) -> CalendarLength {
        switch (end, start) {
        case (.length(let length), _): return length
        case (.time(.day(let end)), .day(let start)): return CalendarLength(days: end.days(since: start))
        case (.time(let end), _):
            let seconds = end.instant(in: zone).timeIntervalSince(start.instant(in: zone))
            return CalendarLength(seconds: Int(min(max(seconds, 0), 315_569_520_000)))
        case (nil, .day): return CalendarLength(days: 1)
        case (nil, _): return CalendarLength()
        }
    }
}
