import Auth
import Connections
import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import OrbitApp
import OrbitDemo
import OrbitModels
import Presentation
import Profiles
import Testing
import TimeAndChance

/// Launches with the content of the last launch, with and without a network.
@Suite @MainActor struct OfflineStartTests {
    private let campus = SmallCampus()
    private let scratch: AppDirectory
    private let tokens = MemoryTokenStore()

    private struct NoConnection: HTTPTransport {
        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { throw .cannotConnect }

        func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream { throw .cannotConnect }
    }

    init() throws {
        scratch = try AppDirectory()
    }

    private var file: DurableFile { DurableFile("lists", in: scratch.directory, sizeLimit: 1 << 24) }

    /// The app after a restart without a network.
    private func offline(_ tokens: MemoryTokenStore? = nil) throws -> AppModel {
        AppModel(
            AppEnvironment(
                server: try ServerAddress("https://orbit.example/api"), transport: NoConnection(),
                tokens: tokens ?? self.tokens, directory: scratch.directory, registry: CampusSeed.registry,
                zone: CampusSeed.timeZone, time: campus.clock, random: .seeded(9)))
    }

    /// The app after a restart with a network.
    private func online() throws -> AppModel {
        try campus.device(of: "maya", directory: scratch.directory, tokens: tokens)
    }

    private func joinMaya() async throws -> SignedInDevice {
        try await campus.join("maya", directory: scratch.directory, tokens: tokens)
    }

    private func poke(_ device: SignedInDevice, by other: SignedInDevice) async throws {
        let sheet = other.user.sheet(of: try device.user.ownID)
        await sheet.load()
        #expect(await sheet.connect() == .done)
    }

    @Test func `a launch without a network goes home with the content of the last launch`() async throws {
        let (liam, maya) = (try await campus.join("liam"), try await joinMaya())
        try await poke(maya, by: liam)
        await maya.user.pokes.incoming.load()
        await maya.app.enterBackground()
        let app = try offline()
        await app.launch()
        #expect(app.route == .home && app.failure == nil)
        let user = try #require(app.user)
        #expect(user.profile.saved.value?.profile?.name == "Maya" && user.storedDate != nil)
        #expect(user.pokes.incoming.known.map(\.person.profile.name) == ["Liam"] && user.pokes.incoming.isStored)
        await user.pokes.incoming.load()
        #expect(user.pokes.incoming.items.failure?.kind == .unreachable)
        #expect(user.pokes.incoming.known.count == 1 && app.route == .home)
    }

    @Test func `a launch without a network and without stored content can be retried and left`() async throws {
        _ = try await joinMaya()
        let app = try offline()
        await app.launch()
        #expect(app.route == .arriving)
        #expect(app.failure?.kind == .unreachable && app.failure?.canRetry == true)
        await app.retry()
        #expect(app.route == .arriving && app.failure != nil)
        try await app.logout()
        #expect(app.route == .auth && app.user == nil)
    }

    @Test func `a launch with a network shows the stored content and catches up from the log`() async throws {
        let liam = try await campus.join("liam")
        let maya = try await joinMaya()
        await waitUntil { maya.user.connection == .live }
        await maya.user.pokes.incoming.load()
        #expect(maya.user.pokes.incoming.items == .empty)
        await maya.app.enterBackground()
        try await poke(maya, by: liam)
        let app = try online()
        await app.launch()
        #expect(app.route == .home)
        let user = try #require(app.user)
        await waitUntil { user.pokes.incoming.known.count == 1 && !user.pokes.incoming.isStored }
        await waitUntil { !user.profile.isStored }
        #expect(user.storedDate == nil)
    }

