public import Foundation
public import Observation
public import OrbitModels
public import Presentation

/// The meetups that are the user's concern: hosted, attended, asked for, offered, and those they are invited to.
@MainActor @Observable public final class MyMeetupsViewModel {
    /// By start.
    public let meetups: PagedList<MeetupListing>

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    ///
    /// - Parameters:
    ///   - from: only those not over by then; `nil` for those not over yet, and those attended lately.
    ///   - to: only those that begin before then.
    public init(
        service: MeetupService, log: PersonLog, from: Date? = nil, to: Date? = nil, pageSize: Int = 50
    ) {
        meetups = PagedList(.myMeetups(from: from, to: to), on: log) {
            try await service.mine(from: from, to: to, after: $0, limit: pageSize)
        }
    }

    /// What a calendar shows, by start.
    public var appointments: [MeetupAppointment] { meetups.known.map(MeetupAppointment.init) }
}

/// A meetup as a calendar shows it.
public struct MeetupAppointment: Hashable, Sendable, Identifiable {
    /// The meetup.
    public let id: MeetupID
    /// Its title.
    public let title: String
    /// From its start to its end.
    public let span: TimeSpan
    /// The zone of its place.
    public let timeZone: TimeZone
    /// Whether the user attends for certain.
    public let isCertain: Bool
    /// Whether it was cancelled, and stays until it would have been over.
    public let isCancelled: Bool

    /// The appointment of a listed meetup.
    public init(_ listing: MeetupListing) {
        let meetup = listing.meetup
        id = meetup.id
        title = meetup.plan.title
        span = meetup.plan.span
        timeZone = meetup.plan.timeZone
        isCertain = meetup.standing.isAttending && meetup.status != .cancelled
        isCancelled = meetup.status == .cancelled
    }
}
