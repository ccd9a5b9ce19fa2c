import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// The positions in lists at which one person's searches ended among meetups that the person may not find.
///
/// A cursor contains the random name of such a position, so it reveals nothing about these meetups. A search stores a
/// position only if the cursor can contain none of these:
///
/// - The last element of the page.
/// - One of the last 32 records that the search examined.
struct HiddenPositionsRecord: ExpiringRecord {
    static let table = "meetup_hidden_places"
    static var personalData: PersonalData<Self> { .init(.key()) }
    /// The maximum number of positions of one person. A further position replaces the oldest position.
    static let maxPositions = 32
    /// The seconds after which a position expires.
    static let lifetime: TimeInterval = 86_400
    /// The rank of cursors that contain a name. The rank of a meetup is never negative.
    private static let rankOfNames: Int64 = -1

    let userID: UserID
    /// The positions, the oldest first.
    private var positions: [Position] = []

    private enum CodingKeys: String, CodingKey {
        case userID
        case positions = "places"
    }

    private struct Position: Codable {
        let name: String
        /// The list that the position belongs to.
        let list: String
        let rank: Int64
        let key: String
        let expiresAt: Date
    }

    private init(of person: UserID) { userID = person }

    var key: String { userID.rawValue }
    var expiresAt: Date { positions.map(\.expiresAt).max() ?? .distantPast }
    var indexEntries: [IndexEntry] { [expiryEntry] }

    /// The cursor that contains a name instead of a position.
    static func cursor(named name: String) -> ListCursor { ListCursor(rank: rankOfNames, key: name) }

    /// Returns the position after which a page begins. It is the cursor itself unless the cursor contains a name.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the request.
    ///   - list: The list of the request. A name is valid only for its list and its person.
    ///   - person: The caller.
    /// - Returns: The position; `nil` if the name is unknown, replaced or expired.
    static func position(
        of cursor: ListCursor, in list: String, for person: UserID, in reader: any StoreReader, now: Date
    ) throws -> ListCursor? {
        guard cursor.rank == rankOfNames else { return cursor }
        let positions = try reader.get(Self.self, person.rawValue)?.positions ?? []
        let position = positions.last { $0.name == cursor.key && $0.list == list && now < $0.expiresAt }
        return position.map { ListCursor(rank: $0.rank, key: $0.key) }
    }

    /// Stores a position under the name in a cursor. Removes expired positions, and the oldest position if there are
    /// too many.
    static func store(
        _ position: ListCursor, as cursor: ListCursor, of list: String, for person: UserID,
        in transaction: any StoreTransaction, now: Date
    ) throws {
        var record = try transaction.get(Self.self, person.rawValue) ?? Self(of: person)
        record.positions = Array(record.positions.filter { now < $0.expiresAt }.suffix(maxPositions - 1))
        record.positions.append(
            Position(
                name: cursor.key, list: list, rank: position.rank, key: position.key,
                expiresAt: now.addingTimeInterval(lifetime)))
        try transaction.put(record)
    }
}
