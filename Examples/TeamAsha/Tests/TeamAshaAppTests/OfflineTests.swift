import AshaSandbox
import DurableFiles
import Foundation
import NetworkingTesting
import OrbitModels
import Presentation
import Randonneuring
import TeamAshaApp
import Testing
import TimeAndChance

@Suite @MainActor struct OfflineTests {
    private let folder: TestFolder
    private let test: TestClub

    init() throws {
        folder = try TestFolder()
        test = try TestClub()
        test.environment.content = DurableFile("content", in: folder.directory)
    }

    @Test func `an app without a network starts with the content of its last launch`() async throws {
        let (_, club) = try await test.signedIn()
        await club.brevets.appear()
        await club.riders.appear()
        await club.profile.appear()
        await club.flush()
        let (brevets, card) = (club.brevets.state.value, club.profile.card(in: .miles))
        let loadedAt = test.clock.date
        test.clock.advance(by: .seconds(3_000))
        await test.server.set(.down)
        let again = try #require(await test.launched().club)
        #expect(again.brevets.state.value == brevets && again.brevets.storedDate == loadedAt)
        #expect(again.riders.state.value == club.riders.state.value)
        #expect(again.profile.card(in: .miles) == card && again.profile.page.storedDate != nil)
        await again.brevets.appear()
        #expect(again.brevets.state.failure != nil && again.brevets.state.value == brevets)
        await test.server.set(.up)
        await again.brevets.refresh()
        #expect(again.brevets.storedDate == nil && again.brevets.state.failure == nil)
    }

    @Test func `a sign-out removes the content of the rider`() async throws {
        let (app, club) = try await test.signedIn()
        await club.brevets.appear()
        await club.flush()
        #expect(await DurableFile("content", in: folder.directory).read() != .absent)
        await app.signOut()
        #expect(await DurableFile("content", in: folder.directory).read() == .absent)
    }

    @Test func `an automatic logout removes the content of the rider`() async throws {
        let (app, club) = try await test.signedIn()
        await club.brevets.appear()
        await club.flush()
        test.clock.advance(by: .seconds(900))
        await waitUntil { app.club == nil && app.welcome.notice != nil }
        #expect(await DurableFile("content", in: folder.directory).read() == .absent)
    }

    @Test func `the pages of other riders are not stored`() async throws {
        let (_, club) = try await test.signedIn()
        let page = club.riders.detail(of: Rider(id: "r2", name: "Noémie Lefèvre"))
        await page.appear()
        await club.brevets.appear()
        await club.flush()
        guard case .value(let stored) = await DurableFile("content", in: folder.directory).read() else {
            Issue.record("nothing was stored")
            return
        }
        #expect(!String(decoding: stored.payload, as: UTF8.self).contains("r2-"))
    }
}
