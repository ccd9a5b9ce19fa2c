import Foundation
public import OrbitModels
package import OrbitStore

/// The relation of a table to people:
///
/// - The location of a person's records.
/// - The export of these records.
/// - The effect of an account's erasure on them.
///
/// Every record type declares it. There is no default, so that no table is forgotten; see `Docs/erasure.md`.
///
/// ```swift
/// // The table contains no data of people:
/// static var personalData: PersonalData<Self> { .none("Counts the changes of a campus.") }
/// // The key of a record is the person's id. An erasure deletes the record:
/// static var personalData: PersonalData<Self> { .init(.key()) }
/// // The records are in a group of an index, named by the person's id. An export contains them, and they are deleted:
/// static var personalData: PersonalData<Self> {
///     .init(
///         .group(of: Self.byRater, exported: ExportSection("ratings_given", of: "Reputation", "A rating")) { record, _ in
///             record.rating
///         })
/// }
/// // Other people need the record, so it is kept without the person. The locator must not find it again:
/// static var personalData: PersonalData<Self> {
///     .init(.group(of: Self.byReporter, erase: .keep("A report keeps what it is about.") { $0.reporter = $1.pseudonym
///     }))
/// }
/// ```
public struct PersonalData<Record: BackendRecord>: Sendable {
    /// A description for readers of the source. It states the content of the table, its relation to an owner, or the
    /// kept data that names a person. Only ``isNamed`` reads it.
    package let remark: String?
    /// The ways in which the table refers to a person. Each locator finds records of the person.
    package let locators: [PersonalDataLocator<Record>]
    /// The maximum number of days after which each record expires; `nil` if records do not expire.
    package let expiresWithinDays: Int?
    /// The type of the records with which the records of the table are erased; `nil` if they have no owner.
    package let owner: (any BackendRecord.Type)?

    private init(
        remark: String?, locators: [PersonalDataLocator<Record>], expiresWithinDays: Int?,
        owner: (any BackendRecord.Type)? = nil
    ) {
        (self.remark, self.locators, self.expiresWithinDays) = (remark, locators, expiresWithinDays)
        self.owner = owner
    }

    /// Whether the personal data is declared, by a locator, an owner or a remark.
    package var isNamed: Bool {
        !locators.isEmpty || owner != nil || remark?.contains(where: { !$0.isWhitespace }) == true
    }

    /// Creates the personal data of a table whose records the locators find by person. An erasure deletes these
    /// records, or removes the person from them.
    ///
    /// - Parameters:
    ///   - locators: At least one locator; see ``FeatureConflict/unnamedPersonalData(_:)``.
    ///   - remark: The data that names a person and is kept, if there is any.
    public init(_ locators: PersonalDataLocator<Record>..., remark: String? = nil) {
        self.init(remark: remark, locators: locators, expiresWithinDays: nil)
    }

    /// Returns the personal data of a table that contains no data of people and no ids of people.
    ///
    /// - Parameter remark: The content of the table. A feature with an empty remark is refused.
    public static func none(_ remark: String) -> Self { .init(remark: remark, locators: [], expiresWithinDays: nil) }

    /// Returns the personal data of a table whose records expire by themselves. They cannot be looked up by person, and
    /// refer to people by id only.
    ///
    /// - Parameters:
    ///   - days: The maximum number of days until a record expires.
    ///   - remark: The content of the table. A feature with an empty remark is refused.
    public static func expires(withinDays days: Int, _ remark: String) -> Self {
        .init(remark: remark, locators: [], expiresWithinDays: days)
    }

    /// Returns the personal data of a table whose records belong to records of another table. The erasure of the owner
    /// removes both.
    ///
    /// - Parameters:
    ///   - owner: The type of the owning record. It has a locator, and a feature names it.
    ///   - remark: The relation of the table to the owner.
    public static func goes<Owner: BackendRecord>(with owner: Owner.Type, _ remark: String) -> Self {
        .init(remark: remark, locators: [], expiresWithinDays: nil, owner: owner)
    }
}

/// A locator: one way in which a table refers to a person, with the effects of an export and of an erasure on the
/// records.
public struct PersonalDataLocator<Record: BackendRecord>: Sendable {
    /// The effect of an erasure on a record of the person.
    public struct Erasure: Sendable {
        /// The maximum number of writes for one record, without the writes of events; see
        /// ``ErasureContext/maxWrites``.
        package let writes: Int
        /// Whether the record is kept under the pseudonym.
        package var isKept = false
        package let perform: @Sendable (Record, ErasureContext) throws -> Void

        /// Deletes the record.
        public static var delete: Erasure { perform(writes: 1) { try $1.transaction.delete(Record.self, $0.key) } }

