import Foundation
public import ICalendar
public import OrbitModels

extension CalendarEvent {
    /// A meetup for other calendars (RFC 5545), the same from the app and from the server. It says what the user may know
    /// of the meetup, so the exact place only if they attend, and no person.
    ///
    /// An edit raises SEQUENCE, so that it replaces what was there. The UID names no host, as RFC 7986 (5.3) advises: the
    /// server draws the ids of meetups at random.
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
            meetup.status == .cancelled ? .cancelled : meetup.standing.isAttending ? .confirmed : .tentative
        isBusy = meetup.standing.isAttending && meetup.status != .cancelled
    }
}

extension CalendarTime {
    /// What the wall clock of a zone shows. An hour that it shows twice means the first (RFC 5545, 3.3.5), so in the second
    /// it is said as UTC.
    fileprivate init(_ instant: Date, onClockOf zone: TimeZone) {
        let wall = WallTime(instant, in: zone)
        let isFirst = abs(wall.reading(in: zone).first.timeIntervalSince(instant)) < 1
        self = isFirst ? .zoned(wall, CalendarZone(zone)) : .instant(instant)
    }
}
