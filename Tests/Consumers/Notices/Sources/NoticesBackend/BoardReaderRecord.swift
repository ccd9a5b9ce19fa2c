import BackendRuntime
import Foundation
import Notices
import OrbitModels
import OrbitStore

/// A person who has loaded the board of a campus, or a notice on it. Events about notices are sent to these people, and
/// not to all on campus.
///
/// A person is sent new notices for ``window`` after the last load. The record is stored until the last of these
/// notices has expired, because a withdrawal has to reach each device with the notice.
struct BoardReaderRecord: ExpiringRecord {
    static let table = "notice_readers"
    private static let byCampus = "campus"
    /// The seconds after which another load of the same person is recorded, so that few loads write to the store.
    private static let precision: TimeInterval = 86_400
    private static let window = NoticeRules.lifetime + precision
    static var personalData: PersonalData<Self> { .init(.key()) }

    let person: UserID
    let campus: String
    let loadedAt: Date

    var key: String { person.rawValue }
    var expiresAt: Date { loadedAt.addingTimeInterval(Self.window + NoticeRules.lifetime) }
    var indexEntries: [IndexEntry] {
        [expiryEntry, IndexEntry(Self.byCampus, group: campus, at: loadedAt)]
    }

    /// Whether a load of a person has to be recorded.
    static func isDue(of person: UserID, in reader: any StoreReader, now: Date) throws -> Bool {
        guard let known = try reader.get(Self.self, person.rawValue) else { return true }
        return now.timeIntervalSince(known.loadedAt) >= precision
    }

    /// Returns the query of the people who are sent new notices, the earliest load first. A person who loads the board
    /// again moves to the end.
    static func followers(of campus: String, at now: Date) -> IndexQuery {
        IndexQuery(byCampus, group: campus, from: now.addingTimeInterval(-window))
    }

    /// Returns the query of all people who may have a notice on a device, in the same order.
    static func all(on campus: String) -> IndexQuery { IndexQuery(byCampus, group: campus) }
}
