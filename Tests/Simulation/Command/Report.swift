import Foundation

/// The output of a run, at most 80 columns wide.
struct Report {
    /// The number of seeds from which a run has to reach every state.
    private static let seedsForAllStates = 2_000

    private let options: Options

    init(_ options: Options) { self.options = options }

    func begin() {
        let modes = options.mode.map(\.rawValue) ?? Mode.allCases.map(\.rawValue).joined(separator: ", ")
        let extent = options.messages.map { "\($0) messages" } ?? "\(options.seedCount) seeds"
        print("Simulation of \(extent) from \(options.from): \(modes)\n")
    }

    /// Prints the results of a run.
    ///
    /// - Returns: Whether the run has passed.
    func show(_ results: WorkerPool.Results) -> Bool {
        let total = results.total
        let each = total.seeds == 0 ? 0 : results.seconds * 1_000 * Double(options.jobs) / Double(total.seeds)
        row("seeds", "\(total.seeds) in \(Self.text(results.seconds)) s, \(Self.text(each)) ms of a core each")
        row("time", "\(Self.text(total.virtualSeconds / 3_600)) virtual hours, \(total.jobs) jobs")
        row("messages", "\(total.messages)")
        row("violations", "\(results.violations.count)")
        let missing = ReachedState.allCases.filter { !total.reached.contains($0.rawValue) }
        row("states", "\(ReachedState.allCases.count - missing.count) of \(ReachedState.allCases.count) reached")
        row("trace", String(total.hash, radix: 16))
        for violation in results.violations { show(violation) }
        if let seed = results.crashAfter {
            print("\nA process has crashed after it began seed \(seed). Find the seed with")
            print("  simulate --seeds 200 --from \(seed) --jobs 1")
        }
        let mustReach =
            options.messages == nil && options.seedCount >= Self.seedsForAllStates && options.mode == nil
        if !missing.isEmpty {
            print("\nNot reached\(mustReach ? "" : ", in too few seeds to matter"):")
            for state in missing { print("  \(state.rawValue)") }
        }
        return results.violations.isEmpty && results.crashAfter == nil && (missing.isEmpty || !mustReach)
    }

    /// Prints whether two runs of the same seeds have made the same choices.
    ///
    /// - Returns: Whether they have.
    func compare(_ first: WorkerPool.Results, _ second: WorkerPool.Results) -> Bool {
        let isEqual = first.total.hash == second.total.hash && first.total.jobs == second.total.jobs
        row("repeated", isEqual ? "the same trace" : "ANOTHER TRACE, \(String(second.total.hash, radix: 16))")
        return isEqual
    }

    /// Prints whether a planted bug was found.
    ///
    /// - Returns: Whether it was found.
    static func show(_ bug: PlantedBug, _ results: WorkerPool.Results) -> Bool {
        let name = bug.words.padding(toLength: 34, withPad: " ", startingAt: 0)
        guard let violation = results.violations.first else {
            print("  \(name) MISSED in \(results.total.seeds) seeds")
            return results.crashAfter != nil
        }
        let cause = violation.texts.first?.prefix { $0 != ":" } ?? ""
        print("  \(name) seed \(violation.seed), by \(cause)")
        return true
    }

    private func show(_ violation: Worker.Violation) {
        print("\nVIOLATED at seed \(violation.seed)")
        for text in violation.texts { print(Self.wrapped(text)) }
        let isLong = options.messages == nil ? "" : " --messages 1"
        print("  Replay with: simulate --trace \(violation.seed) --mode \(violation.mode)\(isLong)")
    }

    private func row(_ name: String, _ text: String) {
        print("  \(name.padding(toLength: 12, withPad: " ", startingAt: 0))\(text)")
    }

    private static func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(abs(tenths % 10))"
    }

    /// Returns the text in lines of at most 78 characters, indented by two.
    private static func wrapped(_ text: String) -> String {
        var lines = [""]
        for word in text.split(separator: " ") {
            if lines[lines.count - 1].count + word.count + 1 > 76, !lines[lines.count - 1].isEmpty { lines.append("") }
            lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
        }
        return lines.map { "  \($0)" }.joined(separator: "\n")
    }
}
