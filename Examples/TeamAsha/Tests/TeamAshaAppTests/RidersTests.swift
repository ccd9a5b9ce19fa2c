import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

@testable import TeamAshaApp

@Suite @MainActor struct RidersTests {
    private func standing(_ id: RiderID, _ name: String, _ kilometres: Int, _ badges: [RiderBadge] = []) -> Standing {
        Standing(
            rider: Rider(id: id, name: name, badges: badges), kilometres: kilometres, brevets: 2, longest: 200)
    }

    private func board(_ season: Int, _ standings: [Standing]) throws -> StubTransport.Exchange {
        .expect(.get, "/api/leaderboard?season=\(season)", response: try .success(Page(standings)))
    }

    private func model(_ exchanges: [StubTransport.Exchange]) throws -> (RidersViewModel, StubTransport) {
        let stub = StubTransport(exchanges)
        return (RidersViewModel(try ScriptedClub(stub).context), stub)
    }

    @Test func `a leaderboard begins with the present season and ranks its riders`() async throws {
        let (model, stub) = try model([
            board(2027, [standing("a", "Asha", 400), standing("b", "Noémie", 900), standing("c", "Dev", 400)])
        ])
        #expect(model.season == 2027 && model.seasons == [2027, 2026, 2025, 2024, 2023])
        await model.appear()
        #expect(model.state.value?.map(\.id) == ["b", "a", "c"])
        #expect(model.state.value?.map(\.rank) == [1, 2, 2])
        try await stub.finish()
    }

    @Test func `a filter does not change the ranks`() async throws {
        let (model, _) = try model([
            board(2027, [standing("a", "Asha", 400, [.r12]), standing("b", "Noémie", 900), standing("c", "Dev", 300)])
        ])
        await model.appear()
        model.filter.search = "dev"
        #expect(model.state.value?.map(\.rank) == [3])
        model.filter.search = "noemie"
        #expect(model.state.value?.map(\.rank) == [1])
        model.filter.search = ""
        model.filter.badges = [.r12]
        #expect(model.state.value?.map(\.rank) == [2])
        model.filter.badges = [.r12, .p12]
        #expect(model.state == .empty && model.emptyText.hasPrefix("No rider matches."))
    }

    @Test func `each season is loaded once while it is fresh`() async throws {
        let (model, stub) = try model([
            board(2027, [standing("a", "Asha", 400)]), board(2026, [standing("b", "Dev", 900)]),
        ])
        await model.appear()
        await model.select(2026)
        #expect(model.season == 2026 && model.state.value?.map(\.id) == ["b"])
        await model.select(2027)
        #expect(model.state.value?.map(\.id) == ["a"])
        try await stub.finish()
    }

    @Test(arguments: [1_999, 2_028, Int.min, Int.max])
    func `a season that is not offered is not selected`(season: Int) async throws {
        let (model, stub) = try model([])
        await model.select(season)
        #expect(model.season == 2027)
        try await stub.finish()
    }

    @Test func `a late response of one season does not replace another season`() async throws {
        let slow = PausedResponse()
        let (model, _) = try model([
            slow.exchange(
                .get, "/api/leaderboard?season=2027", response: try .success(Page([standing("a", "Asha", 400)]))),
            board(2026, [standing("b", "Dev", 900)]),
        ])
        let load = Task { await model.appear() }
        await slow.waitForRequest()
        await model.select(2026)
        slow.release()
        await load.value
        #expect(model.season == 2026 && model.state.value?.map(\.id) == ["b"])
    }

    @Test func `the leaderboard of the sandbox can be read by the app`() async throws {
        let (_, club) = try await TestClub().signedIn()
        await club.riders.select(2026)
        #expect(club.riders.unreadableCount == 0)
        #expect(club.riders.state.value?.isEmpty == false)
    }
}
