import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Trust

/// A person says that they have met another at a meetup. It counts if the other says so, too, and both were expected
/// there; it is kept whether or not it counts, so that saying it tells nothing.
struct MetRecord: ExpiringRecord, Equatable {
    static let table = "met"
    static var personalData: PersonalData<Self> { .init(.group(of: Self.byPerson), .group(of: Self.byOther)) }
    /// What a person has said, by the end of the meetup.
    private static let byPerson = "person"
    /// What was said of a person.
    private static let byOther = "other"

    let meetupID: MeetupID
    let userID: UserID
    let otherID: UserID
    let endedAt: Date

    var key: String { Self.key(meetupID, userID, otherID) }
    /// It serves to rate, and rating ends.
    var expiresAt: Date { endedAt.addingTimeInterval(RatingWindow.open) }

    var indexEntries: [IndexEntry] {
        let rank = endedAt.milliseconds
        return [
            expiryEntry, IndexEntry(Self.byPerson, group: userID.rawValue, rank: rank),
            IndexEntry(Self.byOther, group: otherID.rawValue, rank: rank),
        ]
    }

    static func key(_ meetup: MeetupID, _ person: UserID, _ other: UserID) -> String { "\(meetup)>\(person)>\(other)" }

    /// What a person has said of meetups that can still be rated, the latest first, at most 200.
    static func said(by person: UserID, in reader: any StoreReader, now: Date) throws -> [MetRecord] {
        let ranks = now.addingTimeInterval(-RatingWindow.open).milliseconds...Int64.max
        let query = IndexQuery(byPerson, group: person.rawValue, ranks: ranks, order: .descending, limit: 200)
        return try reader.list(Self.self, query)
    }

    /// The other side of it.
    var reverseKey: String { Self.key(meetupID, otherID, userID) }
}