        /// Keeps the record under the pseudonym. The locator then finds the record by the pseudonym in place of the
        /// person's id. The record applies to the person again if they create a new account.
        ///
        /// - Parameters:
        ///   - reason: The reason for keeping the record, with the people who need it.
        ///   - isNeeded: Whether a record is kept. Other records are deleted.
        ///   - change: Replaces the person in the record by the pseudonym.
        public static func keep(
            _ reason: StaticString, if isNeeded: @escaping @Sendable (Record) -> Bool = { _ in true },
            _ change: @escaping @Sendable (inout Record, ErasureContext) throws -> Void
        ) -> Erasure {
            let kept = self.change(reason, change)
            var erasure = perform(writes: 5) { record, erasing in
                guard isNeeded(record) else { return try erasing.transaction.delete(Record.self, record.key) }
                try kept.perform(record, erasing)
            }
            erasure.isKept = true
            return erasure
        }

        /// Keeps the record without the person. Afterwards the locator does not find the record.
        ///
        /// - Parameters:
        ///   - reason: The reason for keeping the record, with the people who need it.
        ///   - change: Removes the person from the record.
        public static func change(
            _ reason: StaticString, _ change: @escaping @Sendable (inout Record, ErasureContext) throws -> Void
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

        /// Runs a custom erasure. Afterwards the locator must not find the record.
        ///
        /// If the erasure of an added feature throws, its earlier writes are kept, unless the error is of the store as
        /// a whole.
        ///
        /// - Parameters:
        ///   - writes: The maximum number of writes for one record, without the writes of events.
        ///   - perform: Erases the record.
        public static func perform(
            writes: Int, _ perform: @escaping @Sendable (Record, ErasureContext) throws -> Void
        ) -> Erasure {
            Erasure(writes: writes, isKept: false, perform: perform)
        }
    }

    /// The export of a record, as an element of a section.
    package struct Export: Sendable {
        package let section: ExportSection
        package let element: @Sendable (Record, ExportContext) throws -> (any Encodable & Sendable)?
    }

    private enum Place {
        case key(@Sendable (UserID) -> String)
        case group(@Sendable (UserID) -> IndexQuery)
    }

    private let place: Place
    package let export: Export?
    package let erasure: Erasure

    /// Returns the locator of the record whose key is the person's id.
    ///
    /// - Parameters:
    ///   - section: The section of the export; `nil` if the record is not exported.
    ///   - erasure: The effect of an erasure on the record.
    ///   - element: Returns the exported element; `nil` if the record has no element. The element contains data that
    ///     the person has entered or may read. It never contains data that other people hide from the person.
    public static func key(
        exported section: ExportSection? = nil, erase erasure: Erasure = .delete,
        _ element: @escaping @Sendable (Record, ExportContext) throws -> (any Encodable & Sendable)? = { _, _ in nil }
    ) -> Self {
        .init(
            place: .key { $0.rawValue }, export: section.map { Export(section: $0, element: element) }, erasure: erasure
        )
    }

    /// Returns the locator of the records in one group of an index. The group is the person's id.
    ///
    /// - Parameters:
    ///   - index: The name of the index.
    ///   - section: The section of the export; `nil` if the records are not exported.
    ///   - erasure: The effect of an erasure on each record.
    ///   - element: Returns the exported element; `nil` if a record has no element.
    public static func group(
        of index: String, exported section: ExportSection? = nil, erase erasure: Erasure = .delete,
        _ element: @escaping @Sendable (Record, ExportContext) throws -> (any Encodable & Sendable)? = { _, _ in nil }
    ) -> Self {
        .init(
            place: .group { IndexQuery(index, group: $0.rawValue) },
            export: section.map { Export(section: $0, element: element) }, erasure: erasure)
    }

    /// Returns the locator of the records in an index of the person. Each person has an index of their own.
    ///
    /// - Parameters:
    ///   - index: Returns the name of the index of a person.
    ///   - erasure: The effect of an erasure on each record.
    public static func index(_ index: @escaping @Sendable (UserID) -> String, erase erasure: Erasure = .delete) -> Self
    {
        .init(place: .group { IndexQuery(index($0)) }, export: nil, erasure: erasure)
    }

    /// A position between two pages of a locator.
    package struct Cursor: Sendable {
        fileprivate var rank = Int64.min
        /// The keys of the records with this rank that were read.
        fileprivate var keys: Set<String> = []

        /// Creates the position before the first page.
        package init() {}
    }

    /// Returns the next records of the person and the position after them. The position is `nil` at the end.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - cursor: The position after the previous page.
    ///   - limit: The maximum number of records.
    ///   - reader: A snapshot of the store.
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

    /// Returns the first records of the person, at most `limit`.
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
