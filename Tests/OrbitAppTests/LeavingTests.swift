import Auth
import Connections
import Discover
import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Testing

/// What is left of one person when the next signs in on the same device.
@Suite @MainActor struct LeavingTests {
    private let campus = SmallCampus()

    /// Maya's device, and Liam waiting to use it.
    private func device(_ held: Held) async throws -> AppModel {
        _ = try await campus.join("liam")
        campus.clock.advance(by: .seconds(60))  // no address is sent two codes in one minute
        return try await campus.join("maya", intercept: held.intercept)
    }

    /// Signs Maya out and Liam in.
    private func change(on app: AppModel) async throws {
        try await app.logout()
        await campus.signIn("liam", on: app)
        #expect(app.route == .home)
        #expect(app.profile.saved.value?.profile?.name == "Liam")
    }

    @Test func `a slow sign-out leaves at once, and never the session of the next person`() async throws {
        let held = Held("/auth/logout")
        let app = try await device(held)
        let logout = Task { try await app.logout() }
        await held.isAwaited()
        await waitUntil { app.route == .auth }
        await campus.signIn("liam", on: app)
        await waitUntil { app.route == .home }
        held.release()
        try await logout.value
        #expect(app.route == .home)
        #expect(app.profile.saved.value?.profile?.name == "Liam")
        #expect(await app.session.state == .signedIn(try app.ownID, isStored: true))
    }

    @Test func `a sheet that is kept open does nothing in the name of the next person`() async throws {
        let app = try await device(Held("/nothing"))
        let liam = app.sheet(of: "liam")
        let (pokes, matches) = (app.pokes, app.matches)
        await app.discover.load()
        let sheet = app.sheet(of: try #require(app.discover.people.items.value?.first))
        try await change(on: app)
        await sheet.load()
        await sheet.connect()
        await sheet.block()
        await liam.load()
        await matches.matches.load()
        #expect(!sheet.isBlocked && sheet.failure == nil && pokes.failure == nil)
        #expect(liam.person == .idle && matches.matches.items == .idle)
        await app.blocks.blocked.load()
        await app.pokes.outgoing.load()
        #expect(app.blocks.blocked.items == .empty && app.pokes.outgoing.items == .empty)
    }

    @Test func `what one was still telling the server ends when one leaves`() async throws {
        let held = Held("/discover/seen")
        let app = try await device(held)
        let discover = app.discover
        let noting = Task { await discover.noteSeen((0..<150).map { UserID("u_\($0)") }) }
        await held.isAwaited()
        try await change(on: app)
        held.release()
        await noting.value
        #expect(held.requestCount == 1)
    }

    @Test func `a request refused after one has left is not repeated with the token of the next`() async throws {
        let held = Held("/discover/users", response: HTTPResponse(status: 401))
        let app = try await device(held)
        let discover = app.discover
        let load = Task { await discover.load() }
        await held.isAwaited()
        try await change(on: app)
        held.release()
        await load.value
        #expect(held.requestCount == 1)
        #expect(discover.people.items == .idle)
    }

    @Test func `after a sign-out no draft is left`() async throws {
        let scratch = try Scratch()
        let file = scratch.file
        let app = try await campus.join("maya", directory: scratch.directory)
        app.editProfile()
        app.profile.draft.bio = "Unfinished"
        await app.profile.next()
        guard case .value = await file.read() else {
            Issue.record("the draft was not kept")
            return
        }
        let profile = app.profile
        try await app.logout()
        #expect(await file.read() == .absent)
        // A form that is still open keeps nothing either.
        await profile.back()
        #expect(await file.read() == .absent)
    }

    @Test func `a slow sign-out takes no draft of the next person`() async throws {
        let scratch = try Scratch()
        let held = Held("/auth/logout")
        _ = try await campus.join("liam")
        campus.clock.advance(by: .seconds(60))
        let app = try await campus.join("maya", intercept: held.intercept, directory: scratch.directory)
        let logout = Task { try await app.logout() }
        await held.isAwaited()
        await campus.signIn("liam", on: app)
        await waitUntil { app.route == .home }
        app.editProfile()
        app.profile.draft.bio = "Unfinished"
        await app.profile.next()
        held.release()
        try await logout.value
        guard case .value(let stored) = await scratch.file.read() else {
            Issue.record("the sign-out removed the draft of the next person")
            return
        }
        let (text, owner) = (String(decoding: stored.payload, as: UTF8.self), try app.ownID.rawValue)
        #expect(text.contains("Unfinished") && text.contains(#""owner":"\#(owner)""#))
        #expect(app.profile.draft.bio == "Unfinished" && app.profile.draft.name == "Liam")
    }

    @Test func `nothing of the log comes after a sign-out`() async throws {
        let (liam, maya) = (try await campus.join("liam"), try await campus.join("maya"))
        await waitUntil { maya.connection == .live }
        let (pokes, id) = (maya.pokes, try maya.ownID)
        try await maya.logout()
        #expect(maya.connection == .off)
        let sheet = liam.sheet(of: id)
        await sheet.load()
        #expect(await sheet.connect() == .done)
        await campus.signIn("maya", on: maya)
        await waitUntil { maya.connection == .live }
        await maya.pokes.incoming.load()
        #expect(maya.pokes.incoming.items.value?.count == 1)
        #expect(pokes.incoming.known.isEmpty && maya.pokes !== pokes)
    }
}
