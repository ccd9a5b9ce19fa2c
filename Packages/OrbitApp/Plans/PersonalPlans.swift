public import Calendars
import Foundation
public import Meetups
import Networking
public import OrbitModels
public import Presentation
import Profiles
import Reputation
public import Safety
import Validation

extension SignedInUser {
    /// The services of meetups, from which the view models of single meetups are created.
    struct PlanServices: Sendable {
        let meetups: MeetupService
        let guests: MeetupGuestService
        let requests: MeetupRequestService
        let invitations: InvitationService
        let feed: MeetupFeedService
        let suggestions: MeetupSuggestionService
        let catalogue: MessageCatalogue

        init(client: APIClient, catalogue: MessageCatalogue) {
            meetups = MeetupService(client: client)
            guests = MeetupGuestService(client: client)
            requests = MeetupRequestService(client: client)
            invitations = InvitationService(client: client)
            feed = MeetupFeedService(client: client)
            suggestions = MeetupSuggestionService(client: client)
            self.catalogue = catalogue
        }
    }

    /// Returns the model of a meetup in a list.
    ///
    /// The model stays the same for as long as the front end retains it, like the models of its series, attendees,
    /// invitations, feed and sharing. Forms and searches for a time are new each time.
    public func meetup(_ listing: MeetupListing) -> MeetupViewModel { meetup(listing.id, known: listing) }

    /// Returns the model of a meetup by id alone, such as from a notification. Load it.
    ///
    /// - Parameters:
    ///   - id: The identifier of the meetup.
    ///   - link: The secret part of its address, for a meetup that is found only by its address.
    public func meetup(_ id: MeetupID, link: String? = nil) -> MeetupViewModel { meetup(id, link: link, known: nil) }

    private func meetup(_ id: MeetupID, link: String? = nil, known: MeetupListing?) -> MeetupViewModel {
        let model = live.model(of: id) {
            MeetupViewModel(
                id, link: link, known: known, service: plans.meetups, guests: plans.guests, log: log,
                catalogue: plans.catalogue)
        }
        if let link { model.begin(withLink: link) }
        if let known { model.begin(with: known) }
        return model
    }

    /// Returns the model of the meetups that a filter admits. A front end uses it to show several filters at once, such
    /// as in the tabs of a browser. ``meetups`` shows one filter at a time.
    ///
    /// The model stays the same for as long as the front end retains it and does not change its filter.
    public func foundMeetups(by filter: MeetupFilter) -> MeetupsViewModel {
        live.model(of: filter) { MeetupsViewModel(service: plans.meetups, log: log, filter: filter) }
    }

    /// Returns the model of the series that a meetup belongs to, with its occurrences.
    public func series(of position: SeriesPosition) -> SeriesViewModel {
        live.model(of: position.id) { SeriesViewModel(position.id, service: plans.meetups, log: log) }
    }

    /// Returns the form of a new meetup, or of an existing meetup, which has to be loaded.
    public func meetupForm(editing id: MeetupID? = nil) -> MeetupFormViewModel {
        MeetupFormViewModel(
            editing: id, service: plans.meetups, log: log, zone: zone, catalogue: plans.catalogue,
            obstacles: { [standing] in standing.obstacles(to: $0, replacing: $1) })
    }

    /// Returns the model of the people who attend a meetup that the user attends or hosts.
    public func attendees(of meetup: MeetupListing) -> AttendeesViewModel {
        let isHost = meetup.meetup.attendance == .host
        return live.model(of: [meetup.id.rawValue, isHost ? "host" : "guest"]) {
            AttendeesViewModel(of: meetup.id, isHost: isHost, service: plans.guests, log: log)
        }
    }

    /// Returns the model of the invitations that the user has sent to a meetup that they host.
    public func sentInvitations(to meetup: MeetupID) -> SentInvitationsViewModel {
        live.model(of: meetup) { SentInvitationsViewModel(to: meetup, service: plans.invitations, log: log) }
    }

    /// Returns the model of the feed of a meetup that the user attends or hosts; `nil` until the user's own profile was
    /// loaded.
    public func feed(of meetup: MeetupID) -> MeetupFeedViewModel? {
        profile.saved.value.map { mine in
            live.model(of: meetup) {
                MeetupFeedViewModel(
                    of: meetup, as: mine.userID, service: plans.feed, log: log, catalogue: plans.catalogue)
            }
        }
    }

