public import Foundation

/// A value shared between threads and protected by a lock.
///
/// Use it only if the code must not suspend, and otherwise an actor.
// `Synchronization.Mutex` needs iOS 18.
// Unchecked, because the compiler cannot see that `state` is accessed only while `lock` is held. Only `withLock` uses
// it.
public final class LockedState<State: Sendable>: @unchecked Sendable {
    @usableFromInline let lock = NSLock()
    @usableFromInline var state: State

    /// Creates a protected value.
    @inlinable public init(_ state: State) {
        self.state = state
    }

    /// Runs `body` exclusively. It must neither wait nor access this value again.
    @inlinable public func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}
