import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Trust

/// A person's statement that they have met another person at a meetup.
///
/// It counts if the other person states it, too, and both were expected there. It is stored even if it does not count,
/// so that the statement reveals nothing.
struct MeetingConfirmationRecord: ExpiringRecord, Equatable {
    static let table = "met"
    static var personalData: PersonalData<Self> { .init(.group(of: Self.byPerson), .group(of: Self.byOther)) }
    /// The index of a person's statements, by the end of the meetup.
    private static let byPerson = "person"
    /// The index of the statements about a person.
    private static let byOther = "other"

    let meetupID: MeetupID
    let userID: UserID
    let otherID: UserID
    let endedAt: Date

    var key: String { Self.key(meetupID, userID, otherID) }
    /// The end of the rating window, because the statement is only used for ratings.
    var expiresAt: Date { endedAt.addingTimeInterval(RatingWindow.open) }

    var indexEntries: [IndexEntry] {
        [
            expiryEntry, IndexEntry(Self.byPerson, group: userID.rawValue, at: endedAt),
            IndexEntry(Self.byOther, group: otherID.rawValue, at: endedAt),
        ]
    }

    static func key(_ meetup: MeetupID, _ person: UserID, _ other: UserID) -> String { "\(meetup)>\(person)>\(other)" }

    /// Returns the confirmations by a person for meetups that can still be rated, the latest first, at most 200.
    static func confirmations(
        by person: UserID, in reader: any StoreReader, now: Date
    ) throws -> [MeetingConfirmationRecord] {
        let ranks = now.addingTimeInterval(-RatingWindow.open).milliseconds...Int64.max
        let query = IndexQuery(byPerson, group: person.rawValue, ranks: ranks, order: .descending, limit: 200)
        return try reader.list(Self.self, query)
    }

    /// The key of the other person's confirmation.
    var reverseKey: String { Self.key(meetupID, otherID, userID) }
}
