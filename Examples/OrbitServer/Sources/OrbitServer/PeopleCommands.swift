import ArgumentParser
import CampusServer
import OrbitBackend
import OrbitDemo
import OrbitModels
import TimeAndChance
import Validation

/// `orbit-server seed --people N`.
struct Seed: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Store people of the example campus.")

    @OptionGroup var options: SettingOptions
    @Option(help: "The number of people.") var people: Int
    @Option(help: "The seed of the random generator. The same seed creates the same people.") var seed: UInt64 = 7

    func run() async throws {
        let configuration = try options.configuration()
        // With other campuses the people could never sign in.
        guard configuration.campuses.universities == CampusSeed.registry.universities else {
            throw StartupError.exampleCampusMissing
        }
        let store = try await configuration.database.open()
        let users = try await CampusSeed(people: people, seed: seed, withPhotos: true)
            .populate(store, time: SystemClock())
        print("\(users.count) people. The first is \(users.first?.email ?? "–").")
    }
}

/// `orbit-server moderator`.
struct Moderator: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Manage the moderators.", subcommands: [Add.self])

    /// `orbit-server moderator add ADDRESS`.
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add an address to the file of moderators.")

        @OptionGroup var options: SettingOptions
        @Argument(help: "The address of the moderator.") var address: String

        func run() async throws {
            let configuration = try options.configuration()
            let isNew = try ModeratorsFile(path: configuration.moderatorsFile).add(try EmailAddress(address))
            print(isNew ? "Added. Restart the server." : "The address is a moderator already.")
        }
    }
}

/// `orbit-server certify ADDRESS`.
struct Certify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Certify a person as a host.")

    @OptionGroup var options: SettingOptions
    @Argument(help: "The address of the person.") var address: String
    @Flag(help: "Revoke the certificate.") var revoke = false

    func run() async throws {
        let campus = try await Campus(try options.configuration())
        guard try await campus.backend.certifyHost(try EmailAddress(address), isCertified: !revoke) else {
            throw StartupError.noAccount
        }
        print(revoke ? "No longer a certified host." : "Certified as a host.")
    }
}

/// `orbit-server export ADDRESS`.
struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Write the archive of an account.")

    @OptionGroup var options: SettingOptions
    @Argument(help: "The address of the person.") var address: String
    @Option(name: .shortAndLong, help: "The file of the archive.") var output: String

    func run() async throws {
        let campus = try await Campus(try options.configuration())
        guard let archive = try await campus.backend.archive(of: try EmailAddress(address)) else {
            throw StartupError.noAccount
        }
        let size = try await PrivateFile.write(archive, to: output)
        print("\(size) bytes in \(output).")
    }
}

/// `orbit-server erase ADDRESS`.
struct Erase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Erase an account. It cannot be undone.")

    @OptionGroup var options: SettingOptions
    @Argument(help: "The address of the person.") var address: String
    @Flag(help: "Confirm the erasure.") var yes = false

    func validate() throws {
        guard yes else { throw ArgumentParser.ValidationError("An erasure cannot be undone. Confirm it with --yes.") }
    }

    func run() async throws {
        // The scheduled work can send messages. They are added to the spool, from which the server delivers them.
        let campus = try await Campus(try options.configuration())
        guard try await campus.backend.erase(try EmailAddress(address)) else { throw StartupError.noAccount }
        // The account is deleted. A server would erase the remaining records within 30 seconds as well.
        try await campus.backend.runScheduledWork()
        print("Erased.")
    }
}
