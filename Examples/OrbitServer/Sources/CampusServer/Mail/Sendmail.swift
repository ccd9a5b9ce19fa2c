import Foundation
import Subprocess
import TimeAndChance
import Validation

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// A program that accepts a message on its standard input, compatible with `sendmail -t -i`.
struct Sendmail: Sendable {
    /// The program did not accept the message.
    struct Refusal: Error {}

    /// The time after which the program is ended.
    private static let timeout: Duration = .seconds(60)

    let path: String
    /// The address to which mail servers return a message.
    let sender: EmailAddress
    let time: any TimeSource

    /// The environment of the server without its settings, some of which are secret.
    private static var environment: Environment {
        var removed: [Environment.Key: String?] = [:]
        for key in SettingKey.all {
            if let name = Environment.Key(rawValue: key.variable) { removed.updateValue(nil, forKey: name) }
        }
        return .inherit.updating(removed)
    }

    /// Passes a message to the program. The program reads the recipient from the field `To`, which the server wrote.
    func send(_ message: Data) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let result = try await run(
                    .path(FilePath(path)), arguments: ["-t", "-i", "-f", sender.text], environment: Self.environment,
                    input: .array(Array(message)), output: .discarded, error: .discarded)
                guard result.terminationStatus.isSuccess else { throw Refusal() }
            }
            group.addTask {
                try await time.sleep(for: Self.timeout)
                throw Refusal()
            }
            // The first task that ends decides. Cancelling the other ends the program or the wait.
            defer { group.cancelAll() }
            _ = try await group.next()
        }
    }
}
