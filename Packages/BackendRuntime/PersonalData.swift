import Foundation
public import OrbitModels
package import OrbitStore

/// What a table has to do with people: how the records of a person are found, what an export says of them, and what
/// the erasure of an account does to them. Every record type says so, and there is no default, so that no table is
/// forgotten; see `Docs/erasure.md`.
///
/// ```swift
/// // Nothing of a person is in it:
/// static var personalData: PersonalData<Self> { .none("Counts the changes of a campus.") }
/// // Its records of one person have the person's id as their key; they go:
/// static var personalData: PersonalData<Self> { .init(.key()) }
/// // They are in a group of an index, named by the person's id; they go, and are exported before:
/// static var personalData: PersonalData<Self> {
///     .init(
///         .group(of: Self.byRater, exported: ExportSection("ratings_given", of: "Reputation", "A rating")) { record, _ in
///             record.rating
///         })
/// }
/// // The record stays for others' sake, without the person. It must not be found at the same place again:
/// static var personalData: PersonalData<Self> {
///     .init(.group(of: Self.byReporter, erase: .keep("A report keeps what it is about.") { $0.reporter = $1.pseudonym
///     }))
/// }
/// ```
public struct PersonalData<Record: BackendRecord>: Sendable {
    /// Why records that name a person may stay for a while, or for good; for readers, and for the test that holds the
    /// document against it.
    package let remark: String?
    /// Where records of a person are found; each may be another way in which a table names people.
    package let traces: [PersonalTrace<Record>]
    /// Within how many days every record expires by itself; `nil` if records do not.
    package let expiresWithinDays: Int?
    /// The type of the records with which those of the table are erased; `nil` if they are erased by themselves.
    package let owner: (any BackendRecord.Type)?

    private init(
        remark: String?, traces: [PersonalTrace<Record>], expiresWithinDays: Int?,
        owner: (any BackendRecord.Type)? = nil
    ) {
        (self.remark, self.traces, self.expiresWithinDays) = (remark, traces, expiresWithinDays)
        self.owner = owner
    }

    /// Whether it says anything of people: by a trace, an owner or a remark.
    package var isNamed: Bool {
        !traces.isEmpty || owner != nil || remark?.contains(where: { !$0.isWhitespace }) == true
    }

    /// The table names people where the traces say. What is found there goes, or loses the person.
    ///
    /// - Parameters:
    ///   - traces: at least one; see ``FeatureConflict/unnamedPersonalData(_:)``.
    ///   - remark: what else names a person and stays, if anything does.
    public init(_ traces: PersonalTrace<Record>..., remark: String? = nil) {
        self.init(remark: remark, traces: traces, expiresWithinDays: nil)
    }

    /// Nothing that is or names a person is in the table.
    ///
    /// - Parameter remark: what is in the table. A feature with an empty remark is refused.
    public static func none(_ remark: String) -> Self { .init(remark: remark, traces: [], expiresWithinDays: nil) }

    /// The records of a person cannot be looked up, name no person but by an id, and expire by themselves.
    ///
    /// - Parameters:
    ///   - days: within how many days.
    ///   - remark: what is in the table. A feature with an empty remark is refused.
    public static func expires(withinDays days: Int, _ remark: String) -> Self {
        .init(remark: remark, traces: [], expiresWithinDays: days)
    }

    /// Each record belongs to one of another table, whose trace removes both.
    ///
    /// - Parameters:
    ///   - owner: the other record: one with a trace, that a feature names.
    ///   - remark: what the table has to do with the owner.
    public static func goes<Owner: BackendRecord>(with owner: Owner.Type, _ remark: String) -> Self {
        .init(remark: remark, traces: [], expiresWithinDays: nil, owner: owner)
    }
}

/// One way in which a table names a person.
public struct PersonalTrace<Record: BackendRecord>: Sendable {
    /// What becomes of a record that is found.
    public struct Erasure: Sendable {
        /// The most writes that it costs beside those of events; see ``Erasing/mostWrites``.
        package let writes: Int
        /// Whether the record stays under the pseudonym.
        package var isKept = false
        package let perform: @Sendable (Record, Erasing) throws -> Void

        /// The record goes.
        public static var delete: Erasure { perform(writes: 1) { try $1.transaction.delete(Record.self, $0.key) } }

        /// The record stays under the pseudonym, under which it is found at the same place: it holds of the person if
        /// they come back.
        ///
        /// - Parameters:
        ///   - reason: for whose sake it stays.
        ///   - isNeeded: others go.
        public static func keep(
            _ reason: StaticString, if isNeeded: @escaping @Sendable (Record) -> Bool = { _ in true },
            _ change: @escaping @Sendable (inout Record, Erasing) throws -> Void
        ) -> Erasure {
            let kept = self.change(reason, change)
            var erasure = perform(writes: 5) { record, erasing in
                guard isNeeded(record) else { return try erasing.transaction.delete(Record.self, record.key) }
                try kept.perform(record, erasing)
            }
            erasure.isKept = true
            return erasure
        }

