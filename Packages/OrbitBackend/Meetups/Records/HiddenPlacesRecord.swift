import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// The places at which one person's searches ended among meetups that the person may not find.
///
/// A cursor contains the random name of such a place, so it reveals nothing about these meetups. A search stores a
/// place only if the cursor can contain none of these:
///
/// - The last element of the page.
/// - One of the last 32 records that the search examined.
struct HiddenPlacesRecord: ExpiringRecord {
    static let table = "meetup_hidden_places"
    static var personalData: PersonalData<Self> { .init(.key()) }
    /// The maximum number of places of one person. A further place replaces the oldest place.
    static let maxPlaces = 32
    /// The seconds after which a place expires.
    static let lifetime: TimeInterval = 86_400
    /// The rank of cursors that contain a name. The rank of a meetup is never negative.
    private static let rankOfNames: Int64 = -1

    let userID: UserID
    /// The places, the oldest first.
    private var places: [HiddenPlace] = []

    private struct HiddenPlace: Codable {
        let name: String
        /// The list that the place belongs to.
        let list: String
        let rank: Int64
        let key: String
        let expiresAt: Date
    }

    private init(of person: UserID) { userID = person }

    var key: String { userID.rawValue }
    var expiresAt: Date { places.map(\.expiresAt).max() ?? .distantPast }
    var indexEntries: [IndexEntry] { [expiryEntry] }

    /// The cursor that contains a name instead of a place.
    static func cursor(named name: String) -> ListCursor { ListCursor(rank: rankOfNames, key: name) }

    /// Returns the place after which a page begins. It is the cursor itself unless the cursor contains a name.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the request.
    ///   - list: The list of the request. A name is valid only for its list and its person.
    ///   - person: The caller.
    /// - Returns: The place; `nil` if the name is unknown, replaced or expired.
    static func place(
        of cursor: ListCursor, in list: String, for person: UserID, in reader: any StoreReader, now: Date
    ) throws -> ListCursor? {
        guard cursor.rank == rankOfNames else { return cursor }
        let places = try reader.get(Self.self, person.rawValue)?.places ?? []
        let place = places.last { $0.name == cursor.key && $0.list == list && now < $0.expiresAt }
        return place.map { ListCursor(rank: $0.rank, key: $0.key) }
    }

    /// Stores a place under the name in a cursor. Removes expired places, and the oldest place if there are too many.
    static func store(
        _ place: ListCursor, as cursor: ListCursor, of list: String, for person: UserID,
        in transaction: any StoreTransaction, now: Date
    ) throws {
        var record = try transaction.get(Self.self, person.rawValue) ?? Self(of: person)
        record.places = Array(record.places.filter { now < $0.expiresAt }.suffix(maxPlaces - 1))
        record.places.append(
            HiddenPlace(
                name: cursor.key, list: list, rank: place.rank, key: place.key,
                expiresAt: now.addingTimeInterval(lifetime)))
        try transaction.put(record)
    }
}
