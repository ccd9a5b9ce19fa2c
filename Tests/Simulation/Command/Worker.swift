import Foundation

/// The process that runs simulations. It prints its results as lines of JSON.
struct Worker {
    /// A line of the output.
    struct Line: Codable {
        var violation: Violation?
        var progress: UInt64?
        var total: Total?
    }

    /// The first violation of a seed.
    struct Violation: Codable {
        let seed: UInt64
        let mode: String
        let texts: [String]
    }

    /// The sums over all seeds of a process.
    struct Total: Codable {
        var seeds = 0
        var jobs = 0
        var messages = 0
        var virtualSeconds = 0.0
        var reached: Set<String> = []
        var hash: UInt64 = 0
    }

    let options: Options
    let number: Int

    /// The number of violations after which a process stops.
    private static let maxViolations = 5
    private static let progressInterval = 100

    /// Runs the seeds of this process, and prints the results.
    func run() throws {
        let simulation = try Simulation()
        var total = Total()
        var violations = 0
        let end = options.messages == nil ? options.seedCount : Int.max
        for place in stride(from: number, to: end, by: options.jobs) {
            if let messages = options.messages, total.messages >= messages / options.jobs { break }
            let seed = options.from &+ UInt64(place)
            if total.seeds % Self.progressInterval == 0 { write(Line(progress: seed)) }
            let result = simulation.run(
                seed, mode: options.mode, bug: options.bug, isLong: options.messages != nil)
            total.messages += result.messages
            total.seeds += 1
            total.jobs += result.jobs
            total.virtualSeconds += result.time / .seconds(1)
            total.reached.formUnion(result.reached.map(\.rawValue))
            total.hash = total.hash &* 31 &+ result.hash
            guard !result.violations.isEmpty else { continue }
            write(Line(violation: Violation(seed: seed, mode: result.mode.rawValue, texts: result.violations)))
            violations += 1
            if options.bug != nil || violations == Self.maxViolations { break }
        }
        write(Line(total: total))
    }

    /// Prints each step of one simulation.
    ///
    /// - Returns: Whether all invariants were true.
    static func trace(_ seed: UInt64, _ options: Options) throws -> Bool {
        let result = try Simulation().run(
            seed, mode: options.mode, bug: options.bug, isLong: options.messages != nil, keepsLines: true)
        for line in result.lines { print(line) }
        print("\nseed \(seed), \(result.mode.rawValue), \(result.jobs) jobs, trace \(String(result.hash, radix: 16))")
        for violation in result.violations { print("VIOLATED \(violation)") }
        return result.violations.isEmpty
    }

    private func write(_ line: Line) {
        // Texts and numbers always encode.
        guard var data = try? JSONEncoder().encode(line) else { return }
        data.append(UInt8(ascii: "\n"))
        FileHandle.standardOutput.write(data)
    }
}
