public import Foundation

/// A value shared between threads and protected by a lock.
///
/// For the few places that must not suspend; everything else is an actor. (`Synchronization.Mutex` needs iOS 18.)
// Unchecked, because the compiler cannot see that `state` is accessed only while `lock` is held: `withLock` is
// its only use.
public final class LockedState<State: Sendable>: @unchecked Sendable {
    @usableFromInline let lock = NSLock()
    @usableFromInline var state: State

    /// Protects the value.
    @inlinable public init(_ state: State) {
        self.state = state
    }

    /// Runs `body` alone. It must not wait, and not come back to this value.
    @inlinable public func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}
