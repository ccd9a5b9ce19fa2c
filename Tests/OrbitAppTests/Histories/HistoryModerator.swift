import Auth
import Foundation
import Moderation
import Networking
import NetworkingTesting
import OrbitBackend
import OrbitModels
import Safety
import TimeAndChance
import Validation

/// A moderator on a network without faults.
@MainActor final class HistoryModerator {
    let desk: ModerationService
    private(set) var id: UserID?
    private let mutes: MuteService
    private let auth: AuthService
    private let session: CurrentSession
    private let address: EmailAddress
    private let clock: VirtualClock
    private let random: RandomSource

    init(_ name: String, number: UInt64, on backend: OrbitBackend, clock: VirtualClock) throws {
        address = try EmailAddress("\(name)@orbit.example")
        self.clock = clock
        random = .seeded(5_000 + number)
        let server = try ServerAddress("https://orbit.example/api")
        let wire = InProcessTransport(backend, origin: "10.0.1.\(number)")
        let anonymous = APIClient(server: server, transport: wire, time: clock, random: random)
        session = CurrentSession(store: MemoryTokenStore(), client: anonymous, time: clock)
        auth = AuthService(client: anonymous, session: session, time: clock, random: random)
        let client = APIClient(
            server: server, transport: wire, middleware: [AuthMiddleware(session: session)], time: clock,
            random: random)
        desk = ModerationService(client: client)
        mutes = MuteService(client: client)
    }

    var newKey: IdempotencyKey { .random(from: random) }

    /// Signs in if there is no session, for example after the session has expired.
    func signInIfNeeded() async throws {
        if case .signedIn = await session.state { return }
        clock.advance(by: .seconds(61))
        let sent = try await auth.sendCode(to: address)
        id = try await auth.verify(try VerificationCode("123456"), for: address, challenge: sent.challengeID).userID
    }

    /// Sends a request without an effect of its own. The server applies only the effects of elapsed time.
    func doNothing() async throws {
        do {
            try await signInIfNeeded()
            try await mutes.unmute("nobody", key: newKey)
        } catch {
            if case .signedIn = await session.state { throw error }
            try await signInIfNeeded()
            try await mutes.unmute("nobody", key: newKey)
        }
    }
}
