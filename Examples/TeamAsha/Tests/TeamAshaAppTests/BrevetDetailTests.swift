import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Randonneuring
import Testing
import TimeAndChance

@testable import TeamAshaApp

@Suite @MainActor struct BrevetDetailTests {
    private let start = Date(timeIntervalSince1970: 1_810_000_000)

    private func brevet(_ kilometres: Int, _ controls: [Double]) -> Brevet {
        Brevet(
            id: "b1", name: "Point Reyes", kilometres: kilometres, startsAt: start, zoneName: "America/Los_Angeles",
            place: "Golden Gate Bridge", controls: controls.map { Brevet.Control("Control \($0)", at: $0) })
    }

    private func model(_ brevet: Brevet, _ exchanges: [StubTransport.Exchange] = []) throws -> BrevetDetailViewModel {
        BrevetDetailViewModel(brevet, in: try ScriptedClub(StubTransport(exchanges)).context)
    }

    @Test func `a brevet of the list is shown before it is loaded`() throws {
        let brevet = brevet(200, [])
        #expect(try model(brevet).state == .loaded(brevet))
    }

    @Test func `the controls have the times of the rules after the start`() throws {
        let card = try model(brevet(200, [0, 60, 120, 202])).card
        #expect(card.map { $0.opensAt?.timeIntervalSince(start) } == [0, 6_360, 12_720, 21_180])
        #expect(card.map { $0.closesAt?.timeIntervalSince(start) } == [3_600, 14_400, 28_800, 48_600])
    }

    @Test func `a control beyond the brevet's longest route shows its reason, and the others their times`() throws {
        let card = try model(brevet(200, [100, 400, -3])).card
        #expect(card.map(\.times)[1] == .failure(.beyondRoute(maxKilometres: 240)))
        #expect(card.map(\.times)[2] == .failure(.negative))
        #expect(card[0].opensAt != nil && card[1].opensAt == nil && card[1].closesAt == nil)
    }

    @Test func `a populaire of 100 km has no control times`() throws {
        let model = try model(brevet(100, [0, 50, 100]))
        #expect(model.card.isEmpty && model.advice == nil)
    }

    @Test func `since 2024 the times of intermediate controls are a recommendation`() throws {
        #expect(try model(brevet(300, [0])).advice != nil)
        var old = brevet(300, [0])
        old.startsAt = Date(timeIntervalSince1970: 1_650_000_000)
        #expect(try model(old).advice == nil)
    }

    @Test func `a removed brevet is a failure that names it`() async throws {
        let gone = Problem(code: .notFound, message: "This brevet was removed from the calendar.")
        let model = try model(
            brevet(200, []), [.expect(.get, "/api/brevets/b1", response: try .problem(404, gone))])
        await model.refresh()
        #expect(model.state.failure?.message == "This brevet was removed from the calendar.")
        #expect(model.state.value == nil)
    }
}
