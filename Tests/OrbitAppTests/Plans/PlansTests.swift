import Calendars
import DurableFiles
import Foundation
import Meetups
import NetworkingTesting
import NotificationScheduling
import OrbitModels
import Presentation
import Reputation
import Safety
import Testing
import TimeAndChance

@testable import OrbitApp

/// Calendar and reminders, which follow the actions of all people without a reload.
@Suite @MainActor struct PlansTests {
    private let campus = SmallCampus()

    /// Maya hosts, Liam attends.
    private func going(
        _ change: (inout MeetupDraft) -> Void = { _ in }
    ) async throws -> (maya: Phone, liam: Phone, meetup: MeetupListing) {
        let (maya, liam) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let meetup = try await maya.host(at: campus.clock) {
            $0.entry.approval = .automatic
            change(&$0)
        }
        #expect(await liam.opened(meetup.id).join() == .done)
        await liam.expect(.hourBefore, at: [meetup.hourBefore])
        return (maya, liam, meetup)
    }

    @Test func `a request that is approved puts the meetup into the calendar, with its reminders`() async throws {
        let (maya, liam) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let meetup = try await maya.host(at: campus.clock)
        #expect(maya.user.calendar.map(\.kind) == [.confirmed])
        await maya.expect(.hourBefore, at: [meetup.hourBefore])
        let detail = await liam.opened(meetup.id)
        #expect(await detail.join(message: "I know the rules.") == .done)
        #expect(liam.user.calendar.map(\.kind) == [.tentative])
        await waitUntil { !maya.fires(.newRequest).isEmpty }
        #expect(await maya.pending(.newRequest).count == 1)
        await liam.user.reminders.refresh()
        #expect(await liam.centre.pending().isEmpty)

        try await maya.approve()
        await waitUntil { liam.user.calendar.map(\.kind) == [.confirmed] }
        #expect(liam.user.calendar.map(\.time) == [.span(meetup.meetup.plan.span)])
        await liam.expect(.hourBefore, at: [meetup.hourBefore])
        await liam.expect(.dayBefore, at: [meetup.dayBefore])
        await liam.expect(.reconfirm, at: [])
        await maya.expect(.newRequest, at: [])
        #expect(detail.listing.value?.meetup.plan.place.name == "Court 3")
    }

    @Test func `an attendee who is asked to reconfirm has a reminder until the confirmation`() async throws {
        let (maya, liam, meetup) = try await going { $0.entry.asksToReconfirm = true }
        await liam.expect(.reconfirm, at: [meetup.start - 6 * 3_600])
        #expect(await maya.pending(.reconfirm).isEmpty)
        campus.clock.advance(by: .seconds(40 * 3_600))
        #expect(await liam.opened(meetup.id).reconfirm() == .done)
        await liam.expect(.reconfirm, at: [])
        await liam.expect(.hourBefore, at: [meetup.hourBefore])
    }

    @Test func `an edit of the time moves the reminders of attendees, and an edit of the title changes their texts`()
        async throws
    {
        let (maya, liam, meetup) = try await going()
        let later = meetup.start + 5 * 3_600
        try await maya.edit(meetup.id) {
            $0.start = LocalTimeField(later, in: $0.zone)
            $0.end = LocalTimeField(later + 3_600, in: $0.zone)
        }
        for phone in [maya, liam] {
            await phone.expect(.hourBefore, at: [later - 3_600])
            await phone.expect(.dayBefore, at: [later - 86_400])
            let span = try #require(TimeSpan(start: later, end: later + 3_600))
            #expect(phone.user.calendar.map(\.time) == [.span(span)])
        }
        try await maya.edit(meetup.id) { $0.entry.title = "Checkers" }
        await waitUntil { liam.user.calendar.map(\.title) == ["Checkers"] }
        await liam.user.reminders.refresh()
        let texts = await liam.centre.pending().map(\.text)
        #expect(!texts.isEmpty && texts.allSatisfy { $0.contains("Checkers") && !$0.contains("Chess") })
    }

