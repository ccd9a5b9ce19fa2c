import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore

/// The address of a person's calendar. There is one for each person, so a new one replaces it, and the old one is found
/// no more.
struct CalendarAddressRecord: BackendRecord {
    static let table = "calendar_addresses"
    static var personalData: PersonalData<Self> {
        .init(.key(exported: "calendar_address") { record, _ in CalendarFeed(createdAt: record.createdAt) })
    }
    private static let byToken = "token"

    let owner: UserID
    /// Digest of the token.
    let token: String
    let createdAt: Date

    var key: String { owner.rawValue }
    var indexEntries: [IndexEntry] { [IndexEntry(Self.byToken, group: token)] }

    static func of(_ owner: UserID, in reader: any StoreReader) throws -> CalendarAddressRecord? {
        try reader.get(Self.self, owner.rawValue)
    }

    /// - Parameter token: the digest of one.
    static func find(_ token: String, in reader: any StoreReader) throws -> CalendarAddressRecord? {
        try reader.list(Self.self, IndexQuery(byToken, group: token, limit: 1)).first
    }
}
