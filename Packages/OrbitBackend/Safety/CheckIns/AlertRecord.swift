import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Safety
import Validation

/// A message to a contact that is still to be handed over. Each attempt is noted before it is made, and keeps other
/// servers from making one meanwhile.
struct AlertRecord: BackendRecord {
    static let table = "check_in_alerts"
    static var personalData: PersonalData<Self> {
        .goes(with: CheckInRecord.self, "Says of a check-in what is to be told; without one it goes at its next turn.")
    }
    /// Seconds after which an attempt without an outcome is made again: the server that made it has ended.
    private static let lease: TimeInterval = 300
    /// The last of them is made about an hour after the first.
    static let maxAttempts = 8
    /// Seconds between the first refused attempt and the second. The pause doubles with each attempt.
    private static let firstPause: TimeInterval = 30

    enum Content: String, Codable {
        case missed, clear
    }

    let checkInID: CheckInID
    let content: Content
    /// When the next attempt may be made.
    private(set) var next: Date
    private(set) var attempts = 0

    init(_ content: Content, of checkIn: CheckInID, at now: Date) {
        self.checkInID = checkIn
        self.content = content
        next = now
    }

    /// There is one of each for a check-in, so nothing is told twice.
    var key: String { Self.key(content, checkInID) }
    var indexEntries: [IndexEntry] { [Self.dueEntry(at: next)] }

    static func key(_ content: Content, _ checkIn: CheckInID) -> String { "\(checkIn) \(content.rawValue)" }

    /// Whether the last attempt was made.
    var isSpent: Bool { attempts >= Self.maxAttempts }

    /// Notes an attempt that is made once this is committed.
    func noteAttempt(in transaction: LogTransaction) throws -> AlertRecord {
        var noted = self
        noted.attempts += 1
        noted.next = transaction.now.addingTimeInterval(Self.lease)
        try transaction.put(noted)
        return noted
    }

    /// The record after an attempt that was refused.
    ///
    /// - Parameter jitter: In `[0, 1)`. It spreads the messages that were refused at once over a quarter of the pause
    ///   to either side.
    func retried(at now: Date, jitter: Double) -> AlertRecord {
        var retried = self
        let doublings = max(0, min(attempts, Self.maxAttempts) - 1)
        retried.next = now.addingTimeInterval(Self.firstPause * Double(1 << doublings) * (0.75 + jitter / 2))
        return retried
    }
}

/// Messages to contacts.
extension AlertRecord: DueRecord {
    /// They are handed over at once, and the next begin when the slowest of them has ended.
    static let maxPerTransaction = 4

    func settle(_ context: BackendContext, in transaction: LogTransaction) throws {
        try AlertContacts(context: context, transaction: transaction).attempt(self)
    }
}
