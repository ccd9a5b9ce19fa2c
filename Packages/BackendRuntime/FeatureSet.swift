package import OrbitModels
package import OrbitStore

/// The features of one backend, and the union of their declarations, computed once.
package final class FeatureSet: Sendable {
    /// The kinds of events that only the backend appends. A log accepts them regardless of the budget of their cause.
    /// They change every list at once, and a reload within an hour, as after a dropped event, would be too late.
    package static let reservedEvents: Set<EventKind> = [.personHidden, .personShown]

    /// All features, in the order in which their work runs.
    package let features: [Feature]
    /// The features that the host has added, at the end of ``features``. An error of one added feature does not stop
    /// the other features.
    package let added: [Feature]
    /// The features without the ``added`` features.
    package let own: [Feature]
    /// The record types of all tables.
    package let tables: [any BackendRecord.Type]
    /// The type of the records in each of the ``tables``.
    private let recordTypes: [String: ObjectIdentifier]
    /// The record types that ``Sweep`` removes.
    package let expiring: [any ExpiringRecord.Type]
    /// The record types that ``ScheduledWorkRunner`` processes.
    package let due: [any ScheduledRecord.Type]
    /// The types of jobs, in the order in which they run.
    package let jobs: [any Job.Type]
    /// Every list whose elements are people.
    package let listsOfPeople: [ListName]
    /// Every list that contains a person again after a block is lifted.
    package let listsRestoredAfterUnblock: [ListName]
    /// The kinds of events that features append to logs.
    package let events: Set<EventKind>
    /// The kinds of events of the ``added`` features.
    package let addedEvents: Set<EventKind>
    /// The kinds of events that a log accepts regardless of the budget of their cause.
    package let unlimitedEvents: Set<EventKind>
    /// The names of the rate limits of features.
    package let limits: Set<String>
    /// All tables in the order in which an erasure searches them.
    ///
    /// Records that are included in counts come first. A block between two people excludes these records from the
    /// counts that either person sees. The records would be counted again if the block moved to the pseudonym before
    /// they are erased. Next are the tables whose records move to the pseudonym. Until all of these records have moved,
    /// no new account may get the pseudonym.
    package let erased: [any BackendRecord.Type]
    /// The position in ``erased`` of the first table after all tables that keep records under the pseudonym.
    package let firstErasedAfterKept: Int
    /// The position in ``erased`` of the first table after all tables with records that are included in counts.
    package let firstErasedAfterCounted: Int
    private let addedTables: Set<String>

    package init(_ own: [Feature], adding added: [Feature] = []) {
        let features = own + added
        (self.features, self.own, self.added) = (features, own, added)
        addedTables = Set(added.flatMap(\.records).map { $0.table })
        let tables = features.flatMap(\.records)
        self.tables = tables
        recordTypes = Dictionary(
            tables.map { ($0.table, ObjectIdentifier($0)) }, uniquingKeysWith: { first, _ in first })
        expiring = tables.compactMap { $0 as? any ExpiringRecord.Type }
        due = tables.compactMap { $0 as? any ScheduledRecord.Type }
        jobs = tables.compactMap { $0 as? any Job.Type }
        listsOfPeople = features.flatMap(\.lists.names)
        listsRestoredAfterUnblock = features.flatMap(\.lists.returning)
        events = features.reduce(into: []) { $0.formUnion($1.events) }
        addedEvents = added.reduce(into: []) { $0.formUnion($1.events) }
        unlimitedEvents = features.reduce(into: FeatureSet.reservedEvents) { $0.formUnion($1.unlimitedEvents) }
        limits = features.reduce(into: []) { $0.formUnion($1.limits) }
        let first = features.flatMap(\.erasedFirst)
        let rest = tables.filter { table in !first.contains { $0.table == table.table } }
        let erased = first + rest.filter { FeatureSet.keeps($0) } + rest.filter { !FeatureSet.keeps($0) }
        self.erased = erased
        firstErasedAfterCounted = first.count
        firstErasedAfterKept = (erased.lastIndex { FeatureSet.keeps($0) } ?? -1) + 1
    }

    /// Returns these features followed by added features.
    ///
    /// - Parameter added: The features to add.
    /// - Throws: ``FeatureConflict``:
    ///   - A table, a kind of event, a list, a rate limit or a section of the export is named twice, or belongs to
    ///     another feature.
    ///   - The personal data of a record is not declared.
    package func adding(_ added: [Feature]) throws(FeatureConflict) -> FeatureSet {
        var (knownTables, knownEvents, knownLimits) = (Set(recordTypes.keys), events, limits)
        var knownLists = Set(features.flatMap { $0.lists.names + $0.otherLists })
        var knownSections = features.reduce(into: Set<String>()) { $0.formUnion(FeatureSet.sections(of: $1)) }
        for feature in added {
            for record in feature.records where !knownTables.insert(record.table).inserted {
                throw .table(record.table)
            }
            for kind in feature.events.sorted(by: { $0.rawValue < $1.rawValue })
            where !knownEvents.insert(kind).inserted {
                throw .event(kind)
            }
            for list in feature.lists.names + feature.otherLists where !knownLists.insert(list).inserted {
                throw .list(list)
            }
            for limit in feature.limits.sorted() where !knownLimits.insert(limit).inserted { throw .limit(limit) }
            for section in FeatureSet.sections(of: feature).sorted() where !knownSections.insert(section).inserted {
                throw .exportSection(section)
            }
            try FeatureSet.checkNames(of: feature)
        }
        let joined = FeatureSet(own, adding: self.added + added)
        for record in added.flatMap(\.records) { try joined.checkPersonalData(of: record) }
        return joined
    }

    /// Checks that a feature names all records, events and lists that its other declarations refer to.
    private static func checkNames(of feature: Feature) throws(FeatureConflict) {
        let tables = Set(feature.records.map { $0.table })
        for record in feature.erasedFirst where !tables.contains(record.table) { throw .unnamedTable(record.table) }
        for kind in feature.unlimitedEvents.subtracting(feature.events) { throw .unnamedEvent(kind) }
        for list in feature.lists.returning where !feature.lists.names.contains(list) { throw .unnamedList(list) }
    }

    /// Checks that a record declares the personal data of its table.
    private func checkPersonalData<Record: BackendRecord>(of type: Record.Type) throws(FeatureConflict) {
        let personalData = type.personalData
        guard personalData.isNamed else { throw .unnamedPersonalData(type.table) }
        guard let owner = personalData.owner else { return }
        guard recordTypes[owner.table] == ObjectIdentifier(owner), FeatureSet.hasTraces(owner) else {
            throw .unknownOwner(owner.table, of: type.table)
        }
    }

    /// Returns the sections of an export that contain records of a feature.
    private static func sections(of feature: Feature) -> Set<String> {
        feature.records.reduce(into: []) { $0.formUnion(sections(of: $1)) }
    }

    private static func sections<Record: BackendRecord>(of type: Record.Type) -> [String] {
        type.personalData.locators.compactMap { $0.export?.section.name }
    }

    /// Checks that a feature declares a type of records.
    ///
    /// - Throws: ``FeatureDeclarationError`` if no feature names the table, or a feature has declared it for another
    ///   type.
    package func requireDeclared(_ type: any StoreRecord.Type) throws(FeatureDeclarationError) {
        guard let declared = recordTypes[type.table] else { throw .undeclaredTable(type.table) }
        guard declared == ObjectIdentifier(type) else { throw .foreignTable(type.table) }
    }

    /// Whether a table belongs to an added feature.
    package func isAdded(_ table: String) -> Bool { addedTables.contains(table) }

    private static func hasTraces<Record: BackendRecord>(_ type: Record.Type) -> Bool {
        !type.personalData.locators.isEmpty
    }

    private static func keeps<Record: BackendRecord>(_ type: Record.Type) -> Bool {
        type.personalData.locators.contains { $0.erasure.isKept }
    }
}