    @Test func `a meetup that is cancelled leaves calendar and reminders on every device`() async throws {
        let (maya, liam, meetup) = try await going()
        let (hostsTablet, guestsTablet) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let phones = [maya, liam, hostsTablet, guestsTablet]
        for phone in phones { await phone.expect(.hourBefore, at: [meetup.hourBefore]) }
        #expect(await maya.opened(meetup.id).cancel(because: .weather) == .done)
        for phone in phones {
            await waitUntil { phone.user.calendar.isEmpty && phone.user.reminders.plan?.notifications.isEmpty == true }
            #expect(await phone.centre.pending().isEmpty)
        }
    }

    @Test func `leaving removes the calendar entry and the reminders, on the other device as well`() async throws {
        let (maya, liam, meetup) = try await going()
        let tablet = try await campus.phone("liam")
        await tablet.expect(.hourBefore, at: [meetup.hourBefore])
        #expect(tablet.user.calendar == liam.user.calendar && tablet.user.calendar.count == 1)
        #expect(await liam.opened(meetup.id).leave() == .done)
        for phone in [liam, tablet] {
            await waitUntil { phone.user.calendar.isEmpty && phone.user.reminders.plan?.notifications.isEmpty == true }
            #expect(await phone.centre.pending().isEmpty)
        }
        #expect(maya.user.calendar.count == 1)
        await maya.expect(.hourBefore, at: [meetup.hourBefore])
    }

    @Test func `a guest removed by the host loses the calendar entry and the reminders`() async throws {
        let (maya, liam, meetup) = try await going()
        let attendees = maya.user.attendees(of: meetup)
        await attendees.attendees.load()
        let ownID = try liam.user.ownID
        #expect(await attendees.remove(try #require(attendees.attendees.known.first { $0.id == ownID })) == .done)
        await waitUntil { liam.user.calendar.isEmpty && liam.user.reminders.plan?.notifications.isEmpty == true }
        #expect(await liam.centre.pending().isEmpty)
    }

    @Test func `a free place is offered to the waiting guest, with a reminder until the acceptance`() async throws {
        let (_, liam, meetup) = try await going { $0.entry.capacity = 2 }
        let noor = try await campus.phone("noor")
        #expect(await noor.opened(meetup.id).join() == .done)
        #expect(noor.attendance(at: meetup.id) == .waiting && noor.user.calendar.map(\.kind) == [.tentative])
        await noor.user.reminders.refresh()
        #expect(await noor.centre.pending().isEmpty)
        #expect(await liam.opened(meetup.id).leave() == .done)
        await waitUntil { noor.attendance(at: meetup.id) == .offered }
        let expires = try #require(noor.user.myMeetups.meetups.known.first?.meetup.offerExpiresAt)
        await noor.expect(.proposalDeadline, at: [expires - 2 * 3_600])
        #expect(await noor.pending(.hourBefore).isEmpty)
        #expect(await noor.opened(meetup.id).takeOffer() == .done)
        #expect(noor.user.calendar.map(\.kind) == [.confirmed])
        await noor.expect(.hourBefore, at: [meetup.hourBefore])
        await noor.expect(.proposalDeadline, at: [])
    }

    @Test func `an invitation has a reminder of its deadline until a final reply`() async throws {
        let (maya, liam) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let meetup = try await maya.host(at: campus.clock) { $0.entry.visibility = .invited }
        #expect(await maya.user.sentInvitations(to: meetup.id).invite([try liam.user.ownID]) == .done)
        await waitUntil { liam.user.invitations.invitations.known.count == 1 }
        let invitation = try #require(liam.user.invitations.invitations.known.first)
        await liam.expect(.invitationDeadline, at: [invitation.invitation.respondBy - 2 * 3_600])
        #expect(await liam.pending(.hourBefore).isEmpty)
        #expect(await liam.user.invitations.reply(to: invitation, .maybe) == .done)
        await liam.expect(.invitationDeadline, at: [invitation.invitation.respondBy - 2 * 3_600])
        let again = try #require(liam.user.invitations.invitations.known.first)
        #expect(await liam.user.invitations.reply(to: again, .yes) == .done)
        await liam.expect(.invitationDeadline, at: [])
        await liam.expect(.hourBefore, at: [meetup.hourBefore])
        #expect(liam.user.calendar.map(\.kind) == [.confirmed])
    }

