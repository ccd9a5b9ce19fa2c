import Auth
import Chat
import Connections
import Discover
import Meetups
import Networking
import OrbitBackend
import OrbitModels
import Profiles
import TimeAndChance
import Validation

/// A person of the seeded campus with a device of their own, which uses the API like any client.
struct SeedResident: Sendable {
    let user: User
    let profiles: ProfileService
    let discover: DiscoverService
    let pokes: PokeService
    let matches: MatchService
    let chat: ChatService
    let meetups: MeetupService
    let guests: MeetupGuestService
    let requests: MeetupRequestService
    let suggestions: MeetupSuggestionService
    private let session: CurrentSession
    private let auth: AuthService
    private let random: RandomSource

    /// Creates the device of a person.
    ///
    /// - Parameters:
    ///   - user: The person.
    ///   - number: The number of the device, from which its network address is computed.
    ///   - backend: The backend.
    ///   - server: The address of the backend.
    ///   - time: The clock.
    ///   - random: The source of keys.
    init(
        _ user: User, number: Int, on backend: OrbitBackend, server: ServerAddress, time: any TimeSource,
        random: RandomSource
    ) {
        self.user = user
        self.random = random
        let transport = InProcessTransport(backend, origin: "10.0.\(number / 250).\(number % 250 + 1)")
        func client(_ middleware: [any HTTPMiddleware]) -> APIClient {
            APIClient(server: server, transport: transport, middleware: middleware, time: time, random: random)
        }
        session = CurrentSession(store: MemoryTokenStore(), client: client([]), time: time)
        auth = AuthService(client: client([]), session: session, time: time, random: random)
        let personal = client([AuthMiddleware(session: session)])
        profiles = ProfileService(client: personal, random: random)
        discover = DiscoverService(client: personal)
        pokes = PokeService(client: personal)
        matches = MatchService(client: personal)
        chat = ChatService(client: personal)
        meetups = MeetupService(client: personal)
        guests = MeetupGuestService(client: personal)
        requests = MeetupRequestService(client: personal)
        suggestions = MeetupSuggestionService(client: personal)
    }

    /// Returns the devices of all people of a campus.
    static func devices(
        of residents: [User], on backend: OrbitBackend, server: ServerAddress, time: any TimeSource,
        random: RandomSource
    ) -> [SeedResident] {
        residents.enumerated().map { number, user in
            SeedResident(user, number: number, on: backend, server: server, time: time, random: random)
        }
    }

    /// Returns the address of the backend. It exists only for in-process transports.
    static func server() throws -> ServerAddress { try ServerAddress("https://orbit.example/api") }

    /// Returns a new key for one action.
    func newKey() -> IdempotencyKey { .random(from: random) }

    /// Signs in with the code of demonstrations, unless the device is signed in already.
    func signIn() async throws {
        if case .signedIn = await session.state { return }
        let email = try EmailAddress(user.email)
        let sent = try await auth.sendCode(to: email)
        try await auth.verify(try VerificationCode("123456"), for: email, challenge: sent.challengeID)
    }
}
