import Foundation

/// A value that many threads may change, one at a time.
///
/// For the few places that must answer without suspending; everything else is an actor.
/// (`Synchronization.Mutex` would do, but needs iOS 18.)
// Unchecked, because the compiler cannot see that `state` is only ever touched while `lock` is held:
// it is private and `withLock` is its one use.
package final class Locked<State: Sendable>: @unchecked Sendable {
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
