import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// The decisions of moderators about a person. Only decisions write the record, and trust depends on it.
struct ModerationHistoryRecord: BackendRecord {
    static let table = "conduct"
    static var personalData: PersonalData<Self> {
        .init(
            .key(
                erase: .keep(
                    "Decisions of moderators apply to a person who comes back.", if: { !$0.upheld.isEmpty }
                ) { $0.userID = $1.pseudonym }))
    }

    fileprivate(set) var userID: UserID
    /// The times at which reports about the person were upheld, oldest first. An overturned decision is removed.
    var upheld: [Date] = []

    var key: String { userID.rawValue }
    var indexEntries: [IndexEntry] { [] }

    static func of(_ person: UserID, in reader: any StoreReader) throws -> ModerationHistoryRecord {
        try reader.get(Self.self, person.rawValue) ?? ModerationHistoryRecord(userID: person)
    }
}
