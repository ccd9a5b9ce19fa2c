import Auth
import Connections
import Discover
import DurableFiles
import Foundation
import Meetups
import Networking
import NetworkingTesting
import NotificationScheduling
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Testing

/// The data that a person leaves on a device before the next person signs in there.
@Suite @MainActor struct SignOutTests {
    private let campus = SmallCampus()

    /// Maya's device, which Liam uses next.
    private func device(_ held: HeldRequests) async throws -> SignedInDevice {
        _ = try await campus.join("liam")
        campus.clock.advance(by: .seconds(60))  // an address receives at most one code per minute
        return try await campus.join("maya", intercept: held.intercept)
    }

    /// Signs Maya out and Liam in.
    private func change(on app: AppModel) async throws {
        try await app.logout()
        await campus.signIn("liam", on: app)
        #expect(app.route == .home)
        #expect(app.user?.profile.saved.value?.profile?.name == "Liam")
    }

    @Test func `a slow sign-out leaves at once, and does not end the next person's session`() async throws {
        let held = HeldRequests("/auth/logout")
        let maya = try await device(held)
        let logout = Task { try await maya.app.logout() }
        await held.waitForRequest()
        await waitUntil { maya.app.route == .auth }
        await campus.signIn("liam", on: maya.app)
        await waitUntil { maya.app.route == .home }
        held.release()
        try await logout.value
        #expect(maya.app.route == .home)
        let liam = try #require(maya.app.user)
        #expect(liam.profile.saved.value?.profile?.name == "Liam")
        #expect(await maya.app.session.state == .signedIn(try liam.ownID, isStored: true))
    }

    @Test func `a retained sheet does nothing in the name of the next person`() async throws {
        let maya = try await device(HeldRequests("/nothing"))
        let liam = maya.user.sheet(of: "liam")
        let (pokes, matches) = (maya.user.pokes, maya.user.matches)
        await maya.user.discover.load()
        let sheet = maya.user.sheet(of: try #require(maya.user.discover.people.items.value?.first))
        try await change(on: maya.app)
        await sheet.load()
        await sheet.connect()
        await sheet.block()
        await liam.load()
        await matches.matches.load()
        #expect(!sheet.isBlocked && sheet.failure == nil && pokes.failure == nil)
        #expect(liam.person == .idle && matches.matches.items == .idle)
        let next = try #require(maya.app.user)
        await next.blocks.blocked.load()
        await next.pokes.outgoing.load()
        #expect(next.blocks.blocked.items == .empty && next.pokes.outgoing.items == .empty)
    }

    @Test func `a report of seen people in several requests sends no further one after a sign-out`() async throws {
        let held = HeldRequests("/discover/seen")
        let maya = try await device(held)
        let discover = maya.user.discover
        let noting = Task { await discover.noteSeen((0..<150).map { UserID("u_\($0)") }) }
        await held.waitForRequest()
        try await change(on: maya.app)
        held.release()
        await noting.value
        #expect(held.requestCount == 1)
    }

    @Test func `a request refused after a sign-out is not retried with the next person's token`() async throws {
        let held = HeldRequests("/discover/users", response: HTTPResponse(status: 401))
        let maya = try await device(held)
        let discover = maya.user.discover
        let load = Task { await discover.load() }
        await held.waitForRequest()
        try await change(on: maya.app)
        held.release()
        await load.value
        #expect(held.requestCount == 1)
        #expect(discover.people.items == .idle)
    }

    @Test func `a sign-out leaves no draft`() async throws {
        let scratch = try AppDirectory()
        let file = scratch.file
        let maya = try await campus.join("maya", directory: scratch.directory)
        maya.app.editProfile()
        maya.user.profile.draft.bio = "Unfinished"
        await maya.user.profile.next()
        guard case .value = await file.read() else {
            Issue.record("the draft was not kept")
            return
        }
        let profile = maya.user.profile
        try await maya.app.logout()
        #expect(await file.read() == .absent)
        // A form that is still open keeps nothing either.
        await profile.back()
        #expect(await file.read() == .absent)
    }

    @Test func `a sign-out before the launch removes the files and reminders of the last launch`() async throws {
        let scratch = try AppDirectory()
        let maya = try await campus.phone("maya", directory: scratch.directory)
        let meetup = try await maya.host(at: campus.clock)
        await maya.expect(.hourBefore, at: [meetup.start - 3_600])
        maya.app.editProfile()
        maya.user.profile.draft.bio = "Unfinished"
        await maya.user.profile.next()
        guard case .value = await scratch.file.read() else {
            Issue.record("the draft was not kept")
            return
        }
        let app = try campus.device(of: "maya", directory: scratch.directory, notifications: maya.centre)
        try await app.logout()
        #expect(app.route == .auth && app.user == nil)
        #expect(await scratch.file.read() == .absent)
        #expect(await maya.centre.pending().isEmpty)
    }

    @Test func `a slow sign-out does not remove a draft of the next person`() async throws {
        let scratch = try AppDirectory()
        let held = HeldRequests("/auth/logout")
        _ = try await campus.join("liam")
        campus.clock.advance(by: .seconds(60))
        let maya = try await campus.join("maya", intercept: held.intercept, directory: scratch.directory)
        let logout = Task { try await maya.app.logout() }
        await held.waitForRequest()
        await campus.signIn("liam", on: maya.app)
        await waitUntil { maya.app.route == .home }
        let liam = try #require(maya.app.user)
        maya.app.editProfile()
        liam.profile.draft.bio = "Unfinished"
        await liam.profile.next()
        held.release()
        try await logout.value
        guard case .value(let stored) = await scratch.file.read() else {
            Issue.record("the sign-out removed the draft of the next person")
            return
        }
        let (text, owner) = (String(decoding: stored.payload, as: UTF8.self), try liam.ownID.rawValue)
        #expect(text.contains("Unfinished") && text.contains(#""owner":"\#(owner)""#))
        #expect(liam.profile.draft.bio == "Unfinished" && liam.profile.draft.name == "Liam")
    }

    @Test func `events after a sign-out do not reach the models of the old session`() async throws {
        let (liam, maya) = (try await campus.join("liam"), try await campus.join("maya"))
        await waitUntil { maya.user.connection == .live }
        let (pokes, id) = (maya.user.pokes, try maya.user.ownID)
        try await maya.app.logout()
        #expect(maya.app.user == nil)
        let sheet = liam.user.sheet(of: id)
        await sheet.load()
        #expect(await sheet.connect() == .done)
        await campus.signIn("maya", on: maya.app)
        let again = try #require(maya.app.user)
        await waitUntil { again.connection == .live }
        await again.pokes.incoming.load()
        #expect(again.pokes.incoming.items.value?.count == 1)
        #expect(pokes.incoming.known.isEmpty && again.pokes !== pokes)
    }
}
