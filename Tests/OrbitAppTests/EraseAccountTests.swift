import Auth
import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Testing

@Suite @MainActor struct EraseAccountTests {
    private let campus = SmallCampus()

    @Test func `a confirmed erasure leads to sign-in on every device, and the address begins anew`() async throws {
        let tokens = MemoryTokenStore()
        let app = try await campus.join("maya", tokens: tokens)
        let other = try await campus.signIn("maya")
        let id = try app.ownID
        app.account.confirmation = " Maya@orbit.example "
        #expect(try await app.eraseAccount() == .done)
        #expect(app.route == .auth)
        #expect(app.account.confirmation.isEmpty)
        await waitUntil { other.route == .auth }
        let again = try await campus.join("maya")
        #expect(try again.ownID != id)
    }

    @Test func `nothing is erased without the address typed`() async throws {
        let app = try await campus.join("maya")
        for text in ["", "maya", "liam@orbit.example"] {
            app.account.confirmation = text
            #expect(!app.account.isConfirmed)
            #expect(try await app.eraseAccount() == .skipped)
        }
        #expect(app.route == .home)
    }

    @Test func `a sign-in of long ago has to be repeated first`() async throws {
        let app = try await campus.join("maya")
        campus.clock.advance(by: .seconds(1_000))
        app.account.confirmation = "maya@orbit.example"
        #expect(try await app.eraseAccount().failure?.kind == .refused(.signInAgain))
        #expect(app.account.needsSignIn)
        #expect(app.route == .home)
        try await app.logout()
        await campus.signIn("maya", on: app)
        app.account.confirmation = "maya@orbit.example"
        #expect(try await app.eraseAccount() == .done)
    }

    @Test func `the archive is there until it is dropped, and goes with the user`() async throws {
        let app = try await campus.join("maya")
        let account = app.account
        #expect(await account.export() == .done)
        let file = try #require(account.archive)
        #expect(String(decoding: file, as: UTF8.self).contains("maya@orbit.example"))
        account.dropArchive()
        #expect(account.archive == nil)
        #expect(await account.export() == .done)
        try await app.logout()
        #expect(account.archive == nil)
    }

    @Test func `no draft is left if the session ends before the erasure is answered`() async throws {
        let scratch = try Scratch()
        let held = Held("/users/me")
        let app = try await campus.join(
            "maya",
            intercept: { request in
                request.method == .delete ? await held.intercept(request) : nil
            }, directory: scratch.directory)
        let other = try await campus.signIn("maya")
        app.editProfile()
        app.profile.draft.bio = "Unfinished"
        await app.profile.next()
        guard case .value = await scratch.file.read() else {
            Issue.record("the draft was not kept")
            return
        }
        app.account.confirmation = "maya@orbit.example"
        let erasure = Task { try await app.eraseAccount() }
        await held.isAwaited()
        other.account.confirmation = "maya@orbit.example"
        #expect(try await other.eraseAccount() == .done)
        await waitUntil { app.route == .auth }
        held.release()
        _ = try await erasure.value
        #expect(await scratch.file.read() == .absent)
        #expect(app.route == .auth)
    }
}
