import Foundation
public import ICalendar
public import OrbitModels

extension CalendarEvent {
    /// Creates an event for other calendars (RFC 5545). The app and the server create equal events.
    ///
    /// The event contains only data that the user may see. It has the exact place only if the user attends, and no
    /// names of people. An edit increases SEQUENCE, so the event replaces its earlier version. The UID does not name
    /// the host (RFC 7986, 5.3), because the server generates meetup identifiers at random.
    ///
    /// ```swift
    /// let text = CalendarFile(method: .publish, events: [CalendarEvent(meetup)]).text
    /// ```
    public init(_ meetup: Meetup) {
        let plan = meetup.plan
        self.init(
            uid: "meetup-\(meetup.id)", sequence: meetup.revision, stamp: meetup.updatedAt,
            start: CalendarTime(plan.span.start, onClockOf: plan.timeZone),
            end: .time(CalendarTime(plan.span.end, onClockOf: plan.timeZone)))
        summary = plan.title
        details = plan.description.isEmpty ? nil : plan.description
        location = [plan.place.name, plan.place.room, plan.place.address].compactMap(\.self).joined(separator: ", ")
        if location?.isEmpty == true { location = nil }
        url = plan.place.link.flatMap { URL(string: $0) }
        coordinates = plan.place.isExact ? plan.place.coordinates : nil
        created = meetup.createdAt
        lastModified = meetup.updatedAt
        status =
            meetup.status == .cancelled ? .cancelled : meetup.attendance.isAttending ? .confirmed : .tentative
        isBusy = meetup.attendance.isAttending && meetup.status != .cancelled
    }
}

extension CalendarTime {
    /// Creates a time on the wall clock of a zone.
    fileprivate init(_ instant: Date, onClockOf zone: TimeZone) {
        let wall = LocalDateTime(instant, in: zone)
        // A wall time that occurs twice means the first instant (RFC 5545, 3.3.5). The second instant is written in
        // UTC.
        let isFirst = abs(wall.instants(in: zone).first.timeIntervalSince(instant)) < 1
        self = isFirst ? .zoned(wall, CalendarZone(zone)) : .instant(instant)
    }
}
