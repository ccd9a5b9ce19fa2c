import TimeAndChance

/// The number of bytes that the bodies of all requests may use at once.
package final class ByteBudget: Sendable {
    private let capacity: Int
    private let used = LockedState(0)

    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// Reserves bytes.
    ///
    /// - Returns: Whether the budget had that many bytes. If not, no bytes are reserved.
    package func reserve(_ count: Int) -> Bool {
        used.withLock { used in
            guard count <= capacity - used else { return false }
            used += count
            return true
        }
    }

    /// Returns reserved bytes.
    package func release(_ count: Int) { used.withLock { $0 -= count } }

    /// The reserved bytes, for metrics.
    package var inFlight: Int { used.withLock { $0 } }
}
