import ArgumentParser

@main
struct OrbitBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "orbit-bench",
        abstract: "What OrbitKit costs in time and memory.",
        discussion: """
            Each command prints one line of JSON. A list of three numbers is the smallest, the median and the largest. \
            README.md tells what the files hold, and how to compare with other tools.
            """,
        subcommands: [
            RankCommand.self, ClusterCommand.self, SolarCommand.self, PairingCommand.self, PlanCommand.self,
            FreeCommand.self, MonthCommand.self, MeetupsCommand.self, ReputationCommand.self, DecodeCommand.self,
            DecodePlainCommand.self,
            HTTPCommand.self, TokensCommand.self, OutboxCommand.self, LogCommand.self, StartCommand.self,
            LiveCommand.self, LiveReceiver.self, LiveSender.self,
            AccountCommand.self, ChatCommand.self, PrivacyCommand.self, SuggestCommand.self, CampusCommand.self,
            HostileCommand.self, SoakCommand.self, GenerateCommand.self,
        ])
}

/// An error for input that differs from the description in README.md.
struct UnexpectedInput: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The number of repetitions of a measurement.
struct Repetitions: ParsableArguments {
    @Argument(help: "How often everything is measured.")
    var repetitions = 5

    func validate() throws {
        guard repetitions > 0 else { throw ValidationError("Measure at least once.") }
    }
}
