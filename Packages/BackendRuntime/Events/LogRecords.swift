package import Foundation
package import OrbitModels
package import OrbitStore

/// The head of one person's log. Every transaction that appends to the log writes this record, so the order of numbers
/// is the order of commits.
package struct LogHead: BackendRecord {
    package static let table = "log_heads"
    package static var personalData: PersonalData<Self> { .init(.key()) }

    package let owner: UserID
    package let epoch: String
    /// The number of the last event.
    package var seq = 0
    /// The number of the last event that was pruned.
    package var floor = 0
    /// The instant at which the oldest stored event was appended; `nil` if the log has no events.
    package var oldestAt: Date?
    /// The number of changes to the person's suggestions; see ``SuggestionBasis``.
    package var suggestionRevision: Int?
    /// The number of free events on the latest day with free events; see ``NoticeBudget``.
    package var notices: NoticeBudget.Count?

    private enum CodingKeys: String, CodingKey {
        case owner, epoch, seq, floor, oldestAt, notices
        case suggestionRevision = "sight"
    }

    package var key: String { owner.rawValue }
    package var indexEntries: [IndexEntry] {
        oldestAt.map { [Self.dueEntry(at: $0.addingTimeInterval(LogRetention.lifetime))] } ?? []
    }

    package var position: LogPosition { LogPosition(epoch: epoch, seq: seq) }

    package static func of(_ owner: UserID, in reader: any StoreReader) throws -> LogHead? {
        try reader.get(Self.self, owner.rawValue)
    }
}

/// One event of one person's log.
package struct LogEntry: BackendRecord {
    package static let table = "log_entries"
    package static var personalData: PersonalData<Self> {
        .init(
            .group(of: Self.byOwner),
            .group(of: Self.about, erase: .withdrawal),
            remark: "For thirty days, people who knew the person learn that they left, by id alone.")
    }
    private static let byOwner = "owner"
    private static let bySubject = "subject"
    /// The events whose subject is a person, in the logs of all owners, except `person.hidden`. An event without a
    /// subject is found by the person that it names.
    private static let about = "about"
    /// The `person.hidden` events about a person in the log of an owner.
    private static let hidden = "hidden"

    package let owner: UserID
    package let seq: Int
    package let at: Date
    package private(set) var kind: EventKind
    package private(set) var subject: UserID?
    /// The `Idempotency-Key` of the owner's request. It is useless without the owner's session.
    package private(set) var action: String?
    package let touches: [ListName]
    /// A person that the data names, such as a blocked person. The owner may read the event even if they may not see
    /// that person.
    package private(set) var named: UserID?
    /// The data as JSON.
    package private(set) var data: Data?

    package init(
        owner: UserID, seq: Int, at: Date, kind: EventKind, subject: UserID?, named: UserID? = nil, action: String?,
        touches: [ListName], data: Data?
    ) {
        self.named = named
        self.owner = owner
        self.seq = seq
        self.at = at
        self.kind = kind
        self.subject = subject
        self.action = action
        self.touches = touches
        self.data = data
    }

    package var key: String { Self.key(owner, seq) }

    package var indexEntries: [IndexEntry] {
        var entries = [IndexEntry(Self.byOwner, group: owner.rawValue, rank: Int64(seq))]
        if let subject {
            guard kind != .personHidden else {
                return entries + [IndexEntry(Self.hidden, group: "\(owner)>\(subject)", at: at)]
            }
            entries.append(IndexEntry(Self.bySubject, group: "\(owner)>\(subject)", rank: Int64(seq)))
            entries.append(IndexEntry(Self.about, group: subject.rawValue, at: at))
        }
        // The erasure of either person withdraws the event.
        if let named, named != subject { entries.append(IndexEntry(Self.about, group: named.rawValue, at: at)) }
        return entries
    }

    package static func key(_ owner: UserID, _ seq: Int) -> String { "\(owner) \(seq)" }

    /// The event without its content. The number, the time and ``touches`` are kept.
    package var withdrawn: LogEntry {
        var void = self
        (void.kind, void.subject, void.named, void.action, void.data) = (.void, nil, nil, nil, nil)
        return void
    }

    /// Returns the stored events with these numbers, in order.
    package static func list(_ owner: UserID, _ numbers: ClosedRange<Int>, in reader: any StoreReader) throws
        -> [LogEntry]
    {
        if numbers.count == 1 { return try reader.get(Self.self, key(owner, numbers.lowerBound)).map { [$0] } ?? [] }
        let ranks = Int64(numbers.lowerBound)...Int64(numbers.upperBound)
        return try reader.list(Self.self, IndexQuery(byOwner, group: owner.rawValue, ranks: ranks))
    }

    /// Whether the log of the owner has a `person.hidden` event about a person since an instant.
    package static func isHidden(
        _ subject: UserID, from owner: UserID, since start: Date, in reader: any StoreReader
    ) throws -> Bool {
        let ranks = min(start.milliseconds, .max - 1)...Int64.max
        let query = IndexQuery(hidden, group: "\(owner)>\(subject)", ranks: ranks, limit: 1)
        return try !reader.list(Self.self, query).isEmpty
    }

    /// Withdraws all events about `subject` in the log of `owner`, except `person.hidden`.
    package static func withdraw(from owner: UserID, about subject: UserID, in transaction: any StoreTransaction) throws
    {
        for entry in try transaction.list(Self.self, IndexQuery(bySubject, group: "\(owner)>\(subject)")) {
            try transaction.put(entry.withdrawn)
        }
    }
}

extension PersonalDataLocator.Erasure where Record == LogEntry {
    /// Withdraws an event about the person. The number and the time are kept.
    fileprivate static var withdrawal: Self {
        perform(writes: 4) { entry, erasing in
            try erasing.transaction.put(entry.withdrawn)
            try erasing.notify(entry.owner)
        }
    }
}
