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

/// Ratings of each other after a meetup, on two devices.
@Suite @MainActor struct RatingAppTests {
    private let campus = SmallCampus()

    /// Two people after a meetup that Maya hosted, and that Liam attended.
    private func over() async throws -> (maya: Phone, liam: Phone, meetup: MeetupListing) {
        let (maya, liam) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let meetup = try await maya.host(at: campus.clock) { $0.entry.approval = .automatic }
        #expect(await liam.opened(meetup.id).join() == .done)
        campus.clock.advance(to: meetup.start + 60)
        #expect(await liam.opened(meetup.id).checkIn() == .done)
        campus.clock.advance(to: meetup.meetup.plan.span.end + 60)
        return (maya, liam, meetup)
    }

    @Test func `after both people have rated, each receives the rating without a reload`() async throws {
        let (maya, liam, meetup) = try await over()
        for phone in [maya, liam] {
            await phone.user.ratings.received.load()
            await phone.user.ratings.given.load()
        }
        let after = try #require(liam.user.afterMeetup)
        await after.load()
        let host = try #require(after.rating.people.first)
        #expect(after.rating.people.map(\.person.id) == [try maya.user.ownID])
        after.rating[host.id] = RatingDraft(stars: 4, tags: [.friendly], note: "Thanks", meetAgain: true)
        #expect(await after.rating.send(host) == .done)
        #expect(after.rating.isDone && liam.user.ratings.given.known.count == 1)
        // A rating is not a response to the question about the meetup, so the question is still open.
        _ = after.answer(isPositive: true)
        #expect(liam.user.afterMeetup == nil)

        let rating = maya.user.rating(of: meetup.id)
        await rating.load()
        #expect(maya.user.ratings.received.known.isEmpty)
        let guest = try #require(rating.people.first)
        rating[guest.id].stars = 2
        #expect(await rating.send(guest) == .done)
        await waitUntil { !liam.user.ratings.received.known.isEmpty && !maya.user.ratings.received.known.isEmpty }
        #expect(maya.user.ratings.received.known.map(\.rating.note) == ["Thanks"])
        #expect(liam.user.ratings.received.known.map(\.rating.stars) == [Stars(2)])
        campus.clock.advance(by: .seconds(1))  // the response rounds the instant, so it can be a little later than now
        await waitUntil { liam.user.ratings.given.known.first.map(liam.user.ratings.isShown) == true }
    }

    @Test func `a due rating has a reminder until all people are rated`() async throws {
        let (maya, liam, meetup) = try await over()
        let end = meetup.meetup.plan.span.end
        await liam.user.reminders.refresh()
        await liam.expect(.ratingDue, at: [end + 13 * 86_400])
        let rating = liam.user.rating(of: meetup.id)
        await rating.load()
        let host = try #require(rating.people.first)
        rating[host.id].stars = 5
        #expect(await rating.sendAll() == .done)
        await liam.expect(.ratingDue, at: [])
        // The host has still to rate.
        await maya.user.reminders.refresh()
        await maya.expect(.ratingDue, at: [end + 13 * 86_400])
    }

    @Test func `a block removes ratings from every list on both devices, and an unblock restores them`()
        async throws
    {
        let (maya, liam, meetup) = try await over()
        for (phone, stars) in [(maya, 5), (liam, 1)] {
            await phone.user.ratings.received.load()
            let rating = phone.user.rating(of: meetup.id)
            await rating.load()
            let other = try #require(rating.people.first)
            rating[other.id].stars = stars
            #expect(await rating.send(other) == .done)
        }
        await waitUntil { !maya.user.ratings.received.known.isEmpty }
        let id = try maya.user.ownID
        await liam.user.blocks.blocked.load()
        #expect(await liam.user.sheet(of: id).block() == .done)
        await waitUntil { maya.user.ratings.received.known.isEmpty && liam.user.ratings.received.known.isEmpty }
        let blocked = try #require(liam.user.blocks.blocked.known.first)
        #expect(await liam.user.blocks.unblock(blocked.userID) == .done)
        await waitUntil { !maya.user.ratings.received.known.isEmpty && !liam.user.ratings.received.known.isEmpty }
    }
}
