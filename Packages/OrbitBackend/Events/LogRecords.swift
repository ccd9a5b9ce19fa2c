import Foundation
import OrbitModels

/// Where one person's log stands. It is the one record that every appending transaction writes, so that the order of
/// numbers is the order of commits.
struct LogHead: StoreRecord {
    static let table = "log_heads"
    /// Logs that hold something, by the time of their oldest event.
    static let byAge = "age"

    let owner: UserID
    let epoch: String
    /// The number of the last event.
    var seq = 0
    /// The number of the last event that is no longer kept.
    var floor = 0
    /// When the oldest event that is kept was appended; `nil` if none is.
    var oldestAt: Date?

    var key: String { owner.rawValue }
    var indexEntries: [IndexEntry] { oldestAt.map { [IndexEntry(Self.byAge, rank: $0.milliseconds)] } ?? [] }

    var position: LogPosition { LogPosition(epoch: epoch, seq: seq) }

    static func of(_ owner: UserID, in reader: any StoreReader) throws -> LogHead? {
        try reader.get(Self.self, owner.rawValue)
    }
}

/// One event of one person's log.
struct LogEntry: StoreRecord {
    static let table = "log_entries"
    private static let byOwner = "owner"
    private static let bySubject = "subject"

    let owner: UserID
    let seq: Int
    let at: Date
    private(set) var kind: EventKind
    private(set) var subject: UserID?
    /// The `Idempotency-Key` of the owner's request; it is of no use without their session.
    private(set) var action: String?
    let touches: [ListName]
    /// JSON.
    private(set) var data: Data?

    init(
        owner: UserID, seq: Int, at: Date, kind: EventKind, subject: UserID?, action: String?, touches: [ListName],
        data: Data?
    ) {
        self.owner = owner
        self.seq = seq
        self.at = at
        self.kind = kind
        self.subject = subject
        self.action = action
        self.touches = touches
        self.data = data
    }

    var key: String { Self.key(owner, seq) }

    var indexEntries: [IndexEntry] {
        let place = IndexEntry(Self.byOwner, group: owner.rawValue, rank: Int64(seq))
        guard let subject, kind != .personHidden else { return [place] }
        return [place, IndexEntry(Self.bySubject, group: "\(owner)>\(subject)", rank: Int64(seq))]
    }

    static func key(_ owner: UserID, _ seq: Int) -> String { "\(owner) \(seq)" }

    /// The event without what it says: number, time and ``touches`` remain.
    var withdrawn: LogEntry {
        var void = self
        (void.kind, void.subject, void.action, void.data) = (.void, nil, nil, nil)
        return void
    }

    /// Those of the numbers that are kept, in order.
    static func list(_ owner: UserID, _ numbers: ClosedRange<Int>, in reader: any StoreReader) throws -> [LogEntry] {
        if numbers.count == 1 { return try reader.get(Self.self, key(owner, numbers.lowerBound)).map { [$0] } ?? [] }
        let ranks = Int64(numbers.lowerBound)...Int64(numbers.upperBound)
        return try reader.list(Self.self, IndexQuery(byOwner, group: owner.rawValue, ranks: ranks))
    }

    /// Withdraws what the log of `owner` still says about `subject`, but for that the two cannot see each other.
    static func withdraw(from owner: UserID, about subject: UserID, in transaction: any StoreTransaction) throws {
        for entry in try transaction.list(Self.self, IndexQuery(bySubject, group: "\(owner)>\(subject)")) {
            try transaction.put(entry.withdrawn)
        }
    }
}
