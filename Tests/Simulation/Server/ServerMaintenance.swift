import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// Changes of the store that an operator or the time makes.
extension BackendStore {
    /// Returns the position of a person's log; `nil` without a log.
    func logPosition(of owner: UserID) async throws -> LogPosition? {
        try await read { try LogHead.of(owner, in: $0)?.position }
    }

    /// Returns the stored events of a person's log, in order.
    func logEntries(of owner: UserID) async throws -> [LogEntry] {
        try await read { reader in
            guard let head = try LogHead.of(owner, in: reader), head.seq > head.floor else { return [] }
            return try LogEntry.list(owner, head.floor + 1...head.seq, in: reader)
        }
    }

    /// Returns the number of events that a person's log has numbered, but neither stores nor has removed by age.
    func lostEventCount(of owner: UserID) async throws -> Int {
        try await read { reader in
            guard let head = try LogHead.of(owner, in: reader), head.seq > head.floor else { return 0 }
            let entries = try LogEntry.list(owner, head.floor + 1...head.seq, in: reader)
            return head.seq - head.floor - entries.count
        }
    }

    /// Whether the server has dropped events of conversations, and has not yet announced a reload of their lists.
    func awaitsReloadOfConversations(_ owner: UserID) async throws -> Bool {
        try await read { reader in
            let lists = try reader.get(PendingReload.self, owner.rawValue)?.lists ?? []
            return lists.contains { $0.rawValue.hasPrefix("conversation") }
        }
    }

    /// Removes all events of a person's log, as their expiry does.
    func truncateLog(of owner: UserID) async throws {
        try await transaction { transaction in
            guard var head = try LogHead.of(owner, in: transaction), head.seq > head.floor else { return }
            for seq in head.floor + 1...head.seq { try transaction.delete(LogEntry.self, LogEntry.key(owner, seq)) }
            head.floor = head.seq
            head.oldestAt = nil
            try transaction.put(head)
        }
    }

    /// Begins a new epoch of a person's log, as after a restore from a backup.
    func beginEpoch(_ epoch: String, ofLogOf owner: UserID) async throws {
        try await truncateLog(of: owner)
        try await transaction { transaction in
            guard let head = try LogHead.of(owner, in: transaction) else { return }
            // The epoch of a head is constant, so the head is written anew.
            var members = try JSONSerialization.jsonObject(with: JSONEncoder().encode(head)) as? [String: Any] ?? [:]
            members["epoch"] = epoch
            let data = try JSONSerialization.data(withJSONObject: members)
            try transaction.put(try JSONDecoder().decode(LogHead.self, from: data))
        }
    }
}