    @Test(arguments: [true, false])
    func `a block by either person removes all plans that the two people share`(isByHost: Bool) async throws {
        let (maya, liam, meetup) = try await going()
        let tablet = try await campus.phone("liam")
        let others = try await maya.host("Tennis", inHours: 100, at: campus.clock)
        let party = try await maya.host("Party", inHours: 120, at: campus.clock) { $0.entry.visibility = .invited }
        #expect(await liam.opened(others.id).join() == .done)
        #expect(await maya.user.sentInvitations(to: party.id).invite([try liam.user.ownID]) == .done)
        await waitUntil { !maya.fires(.newRequest).isEmpty && !liam.fires(.invitationDeadline).isEmpty }
        let detail = await liam.opened(meetup.id)
        let (blocker, blocked) = isByHost ? (maya, liam) : (liam, maya)
        #expect(await blocker.user.sheet(of: try blocked.user.ownID).block() == .done)
        for phone in [liam, tablet] {
            await waitUntil { phone.user.calendar.isEmpty && phone.user.reminders.plan?.notifications.isEmpty == true }
            #expect(phone.user.invitations.invitations.known.isEmpty)
            #expect(await phone.centre.pending().isEmpty)
        }
        #expect(detail.listing == .empty)
        await maya.expect(.newRequest, at: [])
        #expect(maya.user.meetupRequests.requests.known.isEmpty && maya.user.calendar.count == 3)
        await waitUntil { maya.user.myMeetups.meetups.known.first { $0.id == meetup.id }?.meetup.goingCount == 1 }
        #expect(await liam.opened(meetup.id).listing.value == nil)
    }

    @Test func `a sign-out removes the app's reminders, and keeps notifications of other sources`() async throws {
        let (maya, liam, meetup) = try await going()
        let other = PendingNotification(identifier: "alarm", fire: meetup.start)
        try await liam.centre.add(other)
        #expect(await liam.centre.pending().count > 1)
        try await liam.app.logout()
        #expect(await liam.centre.pending() == [other])
        // Later events do not restore them.
        try await maya.edit(meetup.id) { $0.entry.title = "Checkers" }
        await campus.signIn("noor", on: liam.app)
        await liam.app.user?.reminders.refresh()
        #expect(await liam.centre.pending() == [other])
    }

    @Test func `reminders from before a restart remain until all lists are loaded`()
        async throws
    {
        let (_, liam, meetup) = try await going()
        let before = await liam.centre.pending()
        let again = try await campus.restarted(liam, of: "liam")
        await again.user.meetupRequests.requests.load()
        await again.user.invitations.invitations.load()
        await again.user.ratings.due.load()
        await again.user.checkIns.checkIns.load()
        await again.user.mutes.load()
        #expect(again.user.reminders.plan == nil)
        #expect(await liam.centre.pending() == before)
        await again.user.reminders.refresh()
        await again.expect(.hourBefore, at: [meetup.hourBefore])
        #expect(await liam.centre.pending() == before)
    }

    @Test func `a delivered reminder is not repeated after a restart`() async throws {
        let scratch = try AppDirectory()
        let (maya, liam) = (
            try await campus.phone("maya", directory: scratch.directory), try await campus.phone("liam")
        )
        let meetup = try await maya.host(at: campus.clock)
        #expect(await liam.opened(meetup.id).join() == .done)
        await waitUntil { !maya.fires(.newRequest).isEmpty }
        let fire = try #require(await maya.pending(.newRequest).first)
        await maya.user.reminders.keeping?.value
        campus.clock.advance(to: fire + 1)
        await maya.centre.deliverDue(at: campus.clock.date)
        // The app did not run when the reminder was shown.
        let again = try await campus.restarted(maya, of: "maya", directory: scratch.directory)
        await again.user.reminders.refresh()
        #expect(again.user.meetupRequests.requests.known.count == 1)
        #expect(again.fires(.newRequest).isEmpty)
        #expect(await again.pending(.newRequest).isEmpty)
        await again.expect(.hourBefore, at: [meetup.hourBefore])
    }

