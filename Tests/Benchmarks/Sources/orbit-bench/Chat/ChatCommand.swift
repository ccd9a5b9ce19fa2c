import ArgumentParser
import Foundation

/// Measures conversations: on a device with many events, and at the backend.
struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat", abstract: "Open a long conversation, fold one more event, and send messages.")

    @Option(help: "An existing directory of the user for outboxes; no part of its path is a link.")
    var directory = FileManager.default.currentDirectoryPath
    @OptionGroup var times: Repetitions

    func run() async throws {
        var report = BenchmarkReport()
        report.add("impl", "orbit")
        try await TimelineCosts(repetitions: times.repetitions, directory: directory).measure(into: &report)
        try await MessageCosts().measure(into: &report)
        report.print()
    }
}
