import ArgumentParser
import ClubWeb
import Hummingbird
import Logging

/// `team-asha-web`: Team Asha in the browser, with the server of the sandbox in the same process.
@main struct TeamAshaWeb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "team-asha-web", abstract: "Serves Team Asha to the browsers of this machine.")

    @Option(help: "The port on which the front end listens.") var port = 8_090

    func validate() throws {
        // Browsers send the origin of a page with its port, so the port has to be known.
        guard (1...65_535).contains(port) else { throw ValidationError("A port is a number from 1 to 65535.") }
    }

    func run() async throws {
        let site = try await ClubSite(settings: .sandbox())
        let server = ClubServer(site: site, port: port, logger: Logger(label: "team-asha-web"))
        try await server.application.runService()
    }
}
