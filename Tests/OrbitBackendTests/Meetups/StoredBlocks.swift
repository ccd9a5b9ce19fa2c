import Foundation
import NetworkingTesting
import OrbitModels
import OrbitStore

@testable import BackendRuntime
@testable import OrbitBackend

extension TestServer {
    /// Stores blocks between a person and accounts that no other test person has.
    ///
    /// - Parameters:
    ///   - numbers: The numbers of the accounts.
    ///   - isOwn: Whether the person is the blocker.
    ///   - delay: The seconds from now to the blocks.
    func storeBlocks(
        of person: Member, _ numbers: Range<Int>, isOwn: Bool, after delay: TimeInterval = 0
    ) async throws {
        let blockedAt = clock.date.addingTimeInterval(delay)
        try await store.transaction { transaction in
            for number in numbers {
                let other = UserID("stranger-\(number)")
                let (blocker, blocked) = isOwn ? (person.id, other) : (other, person.id)
                try transaction.put(
                    BlockRecord(
                        blocker: blocker, blocked: blocked, campus: "stanford.edu", name: nil, blockedAt: blockedAt))
            }
        }
    }
}
