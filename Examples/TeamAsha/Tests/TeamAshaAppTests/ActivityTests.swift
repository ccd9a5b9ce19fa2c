import AshaSandbox
import Auth
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Randonneuring
import Testing
import TimeAndChance

@testable import TeamAshaApp

@Suite @MainActor struct ActivityTests {
    /// A source with fixed activities that counts its calls.
    private struct FixedSource: ActivitySource {
        let audience: ActivityAudience
        let fixed: [Activity]
        let calls = LockedState(0)

        func activities(of rider: RiderID) async throws -> [Activity] {
            calls.withLock { $0 += 1 }
            return fixed
        }
    }

    private func activity(
        _ id: ActivityID, _ origin: ActivityOrigin, of rider: RiderID = "r1", hours: Double = 0, metres: Double = 50_000
    ) -> Activity {
        Activity(
            id: id, rider: rider, origin: origin, name: "Ride",
            startedAt: Date(timeIntervalSince1970: 1_790_000_000 + hours * 3_600), distance: metres)
    }

    @Test func `a source for owners is not asked for another rider`() async throws {
        let strava = FixedSource(audience: .owner, fixed: [activity("s", .strava)])
        let uploads = FixedSource(audience: .club, fixed: [activity("u", .upload)])
        let library = ActivityLibrary([strava, uploads])
        #expect(try await library.activities(of: "r1", for: "r2").map(\.id) == ["u"])
        #expect(strava.calls.withLock { $0 } == 0)
        #expect(Set(try await library.activities(of: "r1", for: "r1").map(\.id)) == ["s", "u"])
    }

    @Test func `an activity of Strava among uploads is not shown to another rider`() async throws {
        let mixed = FixedSource(
            audience: .club,
            fixed: [activity("s", .strava), activity("u", .upload), activity("n", ActivityOrigin(rawValue: "novel"))])
        let library = ActivityLibrary([mixed])
        #expect(try await library.activities(of: "r1", for: "r2").map(\.id) == ["u"])
        #expect(try await library.activities(of: "r1", for: "r1").count == 3)
    }

    @Test func `an activity of another rider in a response is left out`() async throws {
        let source = FixedSource(audience: .club, fixed: [activity("x", .upload, of: "r3"), activity("u", .upload)])
        #expect(try await ActivityLibrary([source]).activities(of: "r1", for: "r2").map(\.id) == ["u"])
    }

    @Test func `activities of several sources are the latest first, and equal ids count once`() async throws {
        let one = FixedSource(audience: .club, fixed: [activity("a", .upload, hours: 1), activity("b", .upload)])
        let two = FixedSource(audience: .club, fixed: [activity("c", .manual, hours: 2), activity("b", .manual)])
        let all = try await ActivityLibrary([one, two]).activities(of: "r1", for: "r1")
        #expect(all.map(\.id) == ["c", "a", "b"])
        #expect(all.last?.origin == .upload)
    }

    @Test func `a search and an origin select activities, and the order remains`() {
        var hills = activity("a", .strava)
        hills.name = "Hills of Noémie"
        let all = [activity("c", .upload, hours: 48), activity("b", .strava, hours: 24), hills]
        var filter = ActivityFilter()
        #expect(filter.shown(all) == all)
        filter.origins = [.strava]
        #expect(filter.shown(all).map(\.id) == ["b", "a"])
        filter.search = "noemie"
        #expect(filter.shown(all).map(\.id) == ["a"])
        (filter.search, filter.origins) = ("\(all[0].day)", [])
        #expect(filter.shown(all).map(\.id) == ["c"])
    }

    @Test func `a filter of the own rides keeps the number, and an empty list names the filter`() async throws {
        let (_, club) = try await TestClub().signedIn()
        await club.profile.appear()
        let card = club.profile.card(in: .kilometres)
        club.profile.filter.search = "no such ride"
        #expect(club.profile.rides == .empty && club.profile.emptyText.hasPrefix("No activity matches."))
        #expect(club.profile.card(in: .kilometres) == card)
        club.profile.filter = ActivityFilter()
        #expect(club.profile.rides.value == club.profile.page.activities.value)
    }

