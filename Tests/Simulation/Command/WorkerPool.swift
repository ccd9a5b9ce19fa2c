import Foundation
import TimeAndChance

/// The processes that share the seeds of a run.
///
/// A simulation needs a process whose hashing is the same in each run, because dictionaries are ordered by hash. So all
/// simulations run in processes that this process starts, with `SWIFT_DETERMINISTIC_HASHING`.
struct WorkerPool {
    /// The results of all processes of a run.
    struct Results {
        var violations: [Worker.Violation] = []
        var total = Worker.Total()
        /// The last seed that a process has announced before it crashed; `nil` without a crash.
        var crashAfter: UInt64?
        var seconds = 0.0
    }

    /// Runs the seeds of the options.
    static func run(_ options: Options) throws -> Results {
        let (clock, start) = (SystemClock(), SystemClock().uptime)
        let processes = try (0..<options.jobs).map { number in
            try Self.start(Self.arguments(of: options, number: number))
        }
        var results = Results()
        for (process, output) in processes {
            var last: UInt64 = options.from
            // The output is small, so a process never waits for its reader.
            for text in output.fileHandleForReading.readDataToEndOfFile().split(separator: UInt8(ascii: "\n")) {
                let line = try JSONDecoder().decode(Worker.Line.self, from: text)
                if let violation = line.violation { results.violations.append(violation) }
                if let progress = line.progress { last = progress }
                if let total = line.total { results.total.add(total) }
            }
            process.waitUntilExit()
            if process.terminationStatus != 0 { results.crashAfter = last }
        }
        results.violations.sort { $0.seed < $1.seed }
        results.seconds = (clock.uptime - start) / .seconds(1)
        return results
    }

    /// Runs one command in a process, with the output of this process.
    ///
    /// - Returns: The status of the process.
    static func pass(_ arguments: [String]) throws -> Int32 {
        let process = try makeProcess(arguments + ["--worker", "0"])
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    private static func start(_ arguments: [String]) throws -> (Process, Pipe) {
        let (process, output) = (try makeProcess(arguments), Pipe())
        process.standardOutput = output
        try process.run()
        return (process, output)
    }

    private static func makeProcess(_ arguments: [String]) throws -> Process {
        let process = Process()
        guard let path = Bundle.main.executablePath else { throw CocoaError(.fileNoSuchFile) }
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        var environment = ProcessInfo.processInfo.environment
        environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
        process.environment = environment
        return process
    }

    private static func arguments(of options: Options, number: Int) -> [String] {
        var arguments = [
            "--seeds", "\(options.seedCount)", "--from", "\(options.from)", "--jobs", "\(options.jobs)",
            "--worker", "\(number)",
        ]
        if let mode = options.mode { arguments += ["--mode", mode.rawValue] }
        if let messages = options.messages { arguments += ["--messages", "\(messages)"] }
        if let bug = options.bug { arguments += ["--bug", bug.rawValue] }
        return arguments
    }
}

extension Worker.Total {
    fileprivate mutating func add(_ other: Worker.Total) {
        seeds += other.seeds
        jobs += other.jobs
        messages += other.messages
        virtualSeconds += other.virtualSeconds
        reached.formUnion(other.reached)
        hash = hash &+ other.hash
    }
}
