import Connections
import Foundation
import Meetups
import NetworkingTesting
import NotificationScheduling
import Observation
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Reputation
import Testing
import TimeAndChance

/// The question to attendees after a meetup, and the effects of their responses.
@Suite @MainActor struct AfterMeetupTests {
    private let campus = SmallCampus()

    /// Three people after a meetup that Maya hosted, and that Liam and Noor attended.
    private func over() async throws -> (maya: Phone, liam: Phone, noor: Phone, meetup: MeetupListing) {
        let (maya, liam) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let noor = try await campus.phone("noor")
        let meetup = try await maya.host(at: campus.clock) { $0.entry.approval = .automatic }
        for phone in [liam, noor] { #expect(await phone.opened(meetup.id).join() == .done) }
        #expect(liam.user.afterMeetup == nil)
        campus.clock.advance(to: meetup.start + 60)
        #expect(liam.user.afterMeetup == nil)
        for phone in [liam, noor] { #expect(await phone.opened(meetup.id).checkIn() == .done) }
        campus.clock.advance(to: meetup.meetup.plan.span.end + 60)
        return (maya, liam, noor, meetup)
    }

    @Test func `the question about a meetup appears at its end while the clock of the app runs`() async throws {
        let (maya, liam) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let meetup = try await maya.host(at: campus.clock) { $0.entry.approval = .automatic }
        #expect(await liam.opened(meetup.id).join() == .done)
        let running = Task { await liam.app.clock.run() }
        var shown: [MeetupID?] = []
        for await id in changes(of: { liam.user.afterMeetup?.listing.id }) {
            shown.append(id)
            if id != nil { break }
            campus.clock.advance(to: meetup.meetup.plan.span.end)
        }
        #expect(shown == [nil, meetup.id])
        running.cancel()
        await running.value
    }

    @Test func `a positive response opens the form of a similar meetup, and ends the question`() async throws {
        let (_, liam, _, meetup) = try await over()
        let after = try #require(liam.user.afterMeetup)
        #expect(after.listing.id == meetup.id)
        #expect(liam.user.afterMeetup === after)
        await after.load()
        let isTold = LockedState(false)
        withObservationTracking {
            _ = liam.user.afterMeetup
        } onChange: {
            isTold.withLock { $0 = true }
        }
        guard case .planAnother(let form) = after.answer(isPositive: true) else {
            Issue.record("no form")
            return
        }
        #expect(isTold.withLock { $0 } && liam.user.afterMeetup == nil)
        let entry = form.draft.entry
        #expect(entry.title == "Chess" && entry.place.name == "Court 3" && entry.approval == .automatic)
        #expect(form.draft.start.wall == nil && form.draft.end.wall == nil && !form.isValid)
        #expect(form.draft.zone == meetup.meetup.plan.timeZone)
        form.draft.start = LocalTimeField(campus.date(inHours: 48), in: form.draft.zone)
        form.draft.end = LocalTimeField(campus.date(inHours: 50), in: form.draft.zone)
        #expect(await form.save() == .done)
        #expect(form.saved?.id != meetup.id && form.saved?.meetup.attendance == .host)
    }

    @Test func `a negative response returns the sheets of all other attendees, which allow a block`() async throws {
        let (maya, liam, noor, _) = try await over()
        let after = try #require(liam.user.afterMeetup)
        await after.load()
        guard case .keepAway(let people) = after.answer(isPositive: false) else {
            Issue.record("no people")
            return
        }
        #expect(Set(people.map(\.id)) == [try maya.user.ownID, try noor.user.ownID])
        #expect(Set(people.compactMap(\.detail?.name)) == ["Maya", "Noor"] && liam.user.afterMeetup == nil)
        let host = try #require(people.first { $0.detail?.name == "Maya" })
        #expect(await host.block() == .done)
        #expect(liam.user.blocks.isBlocked(try maya.user.ownID) && liam.user.calendar.isEmpty)
    }

    @Test func `a draft of a rating is kept while no screen retains the model, until the question is answered`()
        async throws
    {
        let (_, liam, _, _) = try await over()
        weak var released: AfterMeetupViewModel?
        do {
            let after = try #require(liam.user.afterMeetup)
            released = after
            await after.load()
            let due = try #require(after.rating.people.first)
            after.rating[due.id].stars = 2
        }
        #expect(released == nil)
        #expect(liam.user.afterMeetup?.rating.drafts.count == 1)
        _ = try #require(liam.user.afterMeetup).answer(isPositive: true)
        #expect(liam.user.afterMeetup == nil)
    }

    @Test func `the models of a user are released after a sign-out during the question about a meetup`() async throws {
        weak var user: SignedInUser?
        weak var question: AfterMeetupViewModel?
        let app: AppModel
        do {
            let maya = try await campus.phone("maya")
            let meetup = try await maya.host(at: campus.clock)
            campus.clock.advance(to: meetup.meetup.plan.span.end)
            let after = try #require(maya.user.afterMeetup)
            app = maya.app
            user = maya.user
            question = after
        }
        #expect(user != nil)
        try await app.logout()
        #expect(user == nil)
        #expect(question == nil)
    }

    @Test func `a response to the question about a meetup removes the notification with the question`() async throws {
        let (_, liam, _, meetup) = try await over()
        await liam.expect(.afterMeetup, at: [meetup.meetup.plan.span.end + 900])
        _ = try #require(liam.user.afterMeetup).answer(isPositive: true)
        await liam.expect(.afterMeetup, at: [])
    }

    @Test func `no question is shown about a cancelled, an unattended or a two-week-old meetup`() async throws {
        let (maya, liam) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let meetup = try await maya.host(at: campus.clock)
        let cancelled = try await maya.host("Tennis", inHours: 50, at: campus.clock)
        #expect(await maya.opened(cancelled.id).cancel(because: .weather) == .done)
        #expect(await liam.opened(meetup.id).join() == .done)  // requested, and never approved
        let end = meetup.meetup.plan.span.end
        campus.clock.advance(to: end - 1)
        #expect(maya.user.afterMeetup == nil)
        campus.clock.advance(to: end)
        #expect(maya.user.afterMeetup?.listing.id == meetup.id && liam.user.afterMeetup == nil)
        campus.clock.advance(to: end + 14 * 86_400)
        #expect(maya.user.afterMeetup == nil)
    }

    @Test func `after a large meetup a negative response offers all other attendees`() async throws {
        let (maya, liam) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let meetup = try await maya.host(at: campus.clock) { $0.entry.approval = .automatic }
        #expect(await liam.opened(meetup.id).join() == .done)
        for number in 0..<22 {
            let detail = try await campus.join("guest\(number)").user.meetup(meetup.id)
            await detail.load()
            #expect(await detail.join() == .done)
        }
        campus.clock.advance(to: meetup.start)
        #expect(await liam.opened(meetup.id).checkIn() == .done)
        campus.clock.advance(to: meetup.meetup.plan.span.end)
        let after = try #require(liam.user.afterMeetup)
        await after.load()
        guard case .keepAway(let people) = after.answer(isPositive: false) else {
            Issue.record("no people")
            return
        }
        #expect(people.count == 23)
    }
}