    @Test func `a list of activities that does not end is a failure`() async throws {
        let endless = StubTransport(
            try (0..<60).map { page in
                StubTransport.Exchange.expect(
                    .get, "/api/riders/r1/activities?source=upload\(page == 0 ? "" : "&cursor=more")",
                    response: try .success(Page([activity(ActivityID("a\(page)"), .upload)], nextCursor: "more")))
            })
        let service = ClubService(client: try .scripted(endless))
        await #expect(throws: APIError.malformedResponse(reason: "the list of activities does not end")) {
            try await service.activities(of: "r1", from: .upload)
        }
        #expect(await endless.requests.count == 50)
    }

    @Test func `the page of another rider asks only for shared activities and says so`() async throws {
        let test = try TestClub()
        let (_, club) = try await test.signedIn()
        let other = Rider(id: "r2", name: "Noémie")
        let page = club.riders.detail(of: other)
        await page.appear()
        #expect(page.card(in: .kilometres).countsOnlyShared && page.card(in: .kilometres).note != nil)
        #expect(page.page.activities.value?.contains { $0.origin.audience == .owner } == false)
        let asked = await test.targets().filter { $0.contains("/activities") }
        #expect(!asked.isEmpty && !asked.contains { $0.contains("strava") })
        #expect(page.page.state.value?.strava == nil)
    }

    @Test func `the server of the sandbox refuses activities of Strava to another rider`() async throws {
        let test = try TestClub()
        _ = try await test.signedIn()
        let address = try ServerAddress("https://team-asha.example")
        let anonymous = APIClient(server: address, transport: test.server, retry: .never, time: test.clock)
        let session = CurrentSession(store: test.environment.tokens, client: anonymous, time: test.clock)
        await session.restore()
        let service = ClubService(
            client: APIClient(
                server: address, transport: test.server, middleware: [AuthMiddleware(session: session)],
                retry: .never, time: test.clock))
        #expect(try await service.activities(of: "r1", from: .strava).isEmpty == false)
        await #expect(throws: APIError.self) { try await service.activities(of: "r2", from: .strava) }
    }

    @Test func `the own page counts all activities, and reports the unusable ones`() async throws {
        let test = try TestClub()
        let (_, club) = try await test.signedIn()
        await club.profile.appear()
        let season = await test.server.season
        let rides = (season.activities["r1"] ?? []).compactMap(\.ride)
        let expected = RideLedger(rides).eddington(in: .kilometres)
        #expect(club.profile.card(in: .kilometres).eddington == expected)
        #expect(expected.number > 5)
        #expect(club.profile.page.unusableCount == rides.filter { $0.distance < 0 && $0.kind == .bicycle }.count)
        #expect(club.profile.card(in: .kilometres).note == nil)
    }

    @Test func `a page with units mixed, duplicates, e-bikes and wrong distances has the plain number`() async throws {
        var faulty = [
            activity("a", .upload, metres: 30_000), activity("b", .upload, hours: 24, metres: 40_000),
            activity("c", .upload, hours: 48, metres: -5), activity("d", .upload, hours: 24, metres: 40_000),
            activity("e", .upload, hours: 72, metres: 90_000), activity("f", .upload, hours: 96, metres: 1),
        ]
        faulty[4].sport = .eBikeRide
        (faulty[5].distance, faulty[5].unit) = (2.5, .miles)
        let club = try ScriptedClub(
            StubTransport([]), sources: [FixedSource(audience: .club, fixed: faulty)])
        let page = RiderPage("r1", ClubService.me, in: club.context)
        await page.appear()
        #expect(page.ledger.count == 3 && page.unusableCount == 1)
        #expect(page.ledger.eddington(in: .kilometres).number == 3)
    }

    @Test func `a card states the days for the next number`() {
        let start = Date(timeIntervalSince1970: 1_790_000_000)
        let rides = (0..<3).map { Ride(start: start.addingTimeInterval(Double($0) * 86_400), distance: 40) }
        let card = EddingtonCard(RideLedger(rides), in: .kilometres, countsOnlyShared: false)
        #expect(card.title == "3 km")
        #expect(card.nextText == "1 more day of 4 km or more for 4")
    }
}
