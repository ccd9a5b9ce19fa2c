import ArgumentParser
import Foundation
import TimeAndChance

/// Writes the input of the other commands. The same seed produces the same files.
struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Write the files that the other commands read.",
        subcommands: [Campus.self, Points.self, Feed.self, Body.self, Starts.self])

    struct Campus: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Write a campus for `rank`.")

        @Argument(help: "The folder to write to; it is made if need be.")
        var folder: String
        @Option(help: "How many people there are.")
        var people = 10_000
        @Option(help: "How many interests there are, at least 10.")
        var interests = 20
        @Option var seed: UInt64 = 1

        func validate() throws {
            guard people > 50 else { throw ValidationError("The best 50 need more people than that.") }
            guard (10..<65_535).contains(interests) else { throw ValidationError("That is no number of interests.") }
        }

        func run() throws {
            let folder = URL(filePath: folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let campus = GeneratedCampus(people: people, interests: interests, seed: seed)
            for (name, content) in campus.files { try content.write(to: folder.appending(path: name)) }
        }
    }

    struct Points: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Write points and viewports for `cluster`.")

        @Argument(help: "The file of points to write.")
        var file: String
        @Argument(help: "The file of viewports to write.")
        var queries: String
        @Option(help: "How many points there are.")
        var points = 10_000
        @Option var seed: UInt64 = 1

        func validate() throws {
            guard points >= 0 else { throw ValidationError("That is no number of points.") }
        }

        func run() throws {
            let generated = GeneratedPoints(count: points, seed: seed)
            try generated.points.write(to: URL(filePath: file))
            try generated.queries.write(to: URL(filePath: queries))
        }
    }

    struct Feed: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Write a feed for `decode`.")

        @Argument(help: "The file to write.")
        var file: String
        @Option(help: "How many profiles it has.")
        var profiles = 10_000
        @Option var seed: UInt64 = 1

        func run() throws {
            var random = SplitMix64(seed: seed)
            let list = (0..<profiles).map { GeneratedProfile.json(number: $0, random: &random) }
            let feed = #"{"success":true,"data":{"profiles":["# + list.joined(separator: ",") + "]}}"
            try Data(feed.utf8).write(to: URL(filePath: file))
        }
    }

    struct Body: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Write the answer that serve.py gives to `http`.")

        @Argument(help: "The file to write: 1024 bytes.")
        var file: String

        func run() throws {
            try Data(GeneratedProfile.response(bytes: 1_024).utf8).write(to: URL(filePath: file))
        }
    }

    struct Starts: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Write the starts of meetups for `plan`.")

        @Argument(help: "The file to write.")
        var file: String
        @Option(help: "How many meetups there are.")
        var meetups = 100_000
        @Option var seed: UInt64 = 1

        func validate() throws {
            guard meetups >= 0 else { throw ValidationError("The number of meetups is negative.") }
        }

        func run() throws {
            try StartsFile.generated(meetups, seed: seed).write(to: URL(filePath: file))
        }
    }
}
