import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

@Suite @MainActor struct DiscoverViewModelTests {
    private typealias Given = DiscoverUnderTest

    @Test func `people load by page, without duplicates`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/discover/users?limit=2", response: try Given.page(["a", "b"], next: "c1")),
            .expect(.get, "/api/discover/users?cursor=c1&limit=2", response: try Given.page(["b", "c"])),
        ])
        let model = try Given.model(stub)
        await model.load()
        #expect(model.people.items.value?.map(\.id) == ["a", "b"])
        #expect(model.people.hasMore)
        await model.loadMore()
        #expect(model.people.items.value?.map(\.id) == ["a", "b", "c"])
        #expect(!model.people.hasMore)
        await model.loadMore()
        try await stub.finish()
    }

    @Test func `a response without people is an empty list`() async throws {
        let model = try Given.model(
            StubTransport([.expect(.get, "/api/discover/users?limit=2", response: try Given.page([]))]))
        await model.load()
        #expect(model.people.items == .empty)
    }

    @Test func `an unreadable profile is skipped, and the remaining people are shown`() async throws {
        let body = #"{"success":true,"data":{"profiles":[{"id":"a","name":"Ana"},{"id":"b"},{"id":"c","name":"Cem"}]}}"#
        let model = try Given.model(
            StubTransport([
                .expect(.get, "/api/discover/users?limit=2", response: HTTPResponse(status: 200, body: Data(body.utf8)))
            ]))
        await model.load()
        #expect(model.people.items.value?.map(\.id) == ["a", "c"])
        #expect(model.people.unreadableCount == 1)
    }

    @Test func `a refresh that fails keeps the people and says so`() async throws {
        let model = try Given.model(
            StubTransport([
                .expect(.get, "/api/discover/users?limit=2", response: try Given.page(["a"])),
                .expect(.get, "/api/discover/users?limit=2", error: .cannotConnect),
            ]))
        await model.load()
        await model.load()
        #expect(model.people.items.value?.map(\.id) == ["a"])
        #expect(model.people.items.failure?.canRetry == true)
    }

    @Test func `a slow old response does not overwrite a newer response`() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let (releases, release) = AsyncStream.makeStream(of: Void.self)
        let (old, new) = (try Given.page(["old"]), try Given.page(["new"]))
        let model = try Given.model(
            StubTransport([
                .expect(.get, "/api/discover/users?limit=2") { _ throws(TransportError) in
                    arrived.yield()
                    for await _ in releases { break }
                    return old
                },
                .expect(.get, "/api/discover/users?limit=2", response: new),
            ]))
        let slow = Task { await model.load() }
        for await _ in arrivals { break }
        await model.load()
        release.yield()
        await slow.value
        #expect(model.people.items.value?.map(\.id) == ["new"])
    }

    @Test func `the end of the list has the number of people who were shown recently`() async throws {
        let resting = RecentlyShown(people: 3, days: 2)
        let model = try Given.model(
            StubTransport([.expect(.get, "/api/discover/users?limit=2", response: try Given.page([], resting: resting))]
            ))
        await model.load()
        #expect(model.people.items == .empty)
        #expect(model.resting == resting)
    }

    @Test func `a list whose cursor is outdated is loaded from the beginning`() async throws {
        let outdated = Problem(
            code: .invalidInput, message: "Load the list again from the beginning.",
            fields: [FieldFailure(path: "cursor", code: FailureCode(rawValue: "malformed"))])
        let stub = StubTransport([
            .expect(.get, "/api/discover/users?limit=2", response: try Given.page(["a", "b"], next: "c1")),
            .expect(.get, "/api/discover/users?cursor=c1&limit=2", response: try .problem(422, outdated)),
            .expect(.get, "/api/discover/users?limit=2", response: try Given.page(["c", "a"], next: "c2")),
        ])
        let model = try Given.model(stub)
        await model.load()
        await model.loadMore()
        #expect(model.people.items.value?.map(\.id) == ["c", "a"])
        #expect(model.people.hasMore)
        try await stub.finish()
    }

    @Test func `the list is outdated at the end of its day`() async throws {
        let clock = VirtualClock()
        let day = try #require(CalendarDay("2027-01-15"))
        let model = try Given.model(
            StubTransport([
                .expect(
                    .get, "/api/discover/users?limit=2",
                    response: try Given.page(["a"], date: day, endsAt: clock.date.addingTimeInterval(3_600)))
            ]), clock: clock)
        #expect(model.date == nil && !model.isOutdated)
        await model.load()
        #expect(model.date == day)
        clock.advance(by: .seconds(3_599))
        #expect(!model.isOutdated)
        clock.advance(by: .seconds(1))
        #expect(model.isOutdated)
    }

    @Test func `the list becomes outdated at the end of the day while the clock runs`() async throws {
        let time = VirtualClock()
        let log = EventLog(time: time, random: .seeded(1))
        let day = try #require(CalendarDay("2027-01-15"))
        let end = time.date.addingTimeInterval(3_600)
        let stub = StubTransport([
            .expect(.get, "/api/discover/users?limit=2", response: try Given.page(["a"], date: day, endsAt: end))
        ])
        let model = try Given.model(stub, clock: time, log: log)
        await model.load()
        let running = Task { await log.clock.run() }
        for await isOutdated in changes(of: { model.isOutdated }) {
            if isOutdated { break }
            time.advance(by: .seconds(3_600))
        }
        running.cancel()
        await running.value
    }

    @Test func `each person is reported as seen once, and a failed report is repeated later`() async throws {
        let stub = StubTransport([
            .expect(.post, "/api/discover/seen", error: .cannotConnect),
            .expect(.post, "/api/discover/seen") { request throws(TransportError) in
                // An unexpected body fails the test with a response of 400.
                let seen = try? OrbitJSON.decoder.decode(SeenRequest.self, from: request.body)
                return seen?.userIDs == ["a", "b", "c"] ? Given.done : HTTPResponse(status: 400)
            },
            .expect(.post, "/api/discover/seen", response: Given.done),
        ])
        let model = try Given.model(stub)
        await model.noteSeen(["b", "a"])
        await model.noteSeen(["c"])
        await model.noteSeen(["a", "b"])
        await model.noteSeen(["d", "a"])
        #expect(model.failure == nil)
        try await stub.finish()
    }
}
