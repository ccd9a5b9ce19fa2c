import Auth
import Networking
import NetworkingTesting
import OrbitApp
import OrbitDemo
import Synchronization
import TimeAndChance

/// Measures an open app while no events arrive.
@MainActor enum IdleHour {
    /// Returns the number of requests that the app sends in an hour after everything was loaded.
    static func requests() async throws -> Int {
        let clock = VirtualClock.selfAdvancing()  // the waits between the heartbeats of the stream take no time
        let campus = try await DemoCampus(time: clock)
        let transport = CountingTransport(to: campus.transport)
        let app = AppModel(
            AppEnvironment(
                server: campus.server, transport: transport, tokens: MemoryTokenStore(),
                registry: CampusSeed.registry, zone: CampusSeed.timeZone, time: clock, random: .seeded(3)))
        await app.launch()
        app.auth.email = campus.residents[0].email
        await app.auth.sendCode()
        app.auth.verificationCode = "123456"
        await app.verifyCode()
        guard app.route == .home, let user = app.user else { throw UnexpectedInput("The app does not get home.") }
        await user.discover.load()
        await user.pokes.incoming.load()
        await user.pokes.outgoing.load()
        await user.matches.matches.load()
        await user.today.load()
        let before = transport.count.withLock { $0 }
        try await clock.sleep(for: .seconds(3_600))
        guard user.connection == .live else { throw UnexpectedInput("The log is not live.") }
        return transport.count.withLock { $0 } - before
    }
}

/// A transport that counts calls and opened streams.
private final class CountingTransport: HTTPTransport {
    let count = Mutex(0)
    private let next: any HTTPTransport

    init(to next: any HTTPTransport) {
        self.next = next
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        count.withLock { $0 += 1 }
        return try await next.send(request)
    }

    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        count.withLock { $0 += 1 }
        return try await next.open(request)
    }
}
