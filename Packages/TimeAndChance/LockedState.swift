import Foundation

/// A value shared between threads and protected by a lock.
///
/// For the few places that must not suspend; everything else is an actor. (`Synchronization.Mutex` needs iOS 18.)
// Unchecked, because the compiler cannot see that `state` is accessed only while `lock` is held: it is private and
// `withLock` is its only use.
package final class LockedState<State: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var state: State

    package init(_ state: State) {
        self.state = state
    }

    package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}
