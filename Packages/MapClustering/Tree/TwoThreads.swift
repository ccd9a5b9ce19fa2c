import Dispatch

/// Work that two threads share. The parts are independent, so the result is the same as with one thread.
enum TwoThreads {
    /// The minimum number of points. With fewer points, waking a thread costs more than it saves.
    private static let leastCount = 4_096

    /// Runs two parts, at the same time if there are many points.
    ///
    /// - Parameters:
    ///   - count: The number of points.
    ///   - one: A part. It must not write data that the second part uses.
    ///   - other: The second part. It must not write data that the first part uses.
    static func run(_ count: Int, _ one: () -> Void, _ other: () -> Void) {
        guard count >= leastCount else {
            one()
            other()
            return
        }
        withoutActuallyEscaping(one) { one in
            withoutActuallyEscaping(other) { other in
                // Both parts have ended when `concurrentPerform` returns, and they share no mutable data.
                nonisolated(unsafe) let parts = (one, other)
                DispatchQueue.concurrentPerform(iterations: 2) { part in
                    if part == 0 { parts.0() } else { parts.1() }
                }
            }
        }
    }

    /// Runs the work for both halves of a range that starts at 0.
    static func halves(of count: Int, _ work: (Range<Int>) -> Void) {
        run(count, { work(0..<count / 2) }, { work(count / 2..<count) })
    }
}
