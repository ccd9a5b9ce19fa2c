import ArgumentParser
import CampusWeb
import Foundation
import Logging
import Networking

/// `orbit-web`: a front end for browsers, over a seeded campus in this process or over a server.
@main struct OrbitWeb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "orbit-web", abstract: "Serves Orbit to browsers.",
        discussion: "Without --server, a seeded campus with simulated life runs in this process.")

    @Option(help: "The address on which the front end listens.") var host = "127.0.0.1"
    @Option(help: "The port on which the front end listens.") var port = 8_080
    @Option(help: "The URL of an API, such as http://127.0.0.1:8081. Without a path, /api is added.")
    var server: String?
    @Option(help: "The time zone of the campus of the server, such as Europe/Berlin.") var zone: String?
    @Option(help: "The address that browsers use, such as https://orbit.example, if it differs from the host and port.")
    var origin: String?
    @Option(help: "The number of proxies between browsers and this program.") var proxies = 0
    @Option(help: "The maximum number of connections from one address, without proxies. Each browser has at most six.")
    var connections = 1_000
    @Option(help: "The number of people of the demonstration.") var people = 40

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
        guard (0...8).contains(proxies) else { throw ValidationError("The number of proxies is 0 to 8.") }
        guard (1...4_000).contains(connections) else {
            throw ValidationError("The number of connections is 1 to 4000.")
        }
        guard (1...2_000).contains(people) else { throw ValidationError("The number of people is 1 to 2000.") }
        if let zone, TimeZone(identifier: zone) == nil { throw ValidationError("\(zone) is not a time zone.") }
        if let origin, !Self.isOrigin(origin) {
            // Browsers keep the cookie of the session only from addresses of https.
            throw ValidationError("Write the origin as browsers send it, such as https://orbit.example.")
        }
        // Every code of the demonstration is known, so other machines must not reach it.
        if server == nil, host != "127.0.0.1", host != "localhost", host != "::1" {
            throw ValidationError("The demonstration serves this machine only. Use --server for others.")
        }
    }

    func run() async throws {
        var options = WebOptions()
        (options.host, options.port) = (host, port)
        (options.publicOrigin, options.trustedProxies) = (origin, proxies)
        options.maxConnectionsPerAddress = connections
        let logger = Logger(label: "orbit-web")
        guard let server else {
            return try await RunWebServer.demonstration(options, people: people, logger: logger)
        }
        // The zone of this machine is right if the campus is where the machine is.
        let campusZone = self.zone.flatMap { TimeZone(identifier: $0) } ?? .current
        try await RunWebServer.server(try Self.address(server), zone: campusZone, options, logger: logger)
    }

    /// Whether a text is an origin as browsers send it: in lower case, without the usual port and without a path.
    private static func isOrigin(_ text: String) -> Bool {
        guard let parts = URLComponents(string: text), parts.scheme == "https", let host = parts.host else {
            return false
        }
        let port = parts.port.map { ":\($0)" } ?? ""
        return !host.isEmpty && parts.port != 443 && text == "https://\(host.lowercased())\(port)"
    }

    private static func address(_ text: String) throws -> ServerAddress {
        // The rule that the text breaks is in the message of every refusal.
        guard let address = try? ServerAddress(text) else {
            throw ValidationError("\(text) is not the URL of a server. Plain http reaches only this machine.")
        }
        let hasPath = address.description.split(separator: "/").count > 2
        return try hasPath ? address : ServerAddress(address.description + "/api")
    }
}
