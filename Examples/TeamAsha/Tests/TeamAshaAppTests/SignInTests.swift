import AshaSandbox
import Auth
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import TeamAshaApp
import Testing
import TimeAndChance

@Suite @MainActor struct SignInTests {
    private struct Google: IdentityTokenSource {
        var token: IdentityToken?

        func identityToken() async throws -> IdentityToken {
            guard let token else { throw CancellationError() }  // the rider has closed the sheet
            return token
        }
    }

    /// A store whose file cannot be read now.
    private struct LockedStore: TokenStore {
        var status: TokenStoreStatus { TokenStoreStatus(protection: .privateFile) }

        func load() async -> StoredSession { .unavailable(reason: "The device is locked.") }

        func withExclusiveAccess<Result: Sendable>(
            _ body: @Sendable (any ExclusiveTokens) async throws -> Result
        ) async throws -> Result {
            throw TokenStoreError.unavailable(reason: "The device is locked.")
        }
    }

    @Test func `an app without a stored session shows the welcome screen`() async throws {
        let app = try await TestClub().launched()
        #expect(app.route == .welcome && app.club == nil)
        #expect(app.welcome.notice == nil && app.welcome.failure == nil)
    }

    @Test func `a demo login shows the main screen and stores the session`() async throws {
        let test = try TestClub()
        let (app, club) = try await test.signedIn()
        #expect(app.route == .main && club.me == "r1")
        let again = await test.launched()
        #expect(again.route == .main && again.club?.me == "r1")
        #expect(await test.targets() == ["POST /auth/demo"])
    }

    @Test func `a demo login outside of a sandbox sends nothing`() async throws {
        let test = try TestClub()
        test.environment.isSandbox = false
        let app = await test.launched()
        app.welcome.email = "asha@example.org"
        await app.welcome.demoLogin()
        #expect(app.route == .welcome && app.welcome.failure?.kind == .refused(.forbidden))
        #expect(await test.targets().isEmpty)
    }

    @Test(arguments: ["", "asha", "asha@", "a sha@example.org", "asha@example.org\r\nX: y"])
    func `a demo login with an invalid address sends nothing`(email: String) async throws {
        let test = try TestClub()
        let app = await test.launched()
        app.welcome.email = email
        await app.welcome.demoLogin()
        #expect(app.welcome.failure?.kind == .invalid)
        #expect(await test.targets().isEmpty)
    }

    @Test func `an ID token signs in, and a token that the server refuses does not`() async throws {
        let test = try TestClub()
        test.environment.identity = Google(token: SandboxServer.identityToken)
        let app = await test.launched()
        await app.welcome.signInWithIdentity()
        #expect(app.route == .main)
        await app.signOut()
        test.environment.identity = Google(token: IdentityToken("forged"))
        let other = await test.launched()
        await other.welcome.signInWithIdentity()
        #expect(other.route == .welcome && other.welcome.failure?.kind == .signedOut)
    }

    @Test func `a closed sheet of the provider is not a failure`() async throws {
        let test = try TestClub()
        test.environment.identity = Google(token: nil)
        let app = await test.launched()
        await app.welcome.signInWithIdentity()
        #expect(app.welcome.failure == nil && !app.welcome.isLoading && app.route == .welcome)
    }

    @Test func `an app without a provider does not offer an identity`() async throws {
        let app = try await TestClub().launched()
        #expect(!app.welcome.offersIdentity && app.welcome.offersDemoLogin)
        await app.welcome.signInWithIdentity()
        #expect(app.route == .welcome)
    }

    @Test(arguments: [SandboxServer.Condition.down, .html])
    func `a sign-in without a working server shows a failure, and a later sign-in succeeds`(
        condition: SandboxServer.Condition
    ) async throws {
        let test = try TestClub()
        await test.server.set(condition)
        let app = await test.launched()
        app.welcome.email = "asha@example.org"
        await app.welcome.demoLogin()
        #expect(app.route == .welcome && app.welcome.failure?.canRetry == true)
        await test.server.set(.up)
        await app.welcome.demoLogin()
        #expect(app.route == .main && app.welcome.failure == nil)
    }

    @Test func `a response with the session of another rider is refused`() async throws {
        let test = try TestClub()
        let grant = AuthGrant(
            accessToken: AccessToken("a"), refreshToken: RefreshToken("r"), expiresIn: 900, isNewUser: false,
            userID: "r2")
        let stub = StubTransport([
            .expect(
                .post, "/auth/demo",
                response: try .success(SignInGrant(grant: grant, rider: Rider(id: "r1", name: "Asha"))))
        ])
        test.environment.transport = stub
        let app = await test.launched()
        app.welcome.email = "asha@example.org"
        await app.welcome.demoLogin()
        #expect(app.route == .welcome && app.welcome.failure?.kind == .unavailable)
        #expect(await test.environment.tokens.load() == .absent)
    }

    @Test func `a session in a file survives the end of the app`() async throws {
        let (test, folder) = (try TestClub(), try TestFolder())
        test.environment.tokens = FileTokenStore(in: folder.directory)
        _ = try await test.signedIn()
        test.environment.tokens = FileTokenStore(in: folder.directory)
        #expect(await test.launched().route == .main)
    }

    @Test func `a store that cannot be read is not shown as signed out`() async throws {
        let test = try TestClub()
        test.environment.tokens = LockedStore()
        #expect(await test.launched().route == .unreadable(reason: "The device is locked."))
    }

    @Test func `a sign-out ends the session on the device and on the server`() async throws {
        let test = try TestClub()
        let (app, _) = try await test.signedIn()
        await app.signOut()
        #expect(app.route == .welcome && app.club == nil && app.welcome.notice == nil)
        #expect(await test.environment.tokens.load() == .absent)
        #expect(await test.targets().last == "POST /auth/logout")
    }

    @Test func `a sign-in during a sign-out begins after it and remains`() async throws {
        let test = try TestClub()
        let (app, _) = try await test.signedIn()
        let signOut = Task { await app.signOut() }
        await waitUntil { app.club == nil }
        app.welcome.email = "maya@example.org"
        await app.welcome.demoLogin()
        await signOut.value
        #expect(app.route == .main && app.club?.me == "r4")
        #expect(await test.targets() == ["POST /auth/demo", "POST /auth/logout", "POST /auth/demo"])
        #expect(await test.environment.tokens.load() != .absent)
    }

    @Test func `a screen of a rider who has left sends nothing in the session of the next rider`() async throws {
        let test = try TestClub()
        let (app, club) = try await test.signedIn()
        await app.signOut()
        app.welcome.email = "maya@example.org"
        await app.welcome.demoLogin()
        #expect(app.club?.me == "r4")
        let sent = await test.targets()
        await club.brevets.refresh()
        #expect(await test.targets() == sent)
    }

    @Test func `a sign-out without a server ends the session on the device`() async throws {
        let test = try TestClub()
        let (app, _) = try await test.signedIn()
        await test.server.set(.down)
        await app.signOut()
        #expect(app.route == .welcome && app.welcome.failure == nil)
        #expect(await test.environment.tokens.load() == .absent)
    }

    @Test func `a session that the server has ended shows the welcome screen with the reason`() async throws {
        let test = try TestClub()
        let (app, club) = try await test.signedIn()
        await test.server.endSessions()
        await club.brevets.refresh()
        await waitUntil { app.club == nil && app.welcome.notice != nil }
        #expect(app.route == .welcome)
        #expect(app.welcome.notice == "Your session has ended. Sign in again to go on.")
    }
}
