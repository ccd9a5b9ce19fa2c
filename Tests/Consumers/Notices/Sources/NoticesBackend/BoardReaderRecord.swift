import BackendRuntime
import Foundation
import Notices
import OrbitModels
import OrbitStore

/// A person who has loaded the board of a campus, or a notice on it. Events about notices are sent to these people, and
/// not to all on campus.
///
/// A person is sent events for ``window`` after the last load. The record stays until the notices of the last events
/// have expired, since a device may have them.
struct BoardReaderRecord: ExpiringRecord {
    static let table = "notice_readers"
    private static let byCampus = "campus"
    /// The seconds after which another load is noted, so that few loads write.
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

    /// Whether a load of a person has to be noted.
    static func isDue(of person: UserID, in reader: any StoreReader, now: Date) throws -> Bool {
        guard let known = try reader.get(Self.self, person.rawValue) else { return true }
        return now.timeIntervalSince(known.loadedAt) >= precision
    }

    /// The people who are sent events, the earliest load first. A person who loads the board again moves to the end.
    static func followers(of campus: String, at now: Date) -> IndexQuery {
        IndexQuery(byCampus, group: campus, from: now.addingTimeInterval(-window))
    }

    /// All who may have a notice on a device.
    static func all(on campus: String, in reader: any StoreReader) throws -> [UserID] {
        try reader.keys(Self.self, IndexQuery(byCampus, group: campus)).map { UserID($0.key) }
    }
}
