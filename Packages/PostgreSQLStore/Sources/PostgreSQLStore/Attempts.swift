import Foundation
import OrbitStore
import TimeAndChance

/// Runs a transaction until it stands beside those that were committed meanwhile.
struct Attempts {
    /// After so many conflicts the store is too busy.
    private static let most = 100
    /// A connection that was lost while nothing happened is made anew, and the transaction begun again, so often.
    private static let mostConnections = 3
    /// The longest pause before another attempt, in milliseconds.
    private static let longestPause = 50.0

    private let begin: Statement
    private let random: RandomSource
    private let decoded: DecodedRecords
    private var isCommitting = false

    init(of begin: Statement, random: RandomSource, _ decoded: DecodedRecords) {
        (self.begin, self.random, self.decoded) = (begin, random, decoded)
    }

    /// Throws what the body throws, or a `StoreError`.
    mutating func run<Result>(
        on slot: ConnectionSlot, _ body: (PostgreSQLTransaction) throws -> Result
    ) throws -> Result {
        var lost = 0
        for attempt in 0..<Self.most {
            do {
                return try once(on: try slot.get(), body)
            } catch DatabaseFailure.conflict {
                pause(after: attempt)
            } catch DatabaseFailure.lost {
                lost += 1
                // What was being committed may have been committed: only the caller knows whether it may be repeated.
                if isCommitting || lost == Self.mostConnections { throw StoreError.unavailable }
            } catch DatabaseFailure.store(let error) {
                throw error
            }
        }
        throw StoreError.unavailable
    }

    private mutating func once<Result>(
        on connection: Connection, _ body: (PostgreSQLTransaction) throws -> Result
    ) throws -> Result {
        let transaction = PostgreSQLTransaction(on: connection, decoded)
        do {
            isCommitting = false
            try connection.send(begin)
            let result = try body(transaction)
            try transaction.sendAnnouncements()
            // From here on, only the commit itself can be lost.
            try connection.readOutcomes()
            isCommitting = begin == .beginWriting
            try connection.send(.commit)
            try connection.synchronize()
            return result
        } catch {
            // What the body has thrown may come of a failure that it has caught.
            let failure = connection.failure
            connection.rollBack()
            throw failure ?? error
        }
    }

    /// With full jitter, so that those who met do not meet again.
    private func pause(after attempt: Int) {
        let ceiling = min(Self.longestPause, 0.5 * Double(1 << min(attempt, 10)))
        // An attempt occupies its connection's thread anyway, and a pause takes milliseconds.
        Thread.sleep(forTimeInterval: random.unit() * ceiling / 1_000)
    }
}
