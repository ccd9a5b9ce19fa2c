import Auth
import Moderation
import Networking
import OrbitBackend
import OrbitModels
import Safety
import TimeAndChance
import Validation

/// A person of the campus with a device, who sends reports, receives decisions, or moderates.
struct Resident {
    let user: User
    let reports: ReportService
    let moderation: ModerationService
    private let auth: AuthService
    private let random: RandomSource

    init(_ user: User, number: Int, on backend: OrbitBackend, time: any TimeSource) throws {
        self.user = user
        let random = RandomSource.seeded(UInt64(100 + number))
        let transport = InProcessTransport(backend, origin: "10.0.0.\(number + 1)")
        let server = try ServerAddress("https://orbit.example/api")
        func client(_ middleware: [any HTTPMiddleware]) -> APIClient {
            APIClient(server: server, transport: transport, middleware: middleware, time: time, random: random)
        }
        let session = CurrentSession(store: MemoryTokenStore(), client: client([]), time: time)
        auth = AuthService(client: client([]), session: session, time: time, random: random)
        let personal = client([AuthMiddleware(session: session)])
        reports = ReportService(client: personal)
        moderation = ModerationService(client: personal)
        self.random = random
    }

    var name: String { user.profile?.name ?? "?" }

    func newKey() -> IdempotencyKey { .random(from: random) }

    /// Signs in with the code of demonstrations.
    func signIn() async throws {
        let email = try EmailAddress(user.email)
        let sent = try await auth.sendCode(to: email)
        try await auth.verify(try VerificationCode("123456"), for: email, challenge: sent.challengeID)
    }

    /// Appeals the last decision, with a mailed code, because the account may be suspended.
    func appeal() async throws {
        let sent = try await auth.sendCode(to: try EmailAddress(user.email))
        let code = SuspendedRequest(email: user.email, code: "123456", challengeID: sent.challengeID.rawValue)
        guard let decision = try await reports.decisions(whileSuspended: code).first(where: \.canBeAppealed) else {
            return
        }
        _ = try await reports.appeal(
            whileSuspended: SuspendedAppealRequest(
                email: code.email, code: code.code, challengeID: code.challengeID, decisionID: decision.id,
                text: "Somebody else had my phone."))
    }
}
