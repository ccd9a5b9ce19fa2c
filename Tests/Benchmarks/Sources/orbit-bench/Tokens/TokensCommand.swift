import ArgumentParser
import Auth
import DurableFiles
import Foundation
import OrbitModels
import TimeAndChance

/// Saves a session as `FileTokenStore` does, in turn with a C program that does the same.
struct TokensCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens", abstract: "Save and load a session on a disk, beside peers/save.c.")

    @Argument(help: "An existing directory of the user; no part of its path is a link.") var directory: String
    @Argument(help: "How many saves a turn has.") var saves = 100
    @Option(help: "peers/save.c, built; without it only OrbitKit is measured.") var peer: String?
    @OptionGroup var times: Repetitions

    func validate() throws {
        guard saves > 0 else { throw ValidationError("Save at least once.") }
    }

    func run() async throws {
        let store = FileTokenStore(in: PrivateDirectory("orbit", under: directory))
        try await store.save(session(0))
        let rename = try peer.map { try SavePeer($0, protocol: "rename", in: directory + "/orbit-peer") }
        let slots = try peer.map { try SavePeer($0, protocol: "slots", in: directory + "/orbit-peer") }
        var (ours, renames, others, ratios): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        for _ in 0..<times.repetitions {
            // The peer runs before and after, so that a disk that becomes slower meanwhile favours neither program.
            let before = try rename?.seconds(of: saves)
            let seconds = try await seconds(of: saves, in: store)
            ours.append(seconds / Double(saves) * 1e6)
            if let before, let after = try rename?.seconds(of: saves) {
                renames += [before, after].map { $0 / Double(saves) * 1e6 }
                ratios.append((before + after) / 2 / seconds)
            }
            if let other = try slots?.seconds(of: saves) { others.append(other / Double(saves) * 1e6) }
        }
        var report = BenchmarkReport()
        report.add("impl", "orbit")
        report.add("saves", saves)
        report.add("save_us", spread: ours, digits: 1)
        if !ratios.isEmpty {
            report.add("peer_save_us", spread: renames, digits: 1)
            report.add("peer_slots_us", spread: others, digits: 1)
            report.add("rate_of_peer", spread: ratios, digits: 3)
        }
        report.add("load_us", try await microsecondsOfLoad(from: store), digits: 1)
        report.print()
    }

    @concurrent private func seconds(of saves: Int, in store: FileTokenStore) async throws -> Double {
        let clock = SystemClock()
        let start = clock.uptime
        for number in 0..<saves { try await store.save(session(number)) }
        return (clock.uptime - start) / .seconds(1)
    }

    @concurrent private func microsecondsOfLoad(from store: FileTokenStore) async throws -> Double {
        let clock = SystemClock()
        let start = clock.uptime
        for _ in 0..<1_000 {
            guard case .session = await store.load() else { throw UnexpectedInput("The session is gone.") }
        }
        return (clock.uptime - start) / .milliseconds(1)
    }

    private func session(_ number: Int) -> AuthSession {
        AuthSession(
            userID: "u_0123456789abcdef", accessToken: AccessToken(String(repeating: "a", count: 43)),
            refreshToken: RefreshToken(String(repeating: "r", count: 33) + String(1_000_000_000 + number)),
            issuedAt: Date(timeIntervalSince1970: 1_800_000_000.123456 + Double(number)),
            accessExpiresAt: Date(timeIntervalSince1970: 1_800_000_900.123456 + Double(number)))
    }
}

/// A peer process that has already started, so that its start is not measured.
private final class SavePeer {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(_ path: String, protocol name: String, in directory: String) throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        process.executableURL = URL(filePath: path)
        process.arguments = [directory, name]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit { process.terminate() }

    func seconds(of saves: Int) throws -> Double {
        try input.fileHandleForWriting.write(contentsOf: Data("\(saves)\n".utf8))
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let seconds = Double(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw UnexpectedInput("The peer says “\(line)”.")
        }
        return seconds
    }
}
