public import Calendars
import Foundation
public import Meetups
public import OrbitModels

extension CalendarEntry {
    /// A meetup as a calendar shows it: tentative until the user attends for certain; `nil` once it is cancelled.
    public init?(_ appointment: MeetupAppointment) {
        guard !appointment.isCancelled else { return nil }
        self.init(
            id: appointment.id.rawValue, title: appointment.title, time: .span(appointment.span),
            kind: appointment.isCertain ? .confirmed : .tentative)
    }
}

extension CalendarEvent {
    /// A meetup for other calendars (RFC 5545). An edit raises SEQUENCE, so that it replaces what was there; no address of
    /// any person is written.
    ///
    /// - Parameter host: the domain of the server, which makes the identifier unique.
    public init(_ meetup: Meetup, host: String) {
        let plan = meetup.plan
        self.init(
            uid: "\(meetup.id)@\(host)", sequence: meetup.revision, stamp: meetup.updatedAt,
            start: .zoned(WallTime(plan.span.start, in: plan.timeZone), CalendarZone(plan.timeZone)),
            end: .time(.zoned(WallTime(plan.span.end, in: plan.timeZone), CalendarZone(plan.timeZone))))
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
        isBusy = meetup.standing.isAttending
    }
}
