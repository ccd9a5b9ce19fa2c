import Foundation
import ICalendar
import Meetups
import Networking
import NetworkingTesting
import OrbitApp
import OrbitBackend
import OrbitModels
import Presentation
import Testing

/// The address of the user's calendar, from the app to another calendar.
@Suite @MainActor struct CalendarFeedAppTests {
    private let campus = SmallCampus()

    /// Returns the response of the server to a calendar that subscribes to an address.
    private func subscribed(_ url: URL) async -> HTTPResponse {
        await campus.backend.respond(to: HTTPRequest(method: .get, url: url), origin: "198.51.100.7")
    }

    @Test func `a calendar address serves the user's meetups, and after its revocation the response 404`()
        async throws
    {
        let maya = try await campus.phone("maya")
        let meetup = try await maya.host(at: campus.clock)
        let feed = maya.user.calendarFeed
        await feed.load()
        #expect(await feed.renew() == .done)
        let address = try #require(feed.address)
        let response = await subscribed(address.url)
        let events = try CalendarFile.read(response.body).file.events
        #expect(events == [CalendarEvent(meetup.meetup)])
        #expect(await feed.revoke() == .done)
        #expect(feed.address == nil && feed.createdAt == nil)
        #expect(await subscribed(address.url).status == 404)
    }

    @Test func `a renewal shows on both devices, and only the renewing device has the address`() async throws {
        let maya = try await campus.phone("maya")
        let tablet = try await campus.signIn("maya")
        await waitUntil { tablet.user.connection == .live }
        for user in [maya.user, tablet.user] { await user.calendarFeed.load() }
        #expect(await maya.user.calendarFeed.renew() == .done)
        let first = try #require(maya.user.calendarFeed.address)
        await waitUntil { tablet.user.calendarFeed.createdAt != nil }
        #expect(tablet.user.calendarFeed.address == nil)
        campus.clock.advance(by: .seconds(60))
        #expect(await tablet.user.calendarFeed.renew() == .done)
        await waitUntil { maya.user.calendarFeed.createdAt == tablet.user.calendarFeed.createdAt }
        #expect(maya.user.calendarFeed.address == nil && tablet.user.calendarFeed.address != nil)
        #expect(await subscribed(first.url).status == 404)
    }

    @Test func `a sign-out removes the address from the device, and revokes nothing`() async throws {
        let maya = try await campus.phone("maya")
        let feed = maya.user.calendarFeed
        await feed.load()
        await feed.renew()
        let address = try #require(feed.address)
        try await maya.app.logout()
        #expect(feed.address == nil && maya.app.user == nil)
        #expect(await subscribed(address.url).status == 200)
    }
}
