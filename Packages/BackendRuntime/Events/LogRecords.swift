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
    /// The maximum number of events in each log that ``removeContent(with:from:about:since:in:)`` searches.
    private static let maxSearched = 200

    package let owner: UserID
    package let seq: Int
    package let at: Date
    package private(set) var kind: EventKind
    package private(set) var subject: UserID?
    /// The `Idempotency-Key` of the owner's request. It is useless without the owner's session.
    package private(set) var action: String?
    package private(set) var touches: [ListName]
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

    /// The event without its content. The number, the time and ``touches`` are kept, except for lists whose name
    /// contains an id, such as `conversation:1`.
    package var withdrawn: LogEntry {
        var void = withoutContent
        void.touches.removeAll { $0.rawValue.contains(":") }
        return void
    }

    /// The event without its content. The number, the time and ``touches`` are kept.
    private var withoutContent: LogEntry {
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

    /// Withdraws the first events about `subject` in the log of `owner`, except `person.hidden`.
    ///
    /// - Parameters:
    ///   - owner: The owner of the log.
    ///   - subject: The person.
    ///   - last: The number of the last event to withdraw.
    ///   - limit: The maximum number of events to withdraw.
    ///   - transaction: The transaction in which the events are withdrawn.
    /// - Returns: The number of withdrawn events.
    static func withdraw(
        from owner: UserID, about subject: UserID, through last: Int, limit: Int, in transaction: any StoreTransaction
    ) throws -> Int {
        let query = IndexQuery(
            bySubject, group: "\(owner)>\(subject)", ranks: 0...Int64(max(0, last)), limit: limit)
        let entries = try transaction.list(Self.self, query)
        for entry in entries { try transaction.put(entry.withdrawn) }
        return entries.count
    }

    /// Removes the content of the events about a person that contain a text, such as the id of a deleted message.
    /// Devices that have not read them load the lists again. Takes one store call for the search.
    ///
    /// - Parameters:
    ///   - text: The text, as it occurs in the JSON of the data.
    ///   - owners: The owners of the logs.
    ///   - subject: The person.
    ///   - start: The instant of the first event to search.
    ///   - transaction: The transaction that deletes the content elsewhere.
    package static func removeContent(
        with text: String, from owners: [UserID], about subject: UserID, since start: Date,
        in transaction: any StoreTransaction
    ) throws {
        let bytes = Data(text.utf8)
        let queries = owners.map {
            IndexQuery(bySubject, group: "\($0)>\(subject)", order: .descending, limit: maxSearched)
        }
        for entry in try transaction.list(Self.self, all: queries).joined()
        where entry.at >= start && entry.data?.range(of: bytes) != nil {
            try transaction.put(entry.withoutContent)
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
