import Foundation
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime

@Suite struct LogRetentionTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test(arguments: [(1_000, 0), (1_001, 65), (1_100, 164)])
    func `a log of more than 1,000 events loses the excess and 64 more`(seq: Int, floor: Int) async throws {
        let head = try await MemoryStore().transaction { transaction in
            var head = LogHead(owner: "maya", epoch: "epoch", seq: seq)
            try LogRetention.prune(&head, in: transaction, now: Self.now)
            return head
        }
        #expect(head.floor == floor && head.seq == seq)
    }

    @Test func `a log of 1,000 events loses only the expired event`() async throws {
        let oldest = Self.now.addingTimeInterval(-30 * 86_400)
        let store = MemoryStore()
        let head = try await store.transaction { transaction in
            for seq in 1...3 {
                try transaction.put(
                    LogEntry(
                        owner: "maya", seq: seq, at: oldest.addingTimeInterval(Double(seq - 1)), kind: .void,
                        subject: nil, action: nil, touches: [], data: nil))
            }
            var head = LogHead(owner: "maya", epoch: "epoch", seq: 1_000, oldestAt: oldest)
            try LogRetention.prune(&head, in: transaction, now: Self.now)
            return head
        }
        #expect(head.floor == 1 && head.oldestAt == oldest.addingTimeInterval(1))
        #expect(try await store.read { try LogEntry.list("maya", 1...1_000, in: $0).map(\.seq) } == [2, 3])
    }
}
