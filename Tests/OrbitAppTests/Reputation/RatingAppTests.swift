import Connections
import Foundation
import Meetups
import NetworkingTesting
import NotificationScheduling
import OrbitApp
import OrbitModels
import Presentation
import Reputation
import Testing

/// Rating each other after a meetup, on two devices.
@Suite @MainActor struct RatingAppTests {
    private let campus = SmallCampus()

    /// Maya has hosted, Liam was there.
    private func over() async throws -> (maya: Phone, liam: Phone, meetup: MeetupListing) {
        let (maya, liam) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let meetup = try await maya.host(at: campus.clock) { $0.entry.approval = .automatic }
        #expect(await liam.opened(meetup.id).join() == .done)
        pass(until: meetup.start + 60)
        #expect(await liam.opened(meetup.id).checkIn() == .done)
        pass(until: meetup.meetup.plan.span.end + 60)
        return (maya, liam, meetup)
    }

    private func pass(until date: Date) {
        campus.clock.advance(by: .seconds(date.timeIntervalSince(campus.clock.date)))
    }

    @Test func `after a meetup both rate, and then each sees live what the other has said`() async throws {
        let (maya, liam, meetup) = try await over()
        for phone in [maya, liam] {
            await phone.app.ratings.received.load()
            await phone.app.ratings.given.load()
        }
        let after = try #require(liam.app.afterMeetup)
        await after.load()
        let host = try #require(after.rating.people.first)
        #expect(after.rating.people.map(\.person.id) == [try maya.app.ownID])
        after.rating[host.id] = RatingDraft(stars: 4, tags: [.friendly], note: "Thanks", meetAgain: true)
        #expect(await after.rating.send(host) == .done)
        #expect(after.rating.isDone && liam.app.ratings.given.known.count == 1)
        // The answer to how it was is another matter.
        _ = after.answer(isPositive: true)
        #expect(liam.app.afterMeetup == nil)

        let rating = maya.app.rating(of: meetup.id)
        await rating.load()
        #expect(maya.app.ratings.received.known.isEmpty)
        let guest = try #require(rating.people.first)
        rating[guest.id].stars = 2
        #expect(await rating.send(guest) == .done)
        await waitUntil { !liam.app.ratings.received.known.isEmpty && !maya.app.ratings.received.known.isEmpty }
        #expect(maya.app.ratings.received.known.map(\.rating.note) == ["Thanks"])
        #expect(liam.app.ratings.received.known.map(\.rating.stars) == [Stars(2)])
        await waitUntil { liam.app.ratings.given.known.first.map(liam.app.ratings.isShown) == true }
    }

    @Test func `a rating that is due is a reminder, which goes when everyone is rated`() async throws {
        let (maya, liam, meetup) = try await over()
        let end = meetup.meetup.plan.span.end
        await liam.app.reminders.refresh()
        await liam.expect(.ratingDue, at: [end + 13 * 86_400])
        let rating = liam.app.rating(of: meetup.id)
        await rating.load()
        let host = try #require(rating.people.first)
        rating[host.id].stars = 5
        #expect(await rating.sendAll() == .done)
        await liam.expect(.ratingDue, at: [])
        // The host has still to rate.
        await maya.app.reminders.refresh()
        await maya.expect(.ratingDue, at: [end + 13 * 86_400])
    }

    @Test func `a block takes ratings out of every list, live on the other's device, and lifting it brings them back`()
        async throws
    {
        let (maya, liam, meetup) = try await over()
        for (phone, stars) in [(maya, 5), (liam, 1)] {
            await phone.app.ratings.received.load()
            let rating = phone.app.rating(of: meetup.id)
            await rating.load()
            let other = try #require(rating.people.first)
            rating[other.id].stars = stars
            #expect(await rating.send(other) == .done)
        }
        await waitUntil { !maya.app.ratings.received.known.isEmpty }
        let id = try maya.app.ownID
        await liam.app.blocks.blocked.load()
        #expect(await liam.app.sheet(of: id).block() == .done)
        await waitUntil { maya.app.ratings.received.known.isEmpty && liam.app.ratings.received.known.isEmpty }
        let blocked = try #require(liam.app.blocks.blocked.known.first)
        #expect(await liam.app.blocks.unblock(blocked.userID) == .done)
        await waitUntil { !maya.app.ratings.received.known.isEmpty && !liam.app.ratings.received.known.isEmpty }
    }
}
