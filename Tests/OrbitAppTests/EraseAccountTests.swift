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

    @Test func `a confirmed erasure signs out every device, and the address can get a new account`() async throws {
        let tokens = MemoryTokenStore()
        let maya = try await campus.join("maya", tokens: tokens)
        let other = try await campus.signIn("maya")
        let id = try maya.user.ownID
        maya.user.account.confirmation = " Maya@orbit.example "
        #expect(try await maya.app.eraseAccount() == .done)
        #expect(maya.app.route == .auth)
        #expect(maya.app.user == nil)
        await waitUntil { other.app.route == .auth }
        let again = try await campus.join("maya")
        #expect(try again.user.ownID != id)
    }

    @Test func `nothing is erased without the address typed`() async throws {
        let maya = try await campus.join("maya")
        for text in ["", "maya", "liam@orbit.example"] {
            maya.user.account.confirmation = text
            #expect(!maya.user.account.isConfirmed)
            #expect(try await maya.app.eraseAccount() == .skipped)
        }
        #expect(maya.app.route == .home)
    }

    @Test func `an erasure long after the sign-in requires another sign-in`() async throws {
        let maya = try await campus.join("maya")
        campus.clock.advance(by: .seconds(1_000))
        maya.user.account.confirmation = "maya@orbit.example"
        #expect(try await maya.app.eraseAccount().failure?.kind == .refused(.signInAgain))
        #expect(maya.user.account.needsSignIn)
        #expect(maya.app.route == .home)
        try await maya.app.logout()
        await campus.signIn("maya", on: maya.app)
        let again = try #require(maya.app.user)
        again.account.confirmation = "maya@orbit.example"
        #expect(try await maya.app.eraseAccount() == .done)
    }

    @Test func `an exported archive remains until the user drops the archive or signs out`() async throws {
        let maya = try await campus.join("maya")
        let account = maya.user.account
        #expect(await account.export() == .done)
        let file = try #require(account.archive)
        #expect(String(decoding: file, as: UTF8.self).contains("maya@orbit.example"))
        account.dropArchive()
        #expect(account.archive == nil)
        #expect(await account.export() == .done)
        try await maya.app.logout()
        #expect(account.archive == nil)
    }

    @Test func `an erasure whose session ends during its request leaves no draft and no waiting link`() async throws {
        let scratch = try AppDirectory()
        let held = HeldRequests("/users/me")
        let maya = try await campus.join(
            "maya",
            intercept: { request in
                request.method == .delete ? await held.intercept(request) : nil
            }, directory: scratch.directory)
        let other = try await campus.signIn("maya")
        maya.app.editProfile()
        maya.user.profile.draft.bio = "Unfinished"
        await maya.user.profile.next()
        maya.app.show(.sheet(.requests))
        guard case .value = await scratch.file.read() else {
            Issue.record("the draft was not kept")
            return
        }
        maya.user.account.confirmation = "maya@orbit.example"
        let erasure = Task { try await maya.app.eraseAccount() }
        await held.waitForRequest()
        other.user.account.confirmation = "maya@orbit.example"
        #expect(try await other.app.eraseAccount() == .done)
        await waitUntil { maya.app.route == .auth }
        #expect(maya.app.waitingLink == .sheet(.requests))
        held.release()
        _ = try await erasure.value
        #expect(maya.app.waitingLink == nil)
        #expect(await scratch.file.read() == .absent)
        #expect(maya.app.route == .auth)
    }
}
