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
    /// The services of meetups, of which a view model is made for each one that is looked at.
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

    /// Opens a meetup of a list.
    ///
    /// Like its series, attendees, invitations, feed and sharing, it is the same model for as long as the front end holds
    /// it. Forms are new each time, and searches for a time too.
    public func meetup(_ listing: MeetupListing) -> MeetupViewModel { meetup(listing.id, known: listing) }

    /// Opens a meetup whose id alone is known, such as that of a notification. Load it.
    ///
    /// - Parameter link: the secret part of its address, of one that is found only by that.
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

    /// The occurrences of the series that a meetup is one of.
    public func series(of place: SeriesPlace) -> SeriesViewModel {
        live.model(of: place.id) { SeriesViewModel(place.id, service: plans.meetups, log: log) }
    }

    /// The form of a new meetup, or of one that is edited. Load it in that case.
    public func meetupForm(editing id: MeetupID? = nil) -> MeetupFormViewModel {
        MeetupFormViewModel(
            editing: id, service: plans.meetups, log: log, zone: zone, catalogue: plans.catalogue,
            obstacles: { [standing] in standing.obstacles(to: $0, replacing: $1) })
    }

    /// The people who attend a meetup that the user attends or hosts.
    public func attendees(of meetup: MeetupListing) -> AttendeesViewModel {
        let isHost = meetup.meetup.standing == .host
        return live.model(of: [meetup.id.rawValue, isHost ? "host" : "guest"]) {
            AttendeesViewModel(of: meetup.id, isHost: isHost, service: plans.guests, log: log)
        }
    }

    /// The invitations that the user has sent to a meetup that they host.
    public func sentInvitations(to meetup: MeetupID) -> SentInvitationsViewModel {
        live.model(of: meetup) { SentInvitationsViewModel(to: meetup, service: plans.invitations, log: log) }
    }

    /// The feed of a meetup that the user attends or hosts; `nil` until the user's own profile was loaded.
    public func feed(of meetup: MeetupID) -> MeetupFeedViewModel? {
        profile.saved.value.map { mine in
            live.model(of: meetup) {
                MeetupFeedViewModel(
                    of: meetup, as: mine.userID, service: plans.feed, log: log, catalogue: plans.catalogue)
            }
        }
    }

    /// The link by which the user shares the plan of a meetup that they attend, and whether a person they have
    /// blocked attends it. Load it.
    public func sharing(of meetup: MeetupID) -> PlanSharingViewModel {
        live.model(of: meetup) {
            PlanSharingViewModel(of: meetup, service: sharingService, server: server, log: log)
        }
    }

    /// Sets a safety check-in for a meetup: due a while after its end.
    ///
    /// - Parameters:
    ///   - delay: after the end of the meetup, or from now once that is past.
    ///   - sharesPlan: whether the contact is told its plan.
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

    /// Looks for times at which the user and others are all free.
    ///
    /// - Parameter others: at most ``FindTimeViewModel/mostPeople``, such as matches.
    public func findTime(with others: [UserID]) -> FindTimeViewModel {
        FindTimeViewModel(with: others, user: self)
    }

    /// The user's calendar, for a month, a week or an agenda: what is planned, and when they are busy by
    /// ``importedCalendars``.
    public var calendar: [CalendarEntry] {
        myMeetups.appointments.compactMap { CalendarEntry($0) } + importedCalendars.entries
    }

    /// The latest meetup that the user has attended and has not said how it was, until `MeetupLimits.daysKept` days
    /// after its end.
    ///
    /// It is the same model for as long as the front end holds it. Its content is kept as long as the meetup is the
    /// same.
    public var afterMeetup: AfterMeetupViewModel? {
        let ends = myMeetups.meetups.known.map(\.meetup.plan.span.end)
        let now = log.clock.now(changingAt: ends + ends.map { $0.addingTimeInterval(.days(MeetupLimits.daysKept)) })
        let over = myMeetups.meetups.known.filter {
            let end = $0.meetup.plan.span.end
            return ($0.meetup.standing.isAttending || $0.meetup.standing == .noShow) && $0.meetup.status != .cancelled
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

    /// The meetups that suit the user, if they want to know, and what they agree to. Load it.
    public func suggestedMeetups() -> SuggestedMeetupsViewModel {
        SuggestedMeetupsViewModel(service: plans.suggestions, log: log)
    }

    /// The people who are suggested for a meetup of the user's. Load it.
    public func suggestedPeople(for meetup: MeetupID) -> SuggestedPeopleViewModel {
        SuggestedPeopleViewModel(
            for: meetup, service: plans.suggestions, invitations: sentInvitations(to: meetup), log: log)
    }
}

extension CalendarEntry {
    /// A meetup as a calendar shows it: tentative until the user attends for certain; `nil` once it is cancelled.
    public init?(_ appointment: MeetupAppointment) {
        guard !appointment.isCancelled else { return nil }
        self.init(
            id: appointment.id.rawValue, title: appointment.title, time: .span(appointment.span),
            kind: appointment.isCertain ? .confirmed : .tentative)
    }
}