    @Test func `preferences and snoozes of reminders survive a restart, and a sign-out deletes them`() async throws {
        let scratch = try AppDirectory()
        let (maya, liam) = (
            try await campus.phone("maya"), try await campus.phone("liam", directory: scratch.directory)
        )
        let meetup = try await maya.host(at: campus.clock) { $0.entry.approval = .automatic }
        #expect(await liam.opened(meetup.id).join() == .done)
        await liam.expect(.dayBefore, at: [meetup.dayBefore])
        let planned = try #require(liam.user.reminders.plan?.notifications.first { $0.kind == .dayBefore })
        liam.user.reminders.preferences.mutedKinds = [.hourBefore]
        let version = try #require(planned.subjects.first?.version)
        let later = meetup.dayBefore + 7_200
        liam.user.reminders.snooze(Snooze(planned.identifier, version: version, until: later))
        await liam.expect(.hourBefore, at: [])
        await waitUntil { Set(liam.fires(.dayBefore)) == [meetup.dayBefore, later] }
        await liam.user.reminders.keeping?.value

        let again = try await campus.restarted(liam, of: "liam", directory: scratch.directory)
        await again.user.reminders.refresh()
        #expect(again.user.reminders.preferences.mutedKinds == [.hourBefore])
        #expect(Set(again.fires(.dayBefore)) == [meetup.dayBefore, later] && again.fires(.hourBefore).isEmpty)
        // An edit is a new version of the plan, to which the snooze does not apply.
        try await maya.edit(meetup.id) { $0.entry.title = "Checkers" }
        await again.expect(.dayBefore, at: [meetup.dayBefore])

        try await again.app.logout()
        #expect(await DurableFile("reminders", in: scratch.directory).read() == .absent)
        await campus.signIn("liam", on: again.app)
        #expect(again.app.user?.reminders.preferences == NotificationPreferences())
    }

    @Test func `a muted kind of reminder is not pending`() async throws {
        let (_, liam, meetup) = try await going()
        liam.user.reminders.preferences.mutedKinds = [.hourBefore]
        await liam.expect(.hourBefore, at: [])
        await liam.expect(.dayBefore, at: [meetup.dayBefore])
    }

    @Test func `a decision during planning does not interrupt the planning, and is planned next`() async throws {
        let centre = HeldCentre()
        let device = try await campus.join("maya", notifications: centre)
        await device.user.reminders.refresh()
        await centre.holdNextPlan()
        device.user.reminders.preferences.mutedKinds = [.hourBefore]
        await centre.isHeld.wait()
        device.user.reminders.preferences.mutedKinds = [.dayBefore]
        await Task { @MainActor in }.value  // A plan that the decision has begun at once runs before this task.
        centre.release.send()
        await device.user.reminders.refresh()
        let calls = await centre.calls
        // An interrupted plan does not list the pending notifications again at its end.
        let plan: [HeldCentre.Call] = [.permission, .pending, .pending]
        #expect(Array(calls.prefix(6)) == plan + plan)
    }
}

/// An empty notification centre that holds a plan until the test releases it.
private actor HeldCentre: NotificationCentre {
    enum Call { case permission, pending }

    let isHeld = AsyncSignal()
    let release = AsyncSignal()
    /// The calls since ``holdNextPlan()``.
    private(set) var calls: [Call] = []
    private var holdsNext = false

    func holdNextPlan() { (calls, holdsNext) = ([], true) }

    func permission() -> NotificationPermission {
        calls.append(.permission)
        return NotificationPermission(.authorised)
    }

    func requestPermission() -> NotificationPermission { NotificationPermission(.authorised) }

    func pending() async -> [PendingNotification] {
        calls.append(.pending)
        if holdsNext {
            holdsNext = false
            isHeld.send()
            await release.wait()
        }
        return []
    }

    func add(_ notification: PendingNotification) {}

    func remove(_ identifiers: [String]) {}
}

extension MeetupListing {
    var start: Date { meetup.plan.span.start }
    fileprivate var hourBefore: Date { start - 3_600 }
    fileprivate var dayBefore: Date { start - 86_400 }
}
