import AshaSandbox
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Randonneuring
import Testing
import TimeAndChance

@testable import TeamAshaApp

@Suite @MainActor struct BrevetsTests {
    private func brevet(_ id: BrevetID, _ name: String, _ kilometres: Int, days: Double, open: Bool = true) -> Brevet {
        Brevet(
            id: id, name: name, kilometres: kilometres, startsAt: VirtualClock().date.addingTimeInterval(days * 86_400),
            zoneName: "America/Los_Angeles", place: "Golden Gate Bridge", status: open ? .open : .full)
    }

    private var three: [Brevet] {
        [
            brevet("b3", "Fort Bragg", 600, days: 90), brevet("b1", "Point Reyes", 200, days: 10),
            brevet("b2", "Río Ruso", 300, days: 40, open: false),
        ]
    }

    private func model(_ exchanges: [StubTransport.Exchange]) throws -> (BrevetsViewModel, VirtualClock, StubTransport)
    {
        let stub = StubTransport(exchanges)
        let club = try ScriptedClub(stub)
        return (BrevetsViewModel(club.context), club.clock, stub)
    }

    private func list(_ brevets: [Brevet], _ tag: String? = nil) throws -> StubTransport.Exchange {
        .expect(
            .get, "/api/brevets/upcoming",
            response: try .success(Page(brevets), entityTag: tag.map { EntityTag(rawValue: $0) }))
    }

    @Test func `brevets are shown in the order of their starts`() async throws {
        let (model, _, stub) = try model([list(three)])
        #expect(model.state == .idle)
        await model.appear()
        #expect(model.state.value?.map(\.id) == ["b1", "b2", "b3"])
        try await stub.finish()
    }

    @Test func `a search ignores case, accents and the order of words`() async throws {
        let (model, _, _) = try model([list(three)])
        await model.appear()
        model.filter.search = "RUSO rio"
        #expect(model.state.value?.map(\.id) == ["b2"])
        model.filter.search = "bridge 600"
        #expect(model.state.value?.map(\.id) == ["b3"])
        model.filter.search = "  "
        #expect(model.state.value?.count == 3)
    }

    @Test func `filters show distances and brevets that riders can enter`() async throws {
        let (model, _, _) = try model([list(three)])
        await model.appear()
        model.filter.distances = [.brevet]
        #expect(model.state.value?.map(\.id) == ["b1", "b2"])
        model.filter.onlyOpen = true
        #expect(model.state.value?.map(\.id) == ["b1"])
    }

    @Test func `the text of an empty list names its cause`() async throws {
        let (model, _, _) = try model([list(three)])
        await model.appear()
        model.filter.search = "nowhere"
        #expect(model.state == .empty)
        #expect(model.emptyText == "No brevet matches. Change the search or the filters.")
        let (other, _, _) = try self.model([list([])])
        await other.appear()
        #expect(other.state == .empty && other.emptyText == "No brevets are planned. Pull to refresh.")
    }

    @Test func `a brevet disappears at its start`() async throws {
        let (model, clock, _) = try model([list(three)])
        await model.appear()
        clock.advance(by: .seconds(10 * 86_400))
        #expect(model.state.value?.map(\.id) == ["b1", "b2", "b3"])
        clock.advance(by: .seconds(1))
        #expect(model.state.value?.map(\.id) == ["b2", "b3"])
    }

    @Test func `a screen that appears again within a minute sends nothing`() async throws {
        let (model, clock, stub) = try model([list(three), list(three)])
        await model.appear()
        clock.advance(by: .seconds(59))
        await model.appear()
        #expect(await stub.requests.count == 1)
        clock.advance(by: .seconds(1))
        await model.appear()
        try await stub.finish()
    }

    @Test func `a refresh asks with the known version, and the server does not send the same list again`() async throws
    {
        let unchanged = StubTransport.Exchange.expect(
            .get, "/api/brevets/upcoming", response: HTTPResponse(status: 304))
        let (model, _, stub) = try model([list(three, "\"v1\""), unchanged, list([], "\"v2\"")])
        await model.appear()
        await model.refresh()
        #expect(model.state.value?.count == 3 && model.state.failure == nil)
        await model.refresh()
        #expect(model.state == .empty)
        let tags = await stub.requests.map { $0.headers[.ifNoneMatch] }
        #expect(tags == [nil, "\"v1\"", "\"v1\""])
        try await stub.finish()
    }

    @Test func `a failed refresh keeps the list, and a later success removes the failure`() async throws {
        let down = StubTransport.Exchange.expect(.get, "/api/brevets/upcoming", error: .cannotConnect)
        let (model, _, _) = try model([list(three), down, list(three)])
        await model.appear()
        await model.refresh()
        #expect(model.state.failure?.kind == .unreachable && model.state.value?.count == 3)
        await model.appear()  // a failed list is not fresh
        #expect(model.state.failure == nil && model.state.value?.count == 3)
    }

    @Test func `a page of HTML in place of the list is a failure with a retry`() async throws {
        let (model, _, _) = try model([.expect(.get, "/api/brevets/upcoming", response: .portal)])
        await model.appear()
        #expect(model.state.failure?.kind == .unavailable && model.state.failure?.canRetry == true)
        #expect(model.state.value == nil)
    }

    @Test func `a server that does not respond within 30 seconds is a failure`() async throws {
        let slow = PausedResponse()
        let (model, clock, _) = try model([slow.exchange(.get, "/api/brevets/upcoming", response: .portal)])
        let load = Task { await model.appear() }
        await slow.waitForRequest()
        await clock.waitForSleepers(atLeast: 1)  // the deadline
        #expect(model.state == .loading(previous: nil))
        clock.advance(by: .seconds(30))
        await load.value
        #expect(model.state.failure?.kind == .noResponse)
    }

    @Test func `a cancelled load is not a failure`() async throws {
        let slow = PausedResponse()
        let (model, _, _) = try model([slow.exchange(.get, "/api/brevets/upcoming", response: .portal)])
        let load = Task { await model.appear() }
        await slow.waitForRequest()
        load.cancel()
        await load.value
        #expect(model.state.failure == nil)
    }

    @Test func `a brevet that cannot be read is left out and counted, and an unknown state is kept`() async throws {
        let json = """
            {"brevets": [
              {"id": 12, "name": "Old Caz", "distance_km": 300, "starts_at": "2027-06-01T06:00:00-07:00",
               "timezone": "America/Los_Angeles", "start_location": "Sausalito", "status": "waitlist", "controls": []},
              {"id": "x", "name": "Broken", "distance_km": "far"}
            ]}
            """
        let (model, _, _) = try model([.expect(.get, "/api/brevets/upcoming", response: .json(json))])
        await model.appear()
        #expect(model.unreadableCount == 1)
        let brevet = try #require(model.state.value?.first)
        #expect(brevet.id == "12" && brevet.status.rawValue == "waitlist" && !brevet.status.isKnown)
    }

    @Test func `every brevet of the sandbox can be read by the app`() async throws {
        let test = try TestClub()
        let (_, club) = try await test.signedIn()
        await club.brevets.appear()
        #expect(club.brevets.unreadableCount == 0)
        let count = await test.server.season.upcoming.count
        #expect(club.brevets.state.value?.count == count)
    }
}
