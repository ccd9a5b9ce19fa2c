import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing

/// The address of the user's calendar: created, shown once, renewed and revoked.
@Suite @MainActor struct CalendarFeedTests {
    private typealias Given = MeetupsUnderTest
    private nonisolated static let path = "/api/meetups/calendar"
    private nonisolated static let token = String(repeating: "ab", count: 32)

    private func model(_ shared: SharedMeetups) throws -> CalendarFeedViewModel {
        CalendarFeedViewModel(
            service: MeetupCalendarService(client: shared.client),
            server: try ServerAddress("https://orbit.example/api"),
            log: shared.log)
    }

    private static func made(_ token: String = token, at hours: Double = 0) throws -> HTTPResponse {
        try .success(NewCalendarAddress(token: CalendarToken(token), createdAt: Given.hours(hours)))
    }

    @Test func `a new calendar address is shown until hidden, and is not shown again`() async throws {
        let stub = StubTransport([
            .expect(.get, Self.path, response: try .success(CalendarFeed())),
            .expect(.post, Self.path, response: try Self.made()),
            .expect(.get, Self.path, response: try .success(CalendarFeed(createdAt: Given.now))),
        ])
        let feed = try model(try SharedMeetups(stub))
        #expect(feed.notices.isEmpty)
        await feed.load()
        #expect(feed.createdAt == nil && feed.address == nil && feed.notices == [.whoeverHasIt])
        #expect(await feed.renew() == .done)
        let address = try #require(feed.address)
        #expect(address.url.absoluteString == "https://orbit.example/api/calendars/\(Self.token)/meetups.ics")
        #expect(
            address.subscription?.absoluteString == "webcal://orbit.example/api/calendars/\(Self.token)/meetups.ics")
        #expect(feed.createdAt == Given.now && feed.notices == [.shownOnce, .whoeverHasIt])
        await feed.load()
        #expect(feed.address == address)
        feed.hideAddress()
        #expect(feed.address == nil && feed.createdAt == Given.now && feed.notices == [.notShownAgain, .whoeverHasIt])
        try await stub.finish()
    }

    @Test func `a revoked address disappears at once, and a failed revocation restores the address`() async throws {
        let slow = PausedResponse()
        let stub = StubTransport([
            .expect(.get, Self.path, response: try .success(CalendarFeed())),
            .expect(.post, Self.path, response: try Self.made()),
            .expect(.delete, Self.path, response: try Given.refusal(.rateLimited, status: 429)),
            slow.exchange(.delete, Self.path, response: try .success(MessageData(message: "Done."))),
        ])
        let feed = try model(try SharedMeetups(stub))
        await feed.load()
        #expect(await feed.revoke() == .skipped)
        await feed.renew()
        #expect(await feed.revoke().failure?.kind == .limited)
        #expect(feed.address != nil && feed.failure?.kind == .limited)
        let revoke = Task { await feed.revoke() }
        await slow.waitForRequest()
        #expect(feed.address == nil && feed.createdAt == nil && feed.isWorking)
        #expect(await feed.renew() == .skipped)
        slow.release()
        #expect(await revoke.value == .done)
        #expect(feed.createdAt == nil && feed.failure == nil && !feed.isWorking)
        try await stub.finish()
    }

    @Test func `a change on another device removes the shown address`() async throws {
        for later in [CalendarFeed(), CalendarFeed(createdAt: Given.hours(1))] {
            let at = LogPosition(epoch: "e", seq: 0)
            let event = LogEvent(.calendarChanged, data: CalendarFeed(createdAt: Given.now))
            let stub = StubTransport([
                .expect(.get, Self.path, response: try .success(CalendarFeed(), receipt: LogReceipt(at: at))),
                .expect(.post, Self.path) { request throws(TransportError) in
                    do {
                        return try Given.logged(
                            NewCalendarAddress(token: CalendarToken(Self.token), createdAt: Given.now),
                            key: request.headers[.idempotencyKey], [event])
                    } catch { throw .malformedResponse }
                },
            ])
            let shared = try SharedMeetups(stub, keepsLog: true)
            let feed = try model(shared)
            await feed.load()
            await feed.renew()
            #expect(feed.address != nil)
            shared.receive(2, LogEvent(.calendarChanged, data: later))
            #expect(feed.address == nil && feed.createdAt == later.createdAt)
            try await stub.finish()
        }
    }

    @Test func `after the end of the session no address is shown, and a late response is discarded`() async throws {
        let slow = PausedResponse()
        let stub = StubTransport([
            .expect(.get, Self.path, response: try .success(CalendarFeed())),
            .expect(.post, Self.path, response: try Self.made()),
            slow.exchange(.post, Self.path, response: try Self.made(at: 1)),
        ])
        let feed = try model(try SharedMeetups(stub))
        await feed.load()
        await feed.renew()
        #expect(feed.address != nil)
        let renew = Task { await feed.renew() }
        await slow.waitForRequest()
        feed.end()
        #expect(feed.address == nil)
        slow.release()
        _ = await renew.value
        #expect(feed.address == nil)
        try await stub.finish()
    }

    @Test func `descriptions of an address do not contain its token`() async throws {
        let new = NewCalendarAddress(token: CalendarToken(Self.token), createdAt: Given.now)
        let address = try CalendarAddress(new, at: try ServerAddress("http://127.0.0.1:8080"))
        for value: Any in [new, address, Optional(address) as Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] { #expect(!text.contains(Self.token)) }
        }
        #expect(address.subscription?.absoluteString == "webcal://127.0.0.1:8080/calendars/\(Self.token)/meetups.ics")
        #expect(throws: APIError.self) {
            try CalendarAddress(
                NewCalendarAddress(token: CalendarToken(".."), createdAt: Given.now),
                at: try ServerAddress("https://orbit.example"))
        }
    }

    @Test func `every notice about the calendar address has English words`() {
        for notice in CalendarFeedNotice.allCases {
            #expect(LocalizedStrings.english(notice) != notice.fallbackText)
        }
    }

    @Test func `a calendar file is requested by meetup, with the code of the meetup's link`() async throws {
        let stub = StubTransport([
            .expect(
                .get, "/api/meetups/a%2Fb/calendar.ics?link=x",
                response: HTTPResponse(status: 200, body: Data("BEGIN:VCALENDAR".utf8))),
            .expect(.get, "/api/meetups/m/calendar.ics", response: try Given.refusal(.notFound, status: 404)),
        ])
        let service = MeetupCalendarService(client: try SharedMeetups(stub).client)
        #expect(try await service.file(of: "a/b", link: "x") == Data("BEGIN:VCALENDAR".utf8))
        await #expect(throws: APIError.self) { try await service.file(of: "m") }
        try await stub.finish()
    }
}
