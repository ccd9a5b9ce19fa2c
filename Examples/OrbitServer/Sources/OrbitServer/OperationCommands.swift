import ArgumentParser
import CampusServer

/// `orbit-server mail`.
struct Mail: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the queued messages, or print one.")

    @OptionGroup var options: SettingOptions
    @Flag(help: "Use the messages whose delivery has failed.") var failed = false
    @Flag(help: "Print the newest message.") var last = false
    @Argument(help: "The name of a message.") var name: String?

    func run() async throws {
        let spool = try MailSpool(folder: try options.configuration().folder.spool)
        let part: MailSpool.Folder = failed ? .failed : .queued
        let names = spool.messages(part)
        guard let chosen = name ?? (last ? names.last : nil) else {
            return print(names.isEmpty ? "No messages." : names.joined(separator: "\n"))
        }
        // A name of the list only, so that no other file is printed.
        guard names.contains(chosen), let text = spool.text(chosen, part) else {
            throw ValidationError("There is no message \(chosen).")
        }
        print(text)
    }
}

/// `orbit-server check`.
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Read each record of the store, and verify the audit trail.")

    @OptionGroup var options: SettingOptions

    func run() async throws {
        let check = try await StoreInspection(try options.configuration())
        print(check.report.joined(separator: "\n"))
        if !check.isIntact { throw ExitCode.failure }
    }
}

/// `orbit-server config`.
struct Config: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print each value and its origin.")

    @OptionGroup var options: SettingOptions

    func run() async throws {
        print(try options.configuration().settings.report.joined(separator: "\n"))
    }
}
