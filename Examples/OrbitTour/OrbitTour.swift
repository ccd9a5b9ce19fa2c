import Auth
import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import OrbitApp
import OrbitBackend
import OrbitDemo
import Profiles
import TimeAndChance

/// A student signs in, fills in a profile, finds people, pokes one, is matched, meets and rates them, against the
/// backend in this very process.
///
/// This file is the composition root: everything the app is made of is made here. A front end of your own replaces
/// what comes from `TourCampus`, `CampusSeed`, `NetworkingTesting` and `TemporaryFolder`.
@main struct OrbitTour {
    static func main() async throws {
        let narrator = Narrator()

        // The world: a campus with people on it, at ten past nine on a Monday that never passes.
        let clock = VirtualClock.selfAdvancing(from: Self.monday, upTo: .seconds(10))
        let campus = try await TourCampus(people: 24, seed: 7, clock: clock)

        // The network between: it can be told to lose a response. What goes over it is noted.
        let network = FaultInjectingTransport(InProcessTransport(campus.backend), plan: .none, time: clock)
        let log = RequestLog(network)

        // The device: a private folder, removed at the end.
        let folder = try TemporaryFolder()
        let directory = PrivateDirectory(".orbit", under: folder.path)

        // The app, without a screen.
        let environment = AppEnvironment(
            server: try ServerAddress("https://orbit.example/api"),
            transport: log,
            tokens: FileTokenStore(in: directory, time: clock),
            directory: directory,
            registry: CampusSeed.registry,
            zone: CampusSeed.timeZone,
            deviceZone: { CampusSeed.timeZone },
            time: clock,
            random: .seeded(11))

        let journey = Journey(
            environment: environment, campus: campus, network: network, log: log, clock: clock, narrator: narrator)
        try await journey.run()
    }

    /// 2026-09-14, 09:10 in New York.
    private static let monday = Date(timeIntervalSince1970: 1_789_391_400)
}
