public import BackendRuntime
import Connections
public import Networking
public import OrbitBackend
public import OrbitModels
public import OrbitStore
public import TimeAndChance
import Trust
public import Validation

/// A whole campus in this process, for front ends in the making: people with photos, pokes, matches and meetups, who go
/// on living by themselves.
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
/// For demonstrations only: any account can be signed in to. A new account with any `orbit.example` address works too.
public struct DemoCampus: Sendable {
    /// The backend that serves the campus.
    public let backend: OrbitBackend
    /// Leads to the backend.
    public let transport: InProcessTransport
    /// Where the backend pretends to be.
    public let server: ServerAddress
    /// All people on campus. Up to three pokes wait for the first of them, who also has up to two matches and never
    /// acts by themselves: that is the person to sign in as.
    public let residents: [User]
    /// What they do by themselves, when it is run.
    public let life: CampusLife

    private static let waitingPokes = 3
    private static let matches = 2

    /// - Parameters:
    ///   - pace: the mean time from one act of ``life`` to the next.
    ///   - store: keeps everything; the campus is planted in it.
    ///   - features: further features of the backend.
    /// - Throws: `FeatureConflict` if two features name the same, or an error of the store.
    public init(
        people: Int = 40, seed: UInt64 = 7, pace: Duration = .seconds(300), time: any TimeSource = SystemClock(),
        store: any BackendStore = MemoryStore(), adding features: [Feature] = []
    ) async throws {
        backend = try OrbitBackend(
            store: store, time: time, random: .seeded(seed), configuration: .demonstration(), adding: features)
        transport = InProcessTransport(backend)
        server = try SeedResident.server()
        residents = try await CampusSeed(people: people, seed: seed, withPhotos: true).plant(in: store, time: time)
        let random = RandomSource.seeded(seed &+ 1)
        let devices = SeedResident.devices(of: residents, on: backend, server: server, time: time, random: random)
        life = CampusLife(residents: Array(devices.dropFirst()), seed: seed &+ 2, pace: pace, time: time)
        try await Self.poke(by: devices)
        if let first = residents.first {
            let partners = residents.dropFirst(1 + Self.waitingPokes).prefix(Self.matches)
            try await backend.match(first.id, with: partners.map(\.id), random: random)
        }
        try await SeedMeetups(residents: devices, now: time.date).plant()
    }

    /// The first of them is poked by the next few. They sign in for it; the first does not, so that a code may be asked
    /// for their address at once.
    private static func poke(by residents: [SeedResident]) async throws {
        guard let first = residents.first else { return }
        for (resident, note) in zip(residents.dropFirst().prefix(waitingPokes), PokeNote.known) {
            try await resident.signIn()
            _ = try await resident.pokes.send(to: first.user.id, note: note, key: resident.newKey())
        }
    }
}

extension BackendConfiguration {
    /// For demonstrations only: every code is `123456`, so any account can be signed in to, and the store
    /// holds secrets as they are.
    public static func demonstration(
        campuses: CampusRegistry = CampusSeed.registry,
        mailbox: @escaping @Sendable (OutgoingMail) async throws -> Void = { _ in }
    ) -> Self {
        var configuration = Self(
            campuses: campuses, campusTimeZone: CampusSeed.timeZone, digest: .plainForDemonstration, mailbox: mailbox)
        configuration.campusCentre = CampusSeed.centre
        // Everyone on a new campus is new, and there would be little to see.
        configuration.unlocks = .everything
        // Six ASCII digits are always a code; were they not, codes would be drawn.
        configuration.demonstrationCode = try? VerificationCode("123456")
        return configuration
    }
}
