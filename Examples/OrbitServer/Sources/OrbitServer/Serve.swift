import ArgumentParser
import CampusServer
import Foundation
import Logging

/// `orbit-server serve`, which is the default command.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serve the API until SIGTERM or SIGINT.")

    @OptionGroup var options: SettingOptions
    @Flag(help: "Serve a seeded campus with simulated life from memory. Every code is 123456.") var demo = false
    @Option(help: "The number of people of the demonstration.") var people = 40

    func run() async throws {
        // A write beyond the limit of a file's size then throws an error, which the store reports as full.
        signal(SIGXFSZ, SIG_IGN)
        // A mail program that ends before it has read its message causes an error, and not the end of the server.
        signal(SIGPIPE, SIG_IGN)
        let configuration = try options.configuration()
        guard !demo || configuration.isLoopbackOnly else { throw StartupError.demoForOthers }
        let logger = SettingOptions.logger(configuration.logLevel)
        let campus = try await demo ? Campus(demonstrationOf: people) : Campus(configuration)
        logger.notice(
            "starting",
            metadata: [
                "address": .string("http\(configuration.tls == nil ? "" : "s")://\(configuration.host)"),
                "port": .stringConvertible(configuration.port),
                "data": .string(demo ? "memory" : configuration.folder.path),
            ])
        try await RunServer(
            campus: campus, options: ServerOptions(configuration), mail: configuration.mail,
            from: configuration.mailFrom, logger: logger
        ).run()
    }
}
