import TimeAndChance

/// The number of open event streams.
package final class OpenStreams: Sendable {
    private let state = LockedState(0)

    package init() {}

    /// Adds a number of streams, which is negative for streams that have ended.
    func add(_ difference: Int) { state.withLock { $0 += difference } }

    package var count: Int { state.withLock { $0 } }
}
