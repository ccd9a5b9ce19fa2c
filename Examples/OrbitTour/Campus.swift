import NetworkingTesting
import OrbitBackend
import OrbitModels
import TimeAndChance

/// The other side: a backend in memory, the people on its campus, and the mail it sends.
struct Campus: Sendable {
    let backend: OrbitBackend
    let residents: [User]
    let mailbox = Mailbox()

    init(people: Int, seed: UInt64, clock: VirtualClock) async throws {
        let store = MemoryStore()
        let mailbox = mailbox
        backend = OrbitBackend(
            store: store, time: clock, random: .seeded(seed),
            configuration: .demonstration(mailbox: { await mailbox.deliver($0) }))
        let campus = CampusSeed(people: people, seed: seed)
        residents = try await campus.plant(in: store, time: clock)
        try await campus.plantMeetups(of: residents, on: backend, time: clock)
    }
}

/// Where the backend's mail ends up.
actor Mailbox {
    private(set) var mail: [OutgoingMail] = []

    func deliver(_ message: OutgoingMail) {
        mail.append(message)
    }
}
