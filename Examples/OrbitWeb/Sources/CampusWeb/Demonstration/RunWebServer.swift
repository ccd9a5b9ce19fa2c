import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Networking
import ServiceLifecycle
import TimeAndChance
import UnixSignals

/// Runs the front end until SIGTERM or SIGINT.
package enum RunWebServer {
    /// The time for requests in progress after a signal to stop.
    private static let shutdown = Duration.seconds(8)

    /// Serves a seeded campus in this process.
    package static func demonstration(_ options: WebOptions, people: Int, logger: Logger) async throws {
        let world = try await DemoWorld.make(people: people)
        let site = await WebSite(settings: .demonstration(world))
        try await run(site, options, logger: logger, services: [DemoLife(world: world)])
    }

    /// Serves the campus of a server.
    package static func server(
        _ server: ServerAddress, zone: TimeZone, _ options: WebOptions, logger: Logger
    ) async throws {
        let site = await WebSite(settings: .server(server, zone: zone))
        try await run(site, options, logger: logger, services: [])
    }

    /// The services stop in reverse order, so that streams end before the campus.
    private static func run(
        _ site: WebSite, _ options: WebOptions, logger: Logger, services: [any Service]
    ) async throws {
        let server = WebServer(site: site, options: options, logger: logger) { channel in
            let port = channel.localAddress?.port ?? options.port
            logger.notice("ready", metadata: ["address": "http://\(WebOptions.name(of: options.host)):\(port)"])
        }
        var configuration = ServiceGroupConfiguration(
            services: services + [server.application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = shutdown
        try await ServiceGroup(configuration: configuration).run()
    }
}

/// The people of the demonstration, who act by themselves.
private struct DemoLife: Service {
    let world: DemoWorld

    func run() async throws {
        await cancelWhenGracefulShutdown { [world] in await world.run() }
    }
}
