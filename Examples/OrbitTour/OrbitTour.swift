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

/// A student signs in, fills in a profile, finds people, and pokes one person. The two are matched, meet, and rate each
/// other. The backend runs in this process, or on a server with `--server URL`.
///
/// This file is the composition root: it creates everything that the app consists of. A front end of your own replaces
/// the values of `TourCampus`, `CampusSeed`, `NetworkingTesting` and `TemporaryFolder`. `ServerTour.swift` replaces the
/// first of them by a server.
@main struct OrbitTour {
    static func main() async throws {
        do {
            if let server = try tourServer() {
                try await run(on: server)
            } else {
                try await runInProcess()
            }
        } catch let error as ExampleError {
            error.endProcess()
        }
    }

    @MainActor private static func runInProcess() async throws {
        let narrator = Narrator()

        // The world: a campus with people, at ten past nine on a Monday, with a virtual clock.
        let clock = VirtualClock.selfAdvancing(from: Self.monday, upTo: .seconds(10))
        let campus = try await TourCampus(people: 24, seed: 7, clock: clock)

        // The network between the app and the campus, which can lose a response. A log records the requests.
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
            environment: environment, campus: campus, network: network, log: log,
            otherNetwork: InProcessTransport(campus.backend), narrator: narrator)
        try await journey.run()
    }

    /// 2026-09-14, 09:10 in New York.
    private static let monday = Date(timeIntervalSince1970: 1_789_391_400)
}
