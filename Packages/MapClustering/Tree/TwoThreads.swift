import Dispatch

/// Work that two threads share: parts that have nothing to do with each other, so the result is the same as with one.
enum TwoThreads {
    /// With fewer points, waking a thread costs more than it saves.
    private static let leastCount = 4_096

    /// Runs both parts at the same time if there are many points. They must not write what the other uses.
    static func run(_ count: Int, _ one: () -> Void, _ other: () -> Void) {
        guard count >= leastCount else {
            one()
            other()
            return
        }
        withoutActuallyEscaping(one) { one in
            withoutActuallyEscaping(other) { other in
                // Both have ended when `concurrentPerform` returns, and neither writes what the other uses.
                nonisolated(unsafe) let parts = (one, other)
                DispatchQueue.concurrentPerform(iterations: 2) { part in
                    if part == 0 { parts.0() } else { parts.1() }
                }
            }
        }
    }

    /// Runs the work for both halves of a range from 0.
    static func halves(of count: Int, _ work: (Range<Int>) -> Void) {
        run(count, { work(0..<count / 2) }, { work(count / 2..<count) })
    }
}