    @Test func `a person who has blocked the user in the meantime does not reappear`() async throws {
        let (liam, maya) = (try await campus.join("liam"), try await joinMaya())
        try await poke(maya, by: liam)
        await maya.user.pokes.incoming.load()
        #expect(maya.user.pokes.incoming.known.count == 1)
        await maya.app.enterBackground()
        let sheet = liam.user.sheet(of: try maya.user.ownID)
        await sheet.load()
        await sheet.block()
        let app = try online()
        await app.launch()
        let user = try #require(app.user)
        await waitUntil { user.pokes.incoming.known.isEmpty }
        await app.enterBackground()
        let next = try offline()
        await next.launch()
        #expect(next.route == .home)
        #expect(next.user?.pokes.incoming.known.isEmpty == true)
    }

    @Test func `a sign-out removes the stored content`() async throws {
        let maya = try await joinMaya()
        await maya.app.enterBackground()
        guard case .value = await file.read() else {
            Issue.record("nothing was stored")
            return
        }
        try await maya.app.logout()
        #expect(await file.read() == .absent)
        await maya.app.enterBackground()
        #expect(await file.read() == .absent)
    }

    @Test func `a sign-out before the launch removes the stored content`() async throws {
        let maya = try await joinMaya()
        await maya.app.enterBackground()
        try await offline().logout()
        #expect(await file.read() == .absent)
    }

    @Test func `the content of another account is not shown, and is removed`() async throws {
        let others = MemoryTokenStore()
        let (liam, maya) = (try await campus.join("liam", tokens: others), try await joinMaya())
        try await poke(maya, by: liam)
        await maya.user.pokes.incoming.load()
        await maya.app.enterBackground()
        let app = try offline(others)
        await app.launch()
        #expect(app.route == .arriving)
        #expect(app.user?.pokes.incoming.known.isEmpty == true && app.user?.profile.saved.value == nil)
        #expect(await file.read() == .absent)
    }

    @Test func `a stored profile that is incomplete leads to the profile setup`() async throws {
        let maya = try await campus.signIn("maya", directory: scratch.directory, tokens: tokens)
        #expect(maya.app.route == .profileSetup)
        await maya.app.enterBackground()
        let app = try offline()
        await app.launch()
        #expect(app.route == .profileSetup)
    }

    @Test func `a profile that is saved before its load at the launch has ended leads home`() async throws {
        let maya = try await campus.signIn("maya", directory: scratch.directory, tokens: tokens)
        await maya.app.enterBackground()
        let held = HeldRequests("/users/me")
        let app = try campus.device(
            of: "maya", intercept: { $0.method == .get ? await held.intercept($0) : nil },
            directory: scratch.directory, tokens: tokens)
        await app.launch()
        await held.waitForRequest()
        app.user?.profile.draft = SmallCampus.profile(of: "maya")
        await app.saveProfile()
        #expect(app.route == .home)
        held.release()
        await waitUntil { app.user?.profile.saved.isLoading == false }
        #expect(app.route == .home)
    }

    @Test func `an unfinished profile is restored without a network`() async throws {
        let maya = try await joinMaya()
        maya.app.editProfile()
        maya.user.profile.draft.bio = "Unfinished"
        await maya.user.profile.next()
        await maya.app.enterBackground()
        let app = try offline()
        await app.launch()
        #expect(app.route == .home && app.user?.profile.draft.bio == "Unfinished")
        #expect(app.user?.profile.saved.value?.profile?.bio != "Unfinished")
    }

    @Test func `an app that is launched twice at once from stored content goes home once`() async throws {
        let maya = try await joinMaya()
        await maya.app.enterBackground()
        let app = try offline()
        async let second: Void = app.launch()
        await app.launch()
        await second
        #expect(app.route == .home && app.user?.profile.isStored == true)
    }

    @Test func `damaged content is ignored, and a launch with a network replaces it`() async throws {
        let maya = try await joinMaya()
        await maya.app.enterBackground()
        try await file.write(Data("damaged".utf8))
        let app = try online()
        await app.launch()
        #expect(app.route == .home && app.user?.storedDate == nil)
        await app.enterBackground()
        let next = try offline()
        await next.launch()
        #expect(next.route == .home)
    }
}
