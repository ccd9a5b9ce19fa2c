import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing

@Suite @MainActor struct MeetupsViewModelTests {
    private typealias Given = MeetupsUnderTest

    @Test func `each filter has its own list, and a cursor is sent only with its own filter`() async throws {
        let (a, b, c) = (try Given.listing("a"), try Given.listing("b"), try Given.listing("c"))
        let stub = StubTransport([
            .expect(.get, "/api/meetups?limit=1", response: try Given.page([a], next: "all")),
            .expect(.get, "/api/meetups?sport=tennis&limit=1", response: try Given.page([b], next: "tennis")),
            .expect(
                .get, "/api/meetups?sport=tennis&cursor=tennis&limit=1", response: try Given.page([c])),
        ])
        let model = try SharedMeetups(stub).browse(pageSize: 1)
        await model.load()
        #expect(model.meetups.items == .loaded([a]))
        await model.toggle(.tennis)
        #expect(model.filter == MeetupFilter(sports: [.tennis]))
        #expect(model.meetups.items == .loaded([b]))
        await model.meetups.loadMore()
        #expect(model.meetups.items == .loaded([b, c]))
        await model.show(MeetupFilter(sports: [.tennis]))  // the same: nothing is sent
        try await stub.finish()
    }

    @Test func `the later filter wins over an earlier, slower one`() async throws {
        let slow = PausedResponse()
        let (old, new) = (try Given.listing("old"), try Given.listing("new"))
        let stub = StubTransport([
            slow.exchange(.get, "/api/meetups?event_type=party&limit=20", response: try Given.page([old])),
            .expect(.get, "/api/meetups?event_type=party%2Cstudy&limit=20", response: try Given.page([new])),
        ])
        let model = try SharedMeetups(stub).browse()
        let first = Task { await model.toggle(EventType.party) }
        await slow.waitForRequest()
        await model.toggle(EventType.study)
        slow.release()
        await first.value
        #expect(model.meetups.items == .loaded([new]))
        await model.show(MeetupFilter(eventTypes: [.study, .party]))
        try await stub.finish()
    }

    @Test func `a failed reload keeps the found meetups, and the next reload adds the rest`() async throws {
        let (a, b) = (try Given.listing("a"), try Given.listing("b"))
        let stub = StubTransport([
            .expect(.get, "/api/meetups?limit=20", response: try Given.page([a])),
            .expect(.get, "/api/meetups?limit=20", error: .cannotConnect),
            .expect(.get, "/api/meetups?limit=20", response: try Given.page([a, b])),
        ])
        let model = try SharedMeetups(stub).browse()
        await model.load()
        await model.load()
        #expect(model.meetups.items.value == [a] && model.meetups.items.failure?.kind == .unreachable)
        await model.load()
        #expect(model.meetups.items == .loaded([a, b]))
        try await stub.finish()
    }

    @Test func `a meetup that no longer fits the filter leaves the list`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/meetups?sport=tennis&limit=20", response: try Given.page([try Given.listing("m")]))
        ])
        let shared = try SharedMeetups(stub)
        let model = shared.browse()
        await model.toggle(.tennis)
        shared.receive(
            1, LogEvent(.meetupChanged, data: try Given.listing("m", plan: Given.plan(sport: nil), changed: 1)))
        #expect(model.meetups.known.isEmpty)
    }

    @Test func `a meetup that was found by its square stays in the list after the user joins it`() async throws {
        let square = try #require(Coordinates(latitude: 10, longitude: 20))
        let stub = StubTransport([
            .expect(
                .get, "/api/meetups?bbox=19.9%2C9.9%2C20.1%2C10.1&limit=20",
                response: try Given.page([try Given.listing("m", plan: Given.plan(at: square))]))
        ])
        let shared = try SharedMeetups(stub)
        let model = shared.browse()
        await model.show(MeetupFilter(box: BoundingBox(west: 19.9, south: 9.9, east: 20.1, north: 10.1)))
        var plan = try Given.plan(at: Coordinates(latitude: 10.3, longitude: 20))
        plan.place.isExact = true
        shared.receive(1, LogEvent(.meetupChanged, data: try Given.listing("m", .going, plan: plan, changed: 1)))
        #expect(model.meetups.known.map(\.meetup.attendance) == [.going])
        // A different square means that the meetup was moved.
        plan.place.isExact = false
        shared.receive(2, LogEvent(.meetupChanged, data: try Given.listing("m", plan: plan, changed: 2)))
        #expect(model.meetups.known.isEmpty)
    }

    @Test func `an unreadable meetup is skipped, and the remaining meetups are shown`() async throws {
        let body = try OrbitJSON.encoder.encode(
            Envelope.success(Page([try Given.listing("a"), try Given.listing("b")])))
        let text = String(decoding: body, as: UTF8.self).replacing(#""id":"b""#, with: #""id":"""#)
        let stub = StubTransport([
            .expect(.get, "/api/meetups?limit=20", response: HTTPResponse(status: 200, body: Data(text.utf8)))
        ])
        let model = try SharedMeetups(stub).browse()
        await model.load()
        #expect(model.meetups.known.map(\.id) == ["a"] && model.meetups.unreadableCount == 1)
    }

    @Test func `my meetups become appointments of a calendar`() async throws {
        let window = "from=2027-01-15T08%3A00%3A00Z&to=2027-01-16T08%3A00%3A00Z"
        let stub = StubTransport([
            .expect(
                .get, "/api/meetups/mine?\(window)&limit=50",
                response: try Given.page([try Given.listing("m", .requested, plan: Given.plan(startsIn: 2))]))
        ])
        let shared = try SharedMeetups(stub)
        let model = MyMeetupsViewModel(
            service: shared.service, log: shared.log, from: Given.now, to: Given.hours(24))
        await model.meetups.load()
        let appointment = try #require(model.appointments.first)
        #expect(appointment.id == "m" && appointment.title == "Tennis" && !appointment.isCertain)
        #expect(appointment.span.start == Given.hours(2) && appointment.timeZone == .gmt)
        shared.receive(1, LogEvent(.meetupChanged, data: try Given.listing("late", .going)))
        #expect(model.appointments.map(\.id) == ["m"])
    }
}
