import Auth
import Connections
import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import Observation
import OrbitApp
import OrbitBackend
import OrbitDemo
import OrbitModels
import Presentation
import Profiles
import Testing
import TimeAndChance

/// The app against a backend behind real sockets, with the transport of the platform.
@Suite @MainActor struct OverTCPTests {
    private let campus = SmallCampus()

    /// The transport of the platform, with time limits for a busy machine, which must not look like a silent server.
    private static func transport() -> SystemTransport {
        SystemTransport(idleTimeout: .seconds(600), totalTimeout: .seconds(600))
    }

    /// A device that reaches the campus over TCP, for a person who has joined.
    static func signIn(_ name: String, to port: UInt16) async throws -> SignedInDevice {
        let app = AppModel(
            AppEnvironment(
                server: try ServerAddress("http://127.0.0.1:\(port)/api"), transport: Self.transport(),
                tokens: MemoryTokenStore(), registry: CampusSeed.registry, zone: CampusSeed.timeZone,
                time: VirtualClock.selfAdvancing(upTo: .seconds(5))))
        await app.launch()
        app.auth.email = "\(name)@orbit.example"
        await app.auth.sendCode()
        app.auth.verificationCode = "123456"
        await app.verifyCode()
        #expect(app.route == .home)
        return SignedInDevice(app: app, user: try #require(app.user))
    }

    /// Signs Maya in, in the other process. Returns when Liam's poke appears.
    private static func awaitPoke(_ port: UInt16) async throws {
        let maya = try await signIn("maya", to: port)
        await waitUntil { maya.user.pokes.incoming.known.map(\.person.profile.name) == ["Liam"] }
    }

    /// Creates a server on the loopback interface. `events` counts the requests for events.
    private func host(_ events: HeldRequests) throws -> LoopbackHost {
        events.release()
        return try LoopbackHost(
            serving: InterceptedTransport(
                transport: InProcessTransport(campus.backend), intercept: events.intercept, record: { _ in }))
    }

    @Test func `a poke sent over TCP shows by itself on a device that is connected over TCP`() async throws {
        for name in ["maya", "liam"] { _ = try await campus.join(name) }
        campus.clock.advance(by: .seconds(60))  // an address receives at most one code per minute
        let host = try host(HeldRequests("/events"))
        let maya = try await Self.signIn("maya", to: host.port)
        let liam = try await Self.signIn("liam", to: host.port)
        await waitUntil { maya.user.connection == .live }
        let sheet = liam.user.sheet(of: try maya.user.ownID)
        await sheet.load()
        #expect(await sheet.connect(note: .coffee) == .done)
        await waitUntil { maya.user.pokes.incoming.known.map(\.person.profile.name) == ["Liam"] }
        try await maya.app.logout()
        try await liam.app.logout()
    }

    @Test(.timeLimit(.minutes(60)))
    func `a poke that is sent in one process shows by itself in another`() async throws {
        let (maya, liam) = (try await campus.join("maya"), try await campus.join("liam"))
        campus.clock.advance(by: .seconds(60))
        let events = HeldRequests("/events")
        let host = try host(events)
        let child = Task.detached { [port = host.port] in
            await #expect(processExitsWith: .success) { [port = port as UInt16] in
                try await OverTCPTests.awaitPoke(port)
            }
        }
        await events.waitForRequest()
        let sheet = liam.user.sheet(of: try maya.user.ownID)
        await sheet.load()
        #expect(await sheet.connect(note: .coffee) == .done)
        _ = await child.value
    }

    @Test func `two hundred cut connections neither lose nor repeat any of two thousand events`() async throws {
        let cuts = Cuts(200, seed: 7)
        let host = try LoopbackHost(serving: InProcessTransport(campus.backend), cuttingAfter: cuts.limit)
        let phone = try await campus.join("maya")
        let session = try await campus.signIn("maya").app.session
        await phone.user.dealbreakers.load()

        let clock = VirtualClock.selfAdvancing(upTo: .seconds(60))  // passes the pauses between two attempts
        let log = EventLog(time: clock, random: .seeded(3))
        let seen = SeenEvents()
        log.attach(seen)
        let client = APIClient(
            server: try ServerAddress("http://127.0.0.1:\(host.port)/api"), transport: Self.transport(),
            middleware: [AuthMiddleware(session: session)], events: .discover,
            time: VirtualClock.selfAdvancing(upTo: .seconds(5)))
        let start = try #require(try await PolledEvents(client: client).open(after: nil).next())
        guard case .slice(let slice) = start else { return }
        log.receive(slice)
        let following = Task { await log.follow([ServerSentEvents(client: client, time: VirtualClock())]) }
        defer { following.cancel() }
        for number in 1...2_000 {
            phone.user.dealbreakers.draft.ages = 18...20 + number % 7
            #expect(await phone.user.dealbreakers.save() == .done)
            await waitUntil { seen.numbers.count >= number - 8 }  // the log is never far behind
        }
        await waitUntil { seen.numbers.count >= 2_000 }
        #expect(seen.numbers == Array(slice.at.seq + 1...slice.at.seq + 2_000))
        #expect(!seen.hasStartedOver)
        #expect(cuts.left == 0)
    }
}

/// Interrupts a limited number of event streams, each after a random number of bytes.
private struct Cuts: Sendable {
    private let random: RandomSource
    private let rest: LockedState<Int>

    init(_ count: Int, seed: UInt64) {
        random = .seeded(seed)
        rest = LockedState(count)
    }

    var left: Int { rest.withLock { $0 } }

    @Sendable func limit(_ request: HTTPRequest) -> Int? {
        guard request.headers[.accept] == "text/event-stream" else { return nil }
        let isCut = rest.withLock { rest in
            defer { rest = max(0, rest - 1) }
            return rest > 0
        }
        return isCut ? Int(random.unit() * 2_000) : nil
    }
}

/// The numbers of all events that a log has applied, in order.
@MainActor @Observable private final class SeenEvents: LogFollower {
    private(set) var numbers: [Int] = []
    private(set) var hasStartedOver = false

    func apply(_ events: [LogEvent], through position: LogPosition, isOwn: Bool) { numbers += events.map(\.seq) }
    func publish() {}
    func reset() { hasStartedOver = true }
    func connectionDidRestore() {}
}
