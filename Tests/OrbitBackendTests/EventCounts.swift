import BackendRuntime
import OrbitBackend
import TimeAndChance

/// Counts the events that the backend reports to its operator.
final class EventCounts: Sendable {
    private let counts = LockedState<[OperatorEvent: Int]>([:])

    var add: @Sendable (OperatorEvent) -> Void {
        { event in self.counts.withLock { $0[event, default: 0] += 1 } }
    }

    func count(of event: OperatorEvent) -> Int { counts.withLock { $0[event] ?? 0 } }
}
