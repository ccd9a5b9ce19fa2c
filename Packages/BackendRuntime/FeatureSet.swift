package import OrbitModels
import OrbitStore

/// The features of one backend, and all that they name together, computed once.
package final class FeatureSet: Sendable {
    /// The features, in the order in which their work is done.
    package let features: [Feature]
    /// Those of the features that others have declared, the last ones. An error of theirs does not stop the others.
    package let added: [Feature]
    /// The features but for the added ones.
    package let own: [Feature]
    /// Every table that the backend keeps.
    package let tables: [any BackendRecord.Type]
    /// Every table of records that ``Sweep`` removes.
    package let expiring: [any ExpiringRecord.Type]
    /// Every table of records that ``DueWork`` settles.
    package let due: [any DueRecord.Type]
    /// Every table of jobs, in the order in which they are done.
    package let jobs: [any Job.Type]
    /// Every list that has people as elements.
    package let listsOfPeople: [ListName]
    /// Every list that contains a person again once a block is lifted.
    package let listsOfPeopleWhoReturn: [ListName]
    /// The kinds of events that a log takes whatever the budget of their cause.
    package let unlimitedEvents: Set<EventKind>
    /// All tables in the order in which an erasure looks through them.
    ///
    /// The records that counts contain come first: a block hides them as long as they exist, so it must not move to the
    /// pseudonym before. After them, records move to the pseudonym: until they have, no new account may take the pseudonym
    /// over.
    package let erased: [any BackendRecord.Type]
    /// The position in ``erased`` of the first table after all that keep records under the pseudonym.
    package let firstErasedAfterKept: Int
    /// The position in ``erased`` of the first table after all that counts contain.
    package let firstErasedAfterCounted: Int
    private let addedTables: Set<String>

    package init(_ own: [Feature], adding added: [Feature] = []) {
        let features = own + added
        (self.features, self.own, self.added) = (features, own, added)
        addedTables = Set(added.flatMap(\.records).map { $0.table })
        let tables = features.flatMap(\.records)
        self.tables = tables
        expiring = tables.compactMap { $0 as? any ExpiringRecord.Type }
        due = tables.compactMap { $0 as? any DueRecord.Type }
        jobs = tables.compactMap { $0 as? any Job.Type }
        listsOfPeople = features.flatMap(\.lists.names)
        listsOfPeopleWhoReturn = features.flatMap(\.lists.returning)
        unlimitedEvents = features.reduce(into: NoticeBudget.unlimited) { $0.formUnion($1.unlimitedEvents) }
        let first = features.flatMap(\.erasedFirst)
        let rest = tables.filter { table in !first.contains { $0.table == table.table } }
        let erased = first + rest.filter { FeatureSet.keeps($0) } + rest.filter { !FeatureSet.keeps($0) }
        self.erased = erased
        firstErasedAfterCounted = first.count
        firstErasedAfterKept = (erased.lastIndex { FeatureSet.keeps($0) } ?? -1) + 1
    }

    /// Returns these features with others after them.
    ///
    /// - Throws: ``FeatureConflict`` if an added feature names a table, a kind of event or a list twice or in place of
    ///   another feature.
    package func adding(_ added: [Feature]) throws(FeatureConflict) -> FeatureSet {
        var knownTables = Set(tables.map { $0.table })
        var knownEvents = features.reduce(into: Set<EventKind>()) { $0.formUnion($1.events) }
        var knownLists = Set(listsOfPeople)
        for feature in added {
            for record in feature.records where !knownTables.insert(record.table).inserted {
                throw .table(record.table)
            }
            for kind in feature.events.sorted(by: { $0.rawValue < $1.rawValue })
            where !knownEvents.insert(kind).inserted {
                throw .event(kind)
            }
            for list in feature.lists.names where !knownLists.insert(list).inserted { throw .list(list) }
            let ownTables = Set(feature.records.map { $0.table })
            for record in feature.erasedFirst where !ownTables.contains(record.table) { throw .table(record.table) }
            for kind in feature.unlimitedEvents.subtracting(feature.events) { throw .event(kind) }
            for list in feature.lists.returning where !feature.lists.names.contains(list) { throw .list(list) }
        }
        return FeatureSet(own, adding: self.added + added)
    }

    /// Whether a table is of an added feature.
    package func isAdded(_ table: String) -> Bool { addedTables.contains(table) }

    private static func keeps<Record: BackendRecord>(_ type: Record.Type) -> Bool {
        type.personalData.traces.contains { $0.erasure.isKept }
    }
}
