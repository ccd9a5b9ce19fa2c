import Auth
import DurableFiles
import Foundation
import Meetups
import NetworkingTesting
import NotificationScheduling
import OrbitApp
import OrbitModels
import Presentation
import Reputation
import Safety
import Testing

/// A device with the app, and the notification centre that stores its reminders.
@MainActor struct Phone {
    let app: AppModel
    let user: SignedInUser
    let centre: InMemoryNotificationCentre
    let tokens: MemoryTokenStore

    /// Hosts a meetup on the campus, with a place, after `hours`.
    func host(
        _ title: String = "Chess", inHours hours: Double = 60, lasting: Double = 2, at clock: VirtualClock,
        _ change: (inout MeetupDraft) -> Void = { _ in }
    ) async throws -> MeetupListing {
        let form = user.meetupForm()
        form.draft.entry.title = title
        form.draft.entry.eventType = .social
        form.draft.entry.place = PlaceEntry(
            name: "Court 3", room: "R-17", coordinates: CoordinatesEntry(latitude: 42.4534, longitude: -76.4735))
        let start = clock.date.addingTimeInterval(hours * 3_600)
        form.draft.start = LocalTimeField(start, in: form.draft.zone)
        form.draft.end = LocalTimeField(start.addingTimeInterval(lasting * 3_600), in: form.draft.zone)
        change(&form.draft)
        #expect(await form.save() == .done, "\(String(describing: form.failure)) \(form.failures)")
        return try #require(form.saved)
    }

    /// Changes the plan of a meetup.
    @discardableResult
    func edit(_ meetup: MeetupID, _ change: (inout MeetupDraft) -> Void) async throws -> MeetupListing {
        let form = user.meetupForm(editing: meetup)
        await form.load()
        change(&form.draft)
        #expect(await form.save() == .done, "\(String(describing: form.failure)) \(form.failures)")
        return try #require(form.saved)
    }

    /// Returns the loaded model of a meetup.
    func opened(_ meetup: MeetupID) async -> MeetupViewModel {
        let detail = user.meetup(meetup)
        await detail.load()
        return detail
    }

    /// Approves the request to join.
    func approve() async throws {
        await waitUntil { !user.meetupRequests.requests.known.isEmpty }
        #expect(await user.meetupRequests.approve(try #require(user.meetupRequests.requests.known.first)) == .done)
    }

    /// Returns the user's attendance state at a meetup in the calendar; `nil` if the calendar does not contain the
    /// meetup.
    func attendance(at meetup: MeetupID) -> AttendanceState? {
        user.myMeetups.meetups.known.first { $0.id == meetup }?.meetup.attendance
    }

    /// Returns the dates of the planned notifications of a kind.
    func fires(_ kind: NotificationKind) -> [Date] {
        user.reminders.plan?.notifications.filter { $0.kind == kind }.map(\.fire) ?? []
    }

    /// Returns after the notifications of a kind are planned for these dates, and the centre contains them.
    func expect(_ kind: NotificationKind, at fires: [Date]) async {
        await waitUntil { self.fires(kind) == fires }
        #expect(await pending(kind) == fires)
    }

    /// Returns the dates of the notifications of a kind that the centre contains.
    func pending(_ kind: NotificationKind) async -> [Date] {
        await centre.pending().filter { NotificationIdentifier(rawValue: $0.identifier)?.kind == kind }
            .compactMap(\.fire)
    }
}

extension SmallCampus {
    /// Creates a device with a live event log and loaded lists, so that it shows changes without a reload.
    func phone(
        _ name: String, directory: PrivateDirectory? = nil, change: (inout Profile) -> Void = { _ in }
    ) async throws -> Phone {
        let (centre, tokens) = (InMemoryNotificationCentre(), MemoryTokenStore())
        let device = try await join(
            name, directory: directory, notifications: centre, tokens: tokens, change: change)
        let user = device.user
        await waitUntil { user.connection == .live }
        await user.myMeetups.meetups.load()
        await user.meetupRequests.requests.load()
        await user.invitations.invitations.load()
        await user.ratings.due.load()
        await user.checkIns.checkIns.load()
        await user.mutes.load()
        return Phone(app: device.app, user: user, centre: centre, tokens: tokens)
    }

    /// The same device after a restart of the app.
    func restarted(_ phone: Phone, of name: String, directory: PrivateDirectory? = nil) async throws -> Phone {
        let app = try device(of: name, directory: directory, notifications: phone.centre, tokens: phone.tokens)
        await app.launch()
        #expect(app.route == .home)
        return Phone(app: app, user: try #require(app.user), centre: phone.centre, tokens: phone.tokens)
    }

    /// Returns a date in whole seconds, as in the wire format.
    func date(inHours hours: Double) -> Date {
        Date(timeIntervalSince1970: (clock.date.timeIntervalSince1970 + hours * 3_600).rounded(.down))
    }
}
