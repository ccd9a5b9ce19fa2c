import Foundation
import OrbitModels
import Safety
import Validation

/// A message to a contact that is still to be handed over. Each attempt is noted before it is made, and keeps other
/// servers from making one meanwhile.
struct AlertRecord: StoreRecord {
    static let table = "check_in_alerts"
    static var personalData: PersonalData<Self> {
        .goes(with: CheckInRecord.self, "Says of a check-in what is to be told; without one it goes at its next turn.")
    }
    /// Seconds after which an attempt that was not confirmed is made again: the server that made it has ended.
    private static let lease: TimeInterval = 300
    /// The most attempts.
    private static let attempts = 5

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

    /// Notes an attempt that is made once this is committed; or, after too many, gives up.
    func noteAttempt(in transaction: LogTransaction) throws {
        var noted = self
        noted.attempts += 1
        noted.next = transaction.now.addingTimeInterval(Self.lease)
        if noted.attempts >= Self.attempts {
            try transaction.delete(Self.self, key)
        } else {
            try transaction.put(noted)
        }
    }
}
