import Synchronization

/// OrbitKit's own is for its own modules and their tests.
final class LockedState<State: Sendable>: Sendable {
    private let state: Mutex<State>

    init(_ state: State) { self.state = Mutex(state) }

    func withLock<Result: Sendable>(_ body: (inout sending State) throws -> sending Result) rethrows -> sending Result {
        try state.withLock(body)
    }
}
