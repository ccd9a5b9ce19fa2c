import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Randonneuring
import Testing
import TimeAndChance

@testable import TeamAshaApp

@Suite @MainActor struct ProfileTests {
    @Test func `a synchronization with Strava adds its activities`() async throws {
        let (_, club) = try await TestClub().signedIn()
        await club.profile.appear()
        let before = club.profile.page.activities.value?.count ?? 0
        #expect(await club.profile.syncStrava() == .done)
        #expect(club.profile.page.activities.value?.count == before + 1)
        #expect(club.profile.strava?.lastSyncAt != nil && club.profile.syncFailure == nil)
    }

    @Test func `a second synchronization within 15 minutes states when it is possible again`() async throws {
        let test = try TestClub()
        test.environment.inactivityLimit = .seconds(86_400)
        let (_, club) = try await test.signedIn()
        await club.profile.appear()
        await club.profile.syncStrava()
        test.clock.advance(by: .seconds(60))
        let outcome = await club.profile.syncStrava()
        #expect(outcome.failure?.kind == .limited)
        #expect(outcome.failure?.retryAt == test.clock.date.addingTimeInterval(840))
        test.clock.advance(by: .seconds(840))
        #expect(await club.profile.syncStrava() == .done)
    }

    @Test(arguments: [nil, StravaLink(scopes: ["read"]), StravaLink(scopes: [])])
    func `a synchronization without a link or its scope sends nothing`(link: StravaLink?) async throws {
        let profile = RiderProfile(rider: Rider(id: "r1", name: "Asha"), strava: link)
        let stub = StubTransport([.expect(.get, "/api/riders/me", response: try .success(profile))])
        let model = MyProfileViewModel(try ScriptedClub(stub).context)
        await model.appear()
        #expect(await model.syncStrava().failure?.kind == .refused(.forbidden))
        #expect(model.syncFailure?.message.isEmpty == false)
        try await stub.finish()
    }

    @Test func `a repeated synchronization after a lost response has the same key`() async throws {
        let profile = RiderProfile(
            rider: Rider(id: "r1", name: "Asha"), strava: StravaLink(scopes: ["read", "activity:read"]))
        let stub = StubTransport([
            .expect(.get, "/api/riders/me", response: try .success(profile)),
            .expect(.post, "/api/strava/sync", error: .connectionLost),
            .expect(.post, "/api/strava/sync", response: try .success(StravaLink(scopes: ["activity:read"]))),
        ])
        let model = MyProfileViewModel(try ScriptedClub(stub).context)
        await model.appear()
        #expect(await model.syncStrava().failure?.kind == .noResponse)
        #expect(await model.syncStrava() == .done)
        let keys = await stub.requests.dropFirst().map { $0.headers[.idempotencyKey] }
        #expect(keys.count == 2 && keys[0] != nil && keys[0] == keys[1])
    }

    @Test func `the awards are those of the rules for the results of the rider`() async throws {
        let results = try [(200, 1), (300, 3), (400, 5), (600, 6)].map { kilometres, month in
            BrevetResult(
                id: Identifier("\(month)"), name: "Brevet", kilometres: kilometres,
                day: try #require(CalendarDay(year: 2026, month: month, day: 14)))
        }
        let profile = RiderProfile(rider: Rider(id: "r1", name: "Asha"), results: results)
        let stub = StubTransport([.expect(.get, "/api/riders/me", response: try .success(profile))])
        let page = RiderPage("r1", ClubService.me, in: try ScriptedClub(stub).context)
        await page.appear()
        #expect(page.awards.superRandonneur.year == 2027 && !page.awards.superRandonneur.isComplete)
        let paris = try #require(page.awards.parisBrestParis)
        #expect(paris.edition.year == 2027 && !paris.series.isComplete && paris.longest == 600)
    }

    @Test func `the unit of a rider is kept on the device, and another rider has their own`() async throws {
        let (test, folder) = (try TestClub(), try TestFolder())
        test.environment.preferences = DurableFile("preferences", in: folder.directory)
        let (app, club) = try await test.signedIn()
        #expect(club.settings.unit == .kilometres)
        await club.settings.setUnit(.miles)
        #expect(await test.launched().club?.settings.unit == .miles)
        await app.signOut()
        let other = await test.launched()
        other.welcome.email = "maya@example.org"
        await other.welcome.demoLogin()
        #expect(other.club?.me == "r4" && other.club?.settings.unit == .kilometres)
    }

    @Test func `the settings explain the protection of the session`() async throws {
        let (_, club) = try await TestClub().signedIn()
        #expect(club.settings.sessionExplanation == "You stay signed in until the app quits. Nothing is stored.")
    }
}
