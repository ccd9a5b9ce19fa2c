import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Safety
import Validation

/// A message to a contact that is not delivered yet. Each attempt is recorded before it is made, so that no other
/// server attempts at the same time.
struct AlertRecord: BackendRecord {
    static let table = "check_in_alerts"
    static var personalData: PersonalData<Self> {
        .goes(with: CheckInRecord.self, "A pending mail about a check-in. Without a check-in, its next run deletes it.")
    }
    /// The seconds after which an attempt without an outcome is retried. The server that made it has stopped.
    private static let lease: TimeInterval = 300
    /// The maximum number of attempts. The last attempt is made about an hour after the first.
    static let maxAttempts = 8
    /// The seconds between the first refused attempt and the second. The pause doubles with each attempt.
    private static let firstPause: TimeInterval = 30

    enum Content: String, Codable {
        case missed, clear
    }

    let checkInID: CheckInID
    let content: Content
    /// The earliest time of the next attempt.
    private(set) var next: Date
    private(set) var attempts = 0

    init(_ content: Content, of checkIn: CheckInID, at now: Date) {
        self.checkInID = checkIn
        self.content = content
        next = now
    }

    /// The key. A check-in has at most one message of each content, so a message is not sent twice.
    var key: String { Self.key(content, checkInID) }
    var indexEntries: [IndexEntry] { [Self.dueEntry(at: next)] }

    static func key(_ content: Content, _ checkIn: CheckInID) -> String { "\(checkIn) \(content.rawValue)" }

    /// Whether the last allowed attempt was made.
    var isSpent: Bool { attempts >= Self.maxAttempts }

    /// Records an attempt that is made after this transaction is committed.
    func noteAttempt(in transaction: LogTransaction) throws -> AlertRecord {
        var noted = self
        noted.attempts += 1
        noted.next = transaction.now.addingTimeInterval(Self.lease)
        try transaction.put(noted)
        return noted
    }

    /// Returns the record with the time of the next attempt, after a refused attempt.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - jitter: A value in `[0, 1)`. It spreads messages that were refused at the same time over a quarter of the
    ///     pause in either direction.
    func retried(at now: Date, jitter: Double) -> AlertRecord {
        var retried = self
        let doublings = max(0, min(attempts, Self.maxAttempts) - 1)
        retried.next = now.addingTimeInterval(Self.firstPause * Double(1 << doublings) * (0.75 + jitter / 2))
        return retried
    }
}

/// Attempts messages that are due.
extension AlertRecord: ScheduledRecord {
    /// The messages of a transaction are sent concurrently. The next messages wait for the slowest of them.
    static let maxPerTransaction = 4

    func process(_ context: BackendContext, in transaction: LogTransaction) throws {
        try AlertContacts(context: context, transaction: transaction).attempt(self)
    }
}
