import ArgumentParser
import Foundation
import Networking
import NetworkingTesting
import OrbitDemo
import TimeAndChance

/// Measures the delay of a poke from its sender's process to the screen of its recipient in another process.
struct LiveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live", abstract: "Send pokes from one process to another, through a backend in this one.")

    @Argument(help: "How many pokes to send, each from another person.")
    var pokes = 20

    func validate() throws {
        guard (1...200).contains(pokes) else { throw ValidationError("Send 1 to 200 pokes.") }
    }

    func run() async throws {
        // Leaves room for the hosts and guests of meetups, who were just sent a code and cannot get another at once.
        let campus = try await DemoCampus(people: pokes + 30)
        let host = try LoopbackHost(serving: campus.transport)
        // The first resident already has pokes and matches.
        let people = campus.residents.map(\.email)
        let receiver = try Self.start("live-receiver", "\(host.port)", people[0])
        guard receiver.next()?.first == "live" else { throw UnexpectedInput("The receiver is not live.") }
        let senders = Array(people.suffix(pokes))
        let sender = try Self.start(["live-sender", "\(host.port)", campus.residents[0].id.rawValue] + senders)
        var delays: [Double] = []
        for _ in senders {
            guard let sent = sender.next(), let shown = receiver.next(), sent.count == 3, shown.count == 3,
                sent[1] == shown[1], let start = Double(sent[2]), let end = Double(shown[2])
            else { throw UnexpectedInput("A poke has not arrived.") }
            delays.append(end - start)
            sender.go()
        }
        receiver.end()
        sender.end()
        var report = BenchmarkReport()
        report.add("pokes", delays.count)
        report.add("live_ms", spread: delays, digits: 1)
        report.print()
    }

    private static func start(_ arguments: String...) throws -> ChildProcess { try start(arguments) }

    private static func start(_ arguments: [String]) throws -> ChildProcess {
        guard let program = Bundle.main.executableURL else { throw UnexpectedInput("The program has no path.") }
        return try ChildProcess(program, arguments)
    }
}

/// Another process of this program, which prints a line for each step.
private final class ChildProcess {
    private let process = Process()
    private let (output, input) = (Pipe(), Pipe())
    private var received = Data()

    init(_ program: URL, _ arguments: [String]) throws {
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = output
        process.standardInput = input
        try process.run()
    }

    /// Returns the words of the next line. Blocks until the line arrives.
    func next() -> [String]? {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: received[..<end], as: UTF8.self)
                received = Data(received[received.index(after: end)...])
                return line.split(separator: " ").map(String.init)
            }
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { return nil }
            received.append(bytes)
        }
    }

    /// Lets the process take its next step.
    func go() { input.fileHandleForWriting.write(Data("\n".utf8)) }

    func end() {
        process.terminate()
        process.waitUntilExit()
    }
}
