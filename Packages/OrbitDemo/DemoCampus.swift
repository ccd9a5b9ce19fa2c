public import BackendRuntime
import Chat
import Connections
public import Networking
public import OrbitBackend
public import OrbitModels
public import OrbitStore
public import TimeAndChance
import Trust
public import Validation

/// A campus in this process, for the development of front ends. Its people have photos, pokes, matches, conversations
/// and meetups. They act by themselves, and reply to messages.
///
/// ```swift
/// let campus = try await DemoCampus(people: 40, seed: 7, time: clock)
/// let environment = AppEnvironment(
///     server: campus.server, transport: campus.transport, tokens: MemoryTokenStore(),
///     registry: CampusSeed.registry, zone: CampusSeed.timeZone, time: clock)
/// campus.residents[0].email         // sign in as them with 123456: pokes and matches are waiting
/// await campus.life.run(until: clock.date)
/// ```
///
/// Use it only for demonstrations, because a caller can sign in to any account. A new account with any `orbit.example`
/// address works too.
public struct DemoCampus: Sendable {
    /// The backend that serves the campus.
    public let backend: OrbitBackend
    /// The transport that sends requests to the backend.
    public let transport: InProcessTransport
    /// The address of the backend. It exists only for ``transport``.
    public let server: ServerAddress
    /// All people on campus. Sign in as the first of them: this person never acts, and has up to three pending pokes
    /// and up to two matches. The first match has written a message.
    public let residents: [User]
    /// The actions of the residents. They act only while it runs.
    public let life: CampusLife

    private static let waitingPokes = 3
    private static let matches = 2

    /// Creates a backend with a seeded campus.
    ///
    /// - Parameters:
    ///   - people: The number of people.
    ///   - seed: The seed of the people and their actions.
    ///   - pace: The mean time between two acts of ``life``.
    ///   - time: The clock.
    ///   - store: The store of the backend, in which the campus is seeded.
    ///   - count: Counts the events of the operator.
    ///   - mailTransport: Accepts messages, for example to show them. By default they are discarded.
    ///   - moderators: The addresses of people who decide about reports.
    ///   - features: Further features of the backend.
    /// - Throws: `FeatureConflict` if two features name the same object, or an error of the store.
    public init(
        people: Int = 40, seed: UInt64 = 7, pace: Duration = .seconds(300), time: any TimeSource = SystemClock(),
        store: any BackendStore = MemoryStore(), count: @escaping @Sendable (OperatorEvent) -> Void = { _ in },
        mailTransport: @escaping @Sendable (OutgoingMail) async throws -> Void = { _ in },
        moderators: [EmailAddress] = [], adding features: [Feature] = []
    ) async throws {
        var configuration = BackendConfiguration.demonstration(mailTransport: mailTransport)
        configuration.count = count
        configuration.moderators = moderators
        backend = try OrbitBackend(
            store: store, time: time, random: .seeded(seed), configuration: configuration, adding: features)
        transport = InProcessTransport(backend)
        server = try SeedResident.server()
        residents = try await CampusSeed(people: people, seed: seed, withPhotos: true).populate(store, time: time)
        let random = RandomSource.seeded(seed &+ 1)
        let devices = SeedResident.devices(of: residents, on: backend, server: server, time: time, random: random)
        life = CampusLife(
            residents: Array(devices.dropFirst()), correspondents: Self.waitingPokes + Self.matches, seed: seed &+ 2,
            pace: pace, time: time)
        try await Self.poke(by: devices)
        if let first = residents.first {
            let partners = residents.dropFirst(1 + Self.waitingPokes).prefix(Self.matches)
            try await backend.match(first.id, with: partners.map(\.id), random: random)
            if let partner = devices.dropFirst(1 + Self.waitingPokes).first {
                try await Self.write(from: partner, to: first.id)
            }
        }
        try await SeedMeetups(residents: devices, now: time.date).create()
    }

    /// Sends a message from a resident to a match.
    private static func write(from resident: SeedResident, to person: UserID) async throws {
        try await resident.signIn()
        let matches = try await resident.matches.matches().value.list.elements
        guard let match = matches.first(where: { $0.partnerID == person }) else { return }
        let conversation = try await resident.chat.open(.match(match.id), key: resident.newKey())
        _ = try await resident.chat.send(
            "Hi! Nice to be matched. Are you free this week?", to: conversation.id, key: resident.newKey())
    }

    /// Sends pokes from the next residents to the first. The senders sign in for it. The first resident does not sign
    /// in, so that the front end can request a code for their address at once.
    private static func poke(by residents: [SeedResident]) async throws {
        guard let first = residents.first else { return }
        for (resident, note) in zip(residents.dropFirst().prefix(waitingPokes), PokeNote.known) {
            try await resident.signIn()
            _ = try await resident.pokes.send(to: first.user.id, note: note, key: resident.newKey())
        }
    }
}

extension BackendConfiguration {
    /// Returns a configuration for demonstrations only. Every code is `123456`, so a caller can sign in to any account,
    /// and the store contains secrets in plain text.
    ///
    /// - Parameters:
    ///   - campuses: The campuses whose addresses may sign in.
    ///   - mailTransport: Accepts messages. By default they are discarded.
    public static func demonstration(
        campuses: CampusRegistry = CampusSeed.registry,
        mailTransport: @escaping @Sendable (OutgoingMail) async throws -> Void = { _ in }
    ) -> Self {
        var configuration = Self(
            campuses: campuses, campusTimeZone: CampusSeed.timeZone, digest: .plainForDemonstration,
            mailTransport: mailTransport)
        configuration.campusCentre = CampusSeed.centre
        // All accounts of a new campus are new, so most actions would still be locked.
        configuration.unlocks = .everything
        // The initializer accepts any six ASCII digits. A `nil` would only make codes random again.
        configuration.demonstrationCode = try? VerificationCode("123456")
        return configuration
    }
}
