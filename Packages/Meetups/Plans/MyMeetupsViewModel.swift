public import Foundation
public import Observation
public import OrbitModels
public import Presentation

/// The meetups in the user's calendar: hosted, attended, requested, on the wait list, offered, and invited to.
@MainActor @Observable public final class MyMeetupsViewModel {
    /// The meetups, ordered by start.
    public let meetups: PagedList<MeetupListing>

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    ///
    /// - Parameters:
    ///   - service: The service that loads the meetups.
    ///   - log: The event log of the user.
    ///   - from: The start of the period to show. Meetups that end after it are shown. `nil` shows those that have not
    ///     ended or were attended recently.
    ///   - to: The end of the period to show. Meetups that start before it are shown.
    ///   - pageSize: The number of meetups of one page, 1 to 100.
    public init(
        service: MeetupService, log: EventLog, from: Date? = nil, to: Date? = nil, pageSize: Int = 50
    ) {
        meetups = PagedList(.myMeetups(from: from, to: to), on: log) {
            try await service.mine(from: from, to: to, after: $0, limit: pageSize)
        }
        if from == nil, to == nil { log.storage.add(meetups, as: "my_meetups") }
        // A request of an earlier start may wait, although no screen shows its meetup.
        QueuedJoin.register(with: MeetupGuestService(client: service.client), on: log)
    }

    /// The appointments for a calendar, ordered by start.
    public var appointments: [MeetupAppointment] { meetups.known.map(MeetupAppointment.init) }
}

/// A meetup as shown in a calendar.
public struct MeetupAppointment: Hashable, Sendable, Identifiable {
    /// The identifier of the meetup.
    public let id: MeetupID
    /// The title.
    public let title: String
    /// The time from the start to the end.
    public let span: TimeSpan
    /// The time zone of the place.
    public let timeZone: TimeZone
    /// Whether the user certainly attends.
    public let isCertain: Bool
    /// Whether the meetup was cancelled. Cancelled meetups stay in the calendar until their planned end.
    public let isCancelled: Bool

    /// Creates the appointment of a listed meetup.
    public init(_ listing: MeetupListing) {
        let meetup = listing.meetup
        id = meetup.id
        title = meetup.plan.title
        span = meetup.plan.span
        timeZone = meetup.plan.timeZone
        isCertain = meetup.attendance.isAttending && meetup.status != .cancelled
        isCancelled = meetup.status == .cancelled
    }
}
