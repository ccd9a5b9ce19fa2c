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
    /// How an event ends.
    public enum End: Hashable, Sendable {
        /// At a time (DTEND), in the form of the start. For a day, that is the day after the last.
        case time(CalendarTime)
        /// After a length (DURATION).
        case length(CalendarLength)
    }

    /// Whether an event takes place (STATUS).
    public enum Status: String, CaseIterable, Hashable, Sendable {
        /// It may take place.
        case tentative = "TENTATIVE"
        /// It takes place.
        case confirmed = "CONFIRMED"
        /// It was called off.
        case cancelled = "CANCELLED"
    }

    /// Names the event in all calendars for ever. A file that repeats it updates the event.
    public var uid: String
    /// Counts the changes that attendees must know of, 0 to 2,147,483,647. It is not a time stamp.
    public var sequence: Int {
        didSet { sequence = Self.clamped(sequence) }
    }
    /// When this state was written (DTSTAMP), to the second.
    public var stamp: Date
    /// When the event was created.
    public var created: Date?
    /// When it last changed.
    public var lastModified: Date?
    /// When it starts.
    public var start: CalendarTime
    /// `nil`: a day lasts a day, a time has no length (RFC 5545, 3.6.1).
    public var end: End?
    /// The title.
    public var summary: String?
    /// A longer text (DESCRIPTION).
    public var details: String?
    /// The place in words.
    public var location: String?
    /// The place on the Earth (GEO). Files round it to six decimals, 11 cm.
    public var coordinates: Coordinates?
    /// A page about the event.
    public var url: URL?
    /// `nil` if the file says none.
    public var status: Status?
    /// Whether it takes up time (TRANSP).
    public var isBusy: Bool
    /// Who sends invitations. No address is written unless the caller gives one.
    public var organizer: CalendarParticipant?
    /// Who is invited. No address is written unless the caller gives one.
    public var attendees: [CalendarParticipant]
    /// How it repeats (RRULE).
    public var rule: RecurrenceRule?
    /// Further starts (RDATE).
    public var additions: [CalendarTime]
    /// Starts that are left out (EXDATE).
    public var exclusions: [CalendarTime]
    /// For a changed occurrence of a series: its start by the series (RECURRENCE-ID). It has the `uid` of the series.
    public var replaces: CalendarTime?

    /// Creates an event that takes up time.
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

    /// The event as called off: kept, with `CANCELLED` and the next `sequence`, so that calendars withdraw it.
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
    /// When it starts, again and again.
    ///
    /// - Parameter zone: Where the reader is; it matters to days and floating times.
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

    /// When an occurrence ends: days are counted on the wall clock, all else in seconds (RFC 5545, 3.8.5.3). Never
    /// before it starts.
    ///
    /// - Parameter zone: Where the reader is; it matters to days and floating times.
    public func end(of occurrence: EventSeries.Occurrence, in zone: TimeZone) -> Date {
        let length = length(in: zone)
        var end = occurrence.instant
        if length.days > 0 {
            let second = occurrence.wallTime.secondSinceEpoch + length.days * 86_400
            end = start.zone(in: zone).reading(of: WallTime(secondSinceEpoch: second)).first
        }
        return max(end.addingTimeInterval(Double(length.seconds)), occurrence.instant)
    }

    /// Whether the rule falls on the day of the start, or there is no rule.
    var startsOnRule: Bool {
        guard let rule else { return true }
        let day = start.wallTime(in: .gmt).day.sinceEpoch
        var days = RuleDays(of: rule, start: day, from: day, through: day)
        return days.next() == day
    }

    /// How long each occurrence lasts.
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
