import BackendRuntime
import NetworkingTesting
import OrbitBackend
import OrbitDemo
import OrbitModels
import TimeAndChance
import Validation

/// The server side in this process: a backend, its clock, the people on its campus, and the mail that it sends.
struct TourCampus: Sendable {
    let backend: OrbitBackend
    let clock: VirtualClock
    let residents: [User]
    /// The resident who decides about reports.
    let moderator: User?
    let mailTransport = TourMailTransport()

    init(people: Int, seed: UInt64, clock: VirtualClock) async throws {
        self.clock = clock
        let store = try await tourStore()
        let mailTransport = mailTransport
        let campus = CampusSeed(people: people, seed: seed)
        residents = try await campus.populate(store, time: clock)
        moderator = residents.last
        var configuration = OrbitBackend.Configuration.demonstration(mailTransport: { await mailTransport.deliver($0) })
        configuration.moderators = try moderator.map { [try EmailAddress($0.email)] } ?? []
        backend = OrbitBackend(store: store, time: clock, random: .seeded(seed), configuration: configuration)
        try await campus.addMeetups(of: residents, on: backend, time: clock)
    }
}

/// The mail transport that receives the mail of the backend.
actor TourMailTransport {
    private(set) var mail: [OutgoingMail] = []

    func deliver(_ message: OutgoingMail) {
        mail.append(message)
    }
}
