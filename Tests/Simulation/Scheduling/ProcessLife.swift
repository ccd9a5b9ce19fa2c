/// The state of a simulated process: whether it runs, is frozen in the background, or has ended.
///
/// A crash is the end of the life. From then on, the clock, the network and the disk of the process refuse every call.
/// Code of the process may still run to its next suspension or to its end, but it has no effect outside of the process.
// Unchecked, because the scheduler runs all jobs on one thread.
final class ProcessLife: @unchecked Sendable {
    /// The number of the process, unique in a simulation.
    let number: Int
    /// Whether the process has crashed or was ended.
    private(set) var hasEnded = false
    /// Whether the process is suspended in the background. Its sleeps do not end.
    var isFrozen = false

    private var endings: [Int: @Sendable () -> Void] = [:]
    private var lastEnding = 0

    init(number: Int = 0) { self.number = number }

    /// Calls `body` when the process ends.
    ///
    /// - Returns: The number for ``removeEnding(_:)``.
    @discardableResult func onEnd(_ body: @escaping @Sendable () -> Void) -> Int {
        lastEnding += 1
        endings[lastEnding] = body
        return lastEnding
    }

    func removeEnding(_ number: Int) { endings[number] = nil }

    /// Ends the process. A second call has no effect.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        let bodies = endings.sorted { $0.key < $1.key }.map(\.value)
        endings = [:]
        for body in bodies { body() }
    }
}
