import Foundation
import NetworkingTesting
import OrbitDemo
import OrbitStore
import TimeAndChance
import Trust
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

extension TestServer {
    /// A server with added features, moderated by `mod`.
    static func adding(
        _ features: Feature..., store: any BackendStore = MemoryStore(), counting events: EventCounts
    ) throws -> TestServer {
        let (clock, mailTransport) = (VirtualClock(), RecordingMailTransport())
        var configuration = BackendConfiguration(
            campuses: campuses, campusTimeZone: .gmt, digest: .plainForDemonstration,
            mailTransport: mailTransport.receive)
        configuration.campusCentre = centre
        configuration.moderators = [try EmailAddress("mod@stanford.edu")]
        configuration.unlocks = .everything
        configuration.count = events.add
        let backend = try OrbitBackend(
            store: store, time: clock, random: .seeded(1), configuration: configuration, adding: features)
        return TestServer(backend: backend, store: store, mailTransport: mailTransport, clock: clock)
    }

    /// Returns a context on the same store with other features.
    func context(with features: FeatureSet) -> BackendContext {
        BackendContext(
            store: store, time: clock, random: .seeded(1), configuration: backend.context.configuration,
            features: features)
    }
}