    /// Returns the model of the comments on a post of a feed; `nil` until the user's own profile was loaded.
    public func comments(on post: MeetupPost) -> CommentsViewModel? {
        profile.saved.value.map { mine in
            live.model(of: post.id) {
                CommentsViewModel(
                    on: post, as: mine.userID, service: plans.feed, log: log, catalogue: plans.catalogue)
            }
        }
    }

    /// Returns the model for sharing the plan of a meetup that the user attends. It has the link, and states whether a
    /// person that the user has blocked attends the meetup. Load it.
    public func sharing(of meetup: MeetupID) -> PlanSharingViewModel {
        live.model(of: meetup) {
            PlanSharingViewModel(of: meetup, service: sharingService, server: server, log: log)
        }
    }

    /// Creates a safety check-in for a meetup.
    ///
    /// - Parameters:
    ///   - meetup: The meetup.
    ///   - delay: The time until the check-in is due, counted from the end of the meetup, or from now if it has ended.
    ///   - contact: The person to alert.
    ///   - message: A message to the contact.
    ///   - sharesPlan: Whether the contact receives the plan of the meetup.
    @discardableResult
    public func checkIn(
        after meetup: MeetupListing, delay: Duration = .seconds(1_800), contact: CheckInContact, message: String = "",
        sharesPlan: Bool = true
    ) async -> ActionOutcome {
        let end = max(meetup.meetup.plan.span.end, now)
        return await checkIns.create(
            CheckInEntry(
                meetupID: meetup.id, dueAt: end.addingTimeInterval(TimeInterval(delay.components.seconds)),
                contact: contact, message: message, sharesPlan: sharesPlan))
    }

    /// Returns a search for times at which the user and other people are all free.
    ///
    /// - Parameter others: At most ``FindTimeViewModel/maxPeople`` people, such as matches.
    public func findTime(with others: [UserID]) -> FindTimeViewModel {
        FindTimeViewModel(with: others, user: self)
    }

    /// The user's calendar for a month, a week or an agenda: the planned meetups, and the busy times of
    /// ``importedCalendars``.
    public var calendar: [CalendarEntry] {
        myMeetups.appointments.compactMap { CalendarEntry($0) } + importedCalendars.entries
    }

    /// The question about the latest meetup that the user has attended and not answered, until `MeetupLimits.daysKept`
    /// days after its end.
    ///
    /// The model stays the same for as long as the front end retains it. Its content is kept as long as the meetup is
    /// the same.
    public var afterMeetup: AfterMeetupViewModel? {
        let ends = myMeetups.meetups.known.map(\.meetup.plan.span.end)
        let now = log.clock.now(changingAt: ends + ends.map { $0.addingTimeInterval(.days(MeetupLimits.daysKept)) })
        let over = myMeetups.meetups.known.filter {
            let end = $0.meetup.plan.span.end
            return ($0.meetup.attendance.isAttending || $0.meetup.attendance == .noShow)
                && $0.meetup.status != .cancelled
                && end <= now && end > now.addingTimeInterval(-.days(MeetupLimits.daysKept))
                && !reminders.isAnswered($0.id)
        }
        guard let latest = over.max(by: { $0.meetup.plan.span.end < $1.meetup.plan.span.end }) else {
            shownAfter = nil
            return nil
        }
        let known = shownAfter?.rating.id == latest.id ? shownAfter : nil
        let model = live.model(of: latest.id) { AfterMeetupViewModel(latest, content: known, user: self) }
        shownAfter = model.content
        return model
    }

    /// Returns the model of the suggested meetups and of the user's consent to suggestions. Without the consent, no
    /// meetups are suggested. Load it.
    public func suggestedMeetups() -> SuggestedMeetupsViewModel {
        SuggestedMeetupsViewModel(service: plans.suggestions, log: log)
    }

    /// Returns the model of the people who are suggested for a meetup of the user. Load it.
    public func suggestedPeople(for meetup: MeetupID) -> SuggestedPeopleViewModel {
        SuggestedPeopleViewModel(
            for: meetup, service: plans.suggestions, invitations: sentInvitations(to: meetup), log: log)
    }
}

extension CalendarEntry {
    /// Creates the calendar entry of a meetup. It is tentative until the user attends for certain; `nil` if the meetup
    /// is cancelled.
    public init?(_ appointment: MeetupAppointment) {
        guard !appointment.isCancelled else { return nil }
        self.init(
            id: appointment.id.rawValue, title: appointment.title, time: .span(appointment.span),
            kind: appointment.isCertain ? .confirmed : .tentative)
    }
}
