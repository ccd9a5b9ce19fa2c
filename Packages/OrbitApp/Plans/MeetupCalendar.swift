public import Calendars
public import Meetups
import OrbitModels

extension CalendarEntry {
    /// A meetup as a calendar shows it: tentative until the user attends for certain; `nil` once it is cancelled.
    public init?(_ appointment: MeetupAppointment) {
        guard !appointment.isCancelled else { return nil }
        self.init(
            id: appointment.id.rawValue, title: appointment.title, time: .span(appointment.span),
            kind: appointment.isCertain ? .confirmed : .tentative)
    }
}
