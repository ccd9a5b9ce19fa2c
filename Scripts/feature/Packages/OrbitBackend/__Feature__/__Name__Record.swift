import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import __Feature__

/// One of the __words_names__ of a person.
struct __Name__Record: BackendRecord {
    static let table = "__wire_names__"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byOwner,
                exported: ExportSection("__wire_names__", of: "__Feature__", "A text and when it was added")
            ) { record, _ in record.element })
    }
    /// The records of a person, by the time at which they were added.
    static let byOwner = "owner"

    let owner: UserID
    let element: __Name__

    var key: String { element.id.rawValue }

    var indexEntries: [IndexEntry] {
        [IndexEntry(Self.byOwner, group: owner.rawValue, at: element.createdAt)]
    }

    /// Whether a person has as many elements as the rules allow.
    static func isFull(of owner: UserID, in reader: any StoreReader) throws -> Bool {
        let query = IndexQuery(byOwner, group: owner.rawValue, limit: __Name__Rules.maxElements)
        return try reader.positions(Self.self, query).count == __Name__Rules.maxElements
    }
}
