import BackendRuntime
import TimeAndChance

/// The counters of the operator. A metrics page shows them.
final class Counters: Sendable {
    /// The events that need a person at once.
    static let alarms: Set<OperatorEvent> = [
        .guessing, .originCrowded, .sessionReused, .alertFailed, .auditTrailBroken,
    ]

    private let counts = LockedState<[OperatorEvent: Int]>([:])

    func add(_ event: OperatorEvent) { counts.withLock { $0[event, default: 0] += 1 } }

    subscript(event: OperatorEvent) -> Int { counts.withLock { $0[event, default: 0] } }

    /// The alarms that have been counted.
    var raised: Set<OperatorEvent> { counts.withLock { Self.alarms.intersection($0.keys) } }
}
