import Foundation
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime

@Suite struct FeatureSetTests {
    private static let kept = ListName(rawValue: "kept")
    private static let news = EventKind(rawValue: "news")

    private struct PlainRecord: BackendRecord {
        static let table = "plain"
        static var personalData: PersonalData<Self> { .init(.key()) }

        let key: String
        var indexEntries: [IndexEntry] { [] }
    }

    private struct KeptRecord: BackendRecord {
        static let table = "kept"
        static var personalData: PersonalData<Self> {
            .init(.key(erase: .keep("It holds of a person who comes back.") { $0.key = $1.pseudonym.rawValue }))
        }

        var key: String
        var indexEntries: [IndexEntry] { [] }
    }

    private struct PassingRecord: ExpiringRecord {
        static let table = "passing"
        static var personalData: PersonalData<Self> { .expires(withinDays: 1, "A time.") }

        let key: String
        let expiresAt: Date
        var indexEntries: [IndexEntry] { [expiryEntry] }
    }

    private struct LeftRecord: Job, ScheduledRecord {
        static let table = "left"
        static var personalData: PersonalData<Self> { .none("Work that is left.") }

        let key: String
        var indexEntries: [IndexEntry] { [] }

        func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool { false }
        func process(_ context: BackendContext, in transaction: LogTransaction) throws {}
    }

    private let set = FeatureSet([
        Feature(
            operations: [], records: [PlainRecord.self, PassingRecord.self], events: [news], unlimitedEvents: [news],
            lists: PeopleLists([ListName(rawValue: "plain")])),
        Feature(
            operations: [], records: [LeftRecord.self, KeptRecord.self], erasedFirst: [LeftRecord.self],
            lists: PeopleLists([kept], returning: [kept])),
    ])

    @Test func `expiring records, due records and jobs are found by their conformances`() {
        #expect(set.tables.map { $0.table } == ["plain", "passing", "left", "kept"])
        #expect(set.expiring.map { $0.table } == ["passing"])
        #expect(set.due.map { $0.table } == ["left"])
        #expect(set.jobs.map { $0.table } == ["left"])
    }

    @Test func `an erasure orders counted records first, then kept records, then all other records`() {
        #expect(set.erased.map { $0.table } == ["left", "kept", "plain", "passing"])
        #expect(set.firstErasedAfterCounted == 1)
        #expect(set.firstErasedAfterKept == 2)
    }

    @Test func `a feature set combines the lists and unlimited events of all features`() {
        #expect(set.listsOfPeople.map(\.rawValue) == ["plain", "kept"])
        #expect(set.listsRestoredAfterUnblock == [Self.kept])
        #expect(set.unlimitedEvents == [.personHidden, .personShown, Self.news])
    }

    @Test func `an added feature with a table that is already registered is refused`() {
        let again = Feature(operations: [], records: [PlainRecord.self])
        #expect(throws: FeatureConflict.table("plain")) { try set.adding([again]) }
        #expect(throws: FeatureConflict.table("plain")) { try FeatureSet([]).adding([again, again]) }
    }
}
