import Foundation
import OrbitStore
import TimeAndChance

/// Retries a transaction after serialization failures.
struct SerializationRetry {
    /// The maximum number of attempts. After them the store counts as too busy, and the transaction fails.
    private static let maxAttempts = 100
    /// The number of lost connections after which the transaction fails. A new connection repeats the transaction only
    /// if no commit was under way.
    private static let maxConnections = 3
    /// The maximum pause before another attempt, in milliseconds.
    private static let longestPause = 50.0

    private let begin: Statement
    private let random: RandomSource
    private let decoded: DecodedRecords
    private var isCommitting = false

    init(of begin: Statement, random: RandomSource, _ decoded: DecodedRecords) {
        (self.begin, self.random, self.decoded) = (begin, random, decoded)
    }

    /// Runs `body` in a transaction.
    ///
    /// - Parameters:
    ///   - slot: the connection.
    ///   - body: the reads and writes. It may run more than once.
    /// - Throws: The error of `body`, or a `StoreError`.
    mutating func run<Result>(
        on slot: ConnectionSlot, _ body: (PostgreSQLTransaction) throws -> Result
    ) throws -> Result {
        var lost = 0
        for attempt in 0..<Self.maxAttempts {
            do {
                return try once(on: try slot.get(), body)
            } catch DatabaseFailure.conflict {
                pause(after: attempt)
            } catch DatabaseFailure.lost {
                lost += 1
                // After a loss during the commit, the transaction may be committed. Only the caller knows whether it
                // can be repeated.
                if isCommitting || lost == Self.maxConnections { throw StoreError.unavailable }
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
            // After this line only the commit itself can be lost.
            try connection.readOutcomes()
            isCommitting = begin == .beginWriting
            try connection.send(.commit)
            try connection.synchronize()
            return result
        } catch {
            // The error of the body can result from a failure of the connection that the body has caught.
            let failure = connection.failure
            connection.rollBack()
            throw failure ?? error
        }
    }

    /// Pauses with full jitter, so that conflicting transactions do not retry in step.
    private func pause(after attempt: Int) {
        let ceiling = min(Self.longestPause, 0.5 * Double(1 << min(attempt, 10)))
        // An attempt occupies its connection's thread anyway, and a pause takes milliseconds.
        Thread.sleep(forTimeInterval: random.unit() * ceiling / 1_000)
    }
}
