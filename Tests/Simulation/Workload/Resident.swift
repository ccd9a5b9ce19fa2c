import Auth
import Chat
import Connections
import DiskSimulation
import DurableFiles
import Foundation
import Networking
import OrbitDemo
import OrbitModels
import OrbitStore
import TimeAndChance
import Validation

/// A person of the simulated campus.
struct Resident: Sendable {
    let email: String
    /// The person as other people see them.
    let person: Person

    var id: UserID { person.id }
}

/// A campus with people who are signed in on their devices. It is prepared once per process, and each simulation begins
/// with a copy.
struct PreparedCampus: Sendable {
    /// The number of people.
    static let peopleCount = 4
    /// The number of devices of each person.
    static let devicesPerPerson = 2

    let store: MemoryStore
    /// The same campus, on which all people are matched with each other and have conversations.
    let chatStore: MemoryStore
    let residents: [Resident]
    /// The disks of each person's devices, with a stored session.
    let disks: [[SimulatedDisk]]
    /// The stored sessions.
    let sessions: [AuthSession]
    /// The time at which the campus was ready.
    let end: Duration

    /// Signs all residents in on their devices.
    @MainActor static func prepare(on time: VirtualTime) async throws -> PreparedCampus {
        let store = MemoryStore()
        let clock = DeviceClock(time: time, process: ProcessLife())
        let users = try await CampusSeed(people: peopleCount, seed: 7).populate(store, time: clock)
        let residents = users.compactMap { user in
            user.profile.map { Resident(email: user.email, person: Person(id: user.id, profile: $0)) }
        }
        let findings = Findings(time: time, keepsLines: false)
        let wire = Wire(time: time, findings: findings)
        let server = SimulatedServer(store: store, time: time, wire: wire, bug: nil, seed: 11)
        server.start()
        var disks: [[SimulatedDisk]] = []
        var sessions: [AuthSession] = []
        for (place, resident) in residents.enumerated() {
            var own: [SimulatedDisk] = []
            for device in 0..<devicesPerPerson {
                // Codes to one address have a minimum distance.
                try await time.sleep(for: .seconds(31))
                let number = place * devicesPerPerson + device
                let disk = SimulatedDisk()
                sessions.append(try await signIn(resident, on: disk, number: number, at: server, clock))
                own.append(disk)
            }
            disks.append(own)
        }
        server.stop()
        let chatStore = store.copy()
        let chatServer = SimulatedServer(store: chatStore, time: time, wire: wire, bug: nil, seed: 12)
        chatServer.start()
        for (place, resident) in residents.enumerated() {
            let others = residents.dropFirst(place + 1).map(\.id)
            try await chatServer.match(resident.id, with: others, random: .seeded(UInt64(200 + place)))
            try await openConversations(of: resident, on: disks[place][0], at: chatServer, clock)
        }
        chatServer.stop()
        return PreparedCampus(
            store: store, chatStore: chatStore, residents: residents, disks: disks, sessions: sessions, end: time.now)
    }

    @MainActor private static func signIn(
        _ resident: Resident, on disk: SimulatedDisk, number: Int, at server: SimulatedServer, _ clock: DeviceClock
    ) async throws -> AuthSession {
        guard let transport = server.directTransport(origin: "10.0.0.\(number + 1)") else { throw NoServer() }
        let random = RandomSource.seeded(UInt64(100 + number))
        let client = APIClient(server: try World.serverAddress(), transport: transport, time: clock, random: random)
        let directory = PrivateDirectory("orbit", under: "/home", on: disk, time: clock)
        let store = FileTokenStore(in: directory, time: clock, random: random)
        let session = CurrentSession(store: store, client: client, time: clock)
        let auth = AuthService(
            client: client, session: session,
            device: DeviceTokenStore(file: DurableFile("device", in: directory, time: clock, random: random)),
            time: clock, random: random)
        let address = try EmailAddress(resident.email)
        let sent = try await auth.sendCode(to: address)
        try await auth.verify(try VerificationCode("123456"), for: address, challenge: sent.challengeID)
        guard case .session(let stored) = await store.load() else { throw NoServer() }
        return stored
    }

    /// Opens the conversations of all matches of a person.
    @MainActor private static func openConversations(
        of resident: Resident, on disk: SimulatedDisk, at server: SimulatedServer, _ clock: DeviceClock
    ) async throws {
        guard let transport = server.directTransport(origin: "10.2.0.1") else { throw NoServer() }
        let random = RandomSource.seeded(300)
        let address = try World.serverAddress()
        let anonymous = APIClient(server: address, transport: transport, time: clock, random: random)
        let directory = PrivateDirectory("orbit", under: "/home", on: disk, time: clock)
        let session = CurrentSession(
            store: FileTokenStore(in: directory, time: clock, random: random), client: anonymous, time: clock)
        await session.restore()
        let client = APIClient(
            server: address, transport: transport, middleware: [AuthMiddleware(session: session)], time: clock,
            random: random)
        let service = ChatService(client: client)
        for match in try await MatchService(client: client).matches(limit: 100).value.list.elements {
            _ = try await service.open(.match(match.id), key: .random(from: random))
        }
    }

    private struct NoServer: Error {}
}
