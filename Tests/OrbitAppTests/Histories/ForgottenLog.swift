import Foundation
import OrbitModels
import OrbitStore

@testable import BackendRuntime
@testable import OrbitBackend

extension BackendStore {
    /// Removes the oldest events of a person's log, as their expiry does.
    ///
    /// - Parameters:
    ///   - share: The share of the stored events to remove, from 0 to 1.
    ///   - owner: The person whose log loses the events.
    func forget(_ share: Double, ofLogOf owner: UserID) async throws {
        try await transaction { transaction in
            guard var head = try LogHead.of(owner, in: transaction) else { return }
            let floor = head.floor + Int((Double(head.seq - head.floor) * share).rounded())
            for seq in head.floor..<floor { try transaction.delete(LogEntry.self, LogEntry.key(owner, seq + 1)) }
            head.floor = floor
            head.oldestAt = try transaction.get(LogEntry.self, LogEntry.key(owner, floor + 1))?.at
            try transaction.put(head)
        }
    }
}
