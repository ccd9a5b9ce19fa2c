import Auth
import Foundation
import Networking
import OrbitApp
import OrbitBackend
import OrbitDemo
import OrbitModels

/// The sources of the app's data. They differ only in the environment.
@MainActor enum Campus {
    /// Returns an app over the server of the first argument, or over a campus in this process.
    ///
    /// - Throws: `ServerAddress.Invalid` if the argument is not the URL of a server; an error of the campus.
    static func app(arguments: [String]) async throws -> AppModel {
        // Xcode passes options of its own, which begin with a dash.
        guard let url = arguments.dropFirst().first, !url.hasPrefix("-") else { return try await demonstration() }
        return AppModel(
            AppEnvironment(
                server: try ServerAddress(url), transport: SystemTransport(), tokens: MemoryTokenStore()))
    }

    /// Returns an app over a campus whose people act in real time. Sign in with the code 123456.
    private static func demonstration() async throws -> AppModel {
        let campus = try await DemoCampus(people: 40, seed: 7, pace: .seconds(20))
        // They run until the process ends.
        Task { await campus.backend.work() }
        Task { await campus.life.run(until: .distantFuture) }
        let app = AppModel(
            AppEnvironment(
                server: campus.server, transport: campus.transport, tokens: MemoryTokenStore(),
                registry: CampusSeed.registry, zone: CampusSeed.timeZone))
        // The first resident has pokes and matches.
        app.auth.email = campus.residents.first?.email ?? ""
        return app
    }
}
