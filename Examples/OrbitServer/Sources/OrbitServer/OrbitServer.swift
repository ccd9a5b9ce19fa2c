import ArgumentParser
import Foundation

/// The server of a campus, and the tools of its operator.
@main struct OrbitServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "orbit-server", abstract: "Serves the API of Orbit over HTTP.",
        discussion: "Docs/guides/run-a-server.md describes the operation of a server.",
        subcommands: [
            Serve.self, Seed.self, Moderator.self, Certify.self, Mail.self, Export.self, Erase.self, Check.self,
            Config.self,
        ],
        defaultSubcommand: Serve.self)

    static func main() async {
        // SQLite creates its files with the permissions of the mask. A database can be outside of the data folder.
        umask(0o077)
        await main(nil)
    }
}
