import TimeAndChance

/// The results of one simulation: violated invariants, and the states that it has reached.
// Unchecked, because the scheduler runs all jobs on one thread.
final class Findings: @unchecked Sendable {
    /// The violated invariants, in order.
    private(set) var violations: [String] = []
    private(set) var reached: Set<ReachedState> = []
    /// The lines of the trace; empty unless they are kept.
    private(set) var lines: [String] = []

    /// Whether the simulation has ended. Nothing that happens from then on counts, such as the end of all processes.
    var isOver = false

    private let time: VirtualTime
    private let keepsLines: Bool
    private var lastNumber = 0

    init(time: VirtualTime, keepsLines: Bool) {
        self.time = time
        self.keepsLines = keepsLines
    }

    func reach(_ state: ReachedState) {
        guard !isOver, reached.insert(state).inserted else { return }
        note("reached \(state.rawValue)")
    }

    /// Records a violation, unless the condition is true.
    ///
    /// - Parameters:
    ///   - condition: The invariant.
    ///   - name: The name of the invariant, such as `A1`.
    ///   - text: The observation that violates it.
    func require(_ condition: Bool, _ name: String, _ text: @autoclosure () -> String) {
        guard !condition, !isOver else { return }
        let violation = "\(name): \(text())"
        // One cause often violates an invariant many times.
        guard violations.count < 8, !violations.contains(violation) else { return }
        violations.append(violation)
        note("VIOLATED \(violation)")
    }

    /// Returns a number that no other call has returned.
    func takeNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Adds a line to the trace, if lines are kept.
    func note(_ text: @autoclosure () -> String) {
        guard keepsLines, !isOver else { return }
        let seconds = time.now / .seconds(1)
        let milliseconds = Int((seconds * 1_000).rounded())
        let rest = String(milliseconds % 1_000)
        let fraction = String(repeating: "0", count: 3 - rest.count) + rest
        lines.append("\(milliseconds / 1_000).\(fraction)  \(text())")
    }
}
