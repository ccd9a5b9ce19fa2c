import Auth
import DurableFiles
import Foundation
import TimeAndChance

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The process of the proofs in `run`. The proofs kill it, fail its system calls, and cut its power.
///
/// Each command changes the session or the outbox in a folder, and prints the result on one line as soon as it is known.
@main struct DiskWorker {
    private let store: FileTokenStore

    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count >= 2 else { exit(64) }
        let worker = DiskWorker(
            store: FileTokenStore(in: PrivateDirectory("orbit", under: words[1]), lockTimeout: .seconds(600)))
        let number = words.count > 2 ? Int(words[2]) ?? 0 : 0
        switch words[0] {
        case "save": await worker.report { try await worker.store.save(.numbered(number)) }
        case "remove": await worker.report { try await worker.store.remove() }
        case "load": await worker.load()
        case "saves": await worker.count(to: .max)
        case "count": await worker.count(to: number)
        case "fill", "drain":
            guard words.count > 2 else { exit(64) }
            // The server's file may be on another disk.
            let outbox = SpooledOutbox(directory: PrivateDirectory("orbit", under: words[1]), spool: words[2])
            await words[0] == "fill" ? outbox.fill() : outbox.drain()
        case "share":
            guard words.count > 3, let tasks = Int(words[3]) else { exit(64) }
            await SharedSession(store: worker.store, port: number).run(tasks: tasks)
        default: exit(64)
        }
    }

    /// Runs the change on one thread. The proofs count the calls of that thread from `begin` on.
    @concurrent private func report(_ change: @Sendable () async throws -> Void) async {
        begin()
        do {
            try await change()
            say("done")
        } catch {
            say("error \(error)")
        }
    }

    @concurrent private func load() async {
        begin()
        say(await store.load().name)
    }

    private func begin() {
        if CommandLine.arguments.last == "stopped" { raise(SIGSTOP) }  // until `strace` has attached itself
        say("begin")
    }

    /// Increments the session's number `count` times, and prints each number that is durable.
    @concurrent private func count(to count: Int) async {
        var done = 0
        while done < count {
            do {
                let number = try await store.withExclusiveAccess { tokens in
                    guard case .session(let session) = tokens.load() else { return try Self.begin(tokens) }
                    try tokens.save(.numbered(session.number + 1))
                    return session.number + 1
                }
                say("\(number)")
            } catch {
                say("error \(error)")
                return
            }
            done += 1
        }
    }

    private static func begin(_ tokens: any ExclusiveTokens) throws -> Int {
        guard tokens.load() == .absent else { throw UnexpectedContents() }
        try tokens.save(.numbered(0))
        return 0
    }
}

private struct UnexpectedContents: Error {}

/// Writes a line without a buffer, because a buffer is lost with the process.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
}