        /// The record stays without the person, so that it is found here no more.
        ///
        /// - Parameter reason: for whose sake it stays.
        public static func change(
            _ reason: StaticString, _ change: @escaping @Sendable (inout Record, Erasing) throws -> Void
        ) -> Erasure {
            perform(writes: 3) { record, erasing in
                var kept = record
                try change(&kept, erasing)
                try erasing.transaction.put(kept)
                guard kept.key != record.key else { return }
                if let type = Record.self as? any BlobRecord.Type {
                    try erasing.moveBlob(of: type, from: record.key, to: kept.key)
                }
                try erasing.transaction.delete(Record.self, record.key)
            }
        }

        /// Whatever it takes. Afterwards the record is not found here.
        ///
        /// What an added feature has written before it throws stays written, unless the error is of the store as a whole.
        public static func perform(
            writes: Int, _ perform: @escaping @Sendable (Record, Erasing) throws -> Void
        ) -> Erasure {
            Erasure(writes: writes, isKept: false, perform: perform)
        }
    }

    /// What an export says of a record: an element of one of its sections.
    package struct Export: Sendable {
        package let section: ExportSection
        package let element: @Sendable (Record, Exporting) throws -> (any Encodable & Sendable)?
    }

    private enum Place {
        case key(@Sendable (UserID) -> String)
        case group(@Sendable (UserID) -> IndexQuery)
    }

    private let place: Place
    package let export: Export?
    package let erasure: Erasure

    /// The record whose key is the person's id.
    ///
    /// - Parameters:
    ///   - section: of the export, if it says something of the record.
    ///   - element: what it says; `nil` for nothing. It holds what the person has given and what they may read, and
    ///     never what others have kept from them.
    public static func key(
        exported section: ExportSection? = nil, erase erasure: Erasure = .delete,
        _ element: @escaping @Sendable (Record, Exporting) throws -> (any Encodable & Sendable)? = { _, _ in nil }
    ) -> Self {
        .init(
            place: .key { $0.rawValue }, export: section.map { Export(section: $0, element: element) }, erasure: erasure
        )
    }

    /// The records in one group of an index; the group is the person's id.
    public static func group(
        of index: String, exported section: ExportSection? = nil, erase erasure: Erasure = .delete,
        _ element: @escaping @Sendable (Record, Exporting) throws -> (any Encodable & Sendable)? = { _, _ in nil }
    ) -> Self {
        .init(
            place: .group { IndexQuery(index, group: $0.rawValue) },
            export: section.map { Export(section: $0, element: element) }, erasure: erasure)
    }

    /// The records in an index of the person's own.
    public static func index(_ index: @escaping @Sendable (UserID) -> String, erase erasure: Erasure = .delete) -> Self
    {
        .init(place: .group { IndexQuery(index($0)) }, export: nil, erasure: erasure)
    }

    /// How far a reading in pages has got.
    package struct Cursor: Sendable {
        fileprivate var rank = Int64.min
        /// Those of that rank that were read.
        fileprivate var keys: Set<String> = []

        /// The beginning.
        package init() {}
    }

    /// The next records of the person, and where to go on; `nil` at the end.
    package func page(
        of person: UserID, after cursor: Cursor, limit: Int, in reader: any StoreReader
    ) throws -> (records: [Record], next: Cursor?) {
        guard case .group(let group) = place else { return (try records(of: person, limit: 1, in: reader), nil) }
        var query = group(person)
        query.ranks = cursor.rank...Int64.max
        query.limit = limit + cursor.keys.count
        let found = try reader.list(Record.self, query)
        let records = found.filter { !cursor.keys.contains($0.key) }
        let index = query.index
        func rank(_ record: Record) -> Int64? { record.indexEntries.first { $0.index == index }?.rank }
        guard found.count == query.limit, let last = found.last.flatMap(rank) else { return (records, nil) }
        var next = Cursor()
        (next.rank, next.keys) = (last, Set(found.filter { rank($0) == last }.map(\.key)))
        if last == cursor.rank { next.keys.formUnion(cursor.keys) }
        return (records, next)
    }

    /// The first records of the person, no more than the limit.
    package func records(of person: UserID, limit: Int, in reader: any StoreReader) throws -> [Record] {
        switch place {
        case .key(let key): return try reader.get(Record.self, key(person)).map { [$0] } ?? []
        case .group(let query):
            var query = query(person)
            query.limit = limit
            return try reader.list(Record.self, query)
        }
    }
}
