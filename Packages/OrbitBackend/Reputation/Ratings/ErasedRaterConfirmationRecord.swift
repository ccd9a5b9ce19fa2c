import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// A person's confirmation that they have met a rater. It is kept when the rater's account is erased.
///
/// The person has confirmed the meeting by rating the rater. That rating is deleted with the rater's account. The
/// confirmation stays without stars and meetup, until the rating would have expired.
///
/// The weight of a confirmation is divided among all raters that the confirming person has confirmed. Without the kept
/// confirmation, an erasure would increase the weight for raters that this person confirms later.
struct ErasedRaterConfirmationRecord: ExpiringRecord, Equatable {
    static let table = "confirmations"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byConfirmer,
                erase: .keep("A person confirms the raters of one person once, whichever account is erased.") {
                    $0.confirmerID = $1.pseudonym
                    try $0.merge(in: $1.transaction)
                }),
            .group(
                of: Self.byRater,
                erase: .keep("A rating of a person who has come back and left again keeps its weight.") {
                    $0.raterID = $1.pseudonym
                    try $0.merge(in: $1.transaction)
                }))
    }
    private static let byConfirmer = "confirmer"
    private static let byRater = "rater"

    /// The pseudonym of the person whose account is erased.
    private(set) var raterID: UserID
    private(set) var confirmerID: UserID
    /// The first instant at which a rating that confirms a meeting was shown.
    private(set) var since: Date
    /// The expiry of the last of these ratings.
    private(set) var expiresAt: Date

    var key: String { Self.key(raterID, by: confirmerID) }

    var indexEntries: [IndexEntry] {
        [
            expiryEntry, IndexEntry(Self.byConfirmer, group: confirmerID.rawValue, at: since),
            IndexEntry(Self.byRater, group: raterID.rawValue, at: since),
        ]
    }

    static func key(_ rater: UserID, by confirmer: UserID) -> String { "\(rater)>\(confirmer)" }

    /// Stores the confirmation in a rating that is about to be deleted.
    ///
    /// - Parameters:
    ///   - rating: A rating about the person whose account is being erased. It is shown to both people.
    ///   - pseudonym: The pseudonym of that person.
    static func keep(_ rating: RatingRecord, of pseudonym: UserID, in transaction: any StoreTransaction) throws {
        var record = ErasedRaterConfirmationRecord(
            raterID: pseudonym, confirmerID: rating.raterID, since: rating.rating.shownAt, expiresAt: rating.expiresAt)
        try record.merge(in: transaction)
        try transaction.put(record)
    }

    /// Extends the record by a record that is already stored under its key, for example by an earlier erasure.
    private mutating func merge(in reader: any StoreReader) throws {
        guard let known = try reader.get(Self.self, key) else { return }
        since = min(since, known.since)
        expiresAt = max(expiresAt, known.expiresAt)
    }

    /// Returns the latest confirmations of each rater, at most `limit` for each. Makes one store call.
    static func all(of raters: [UserID], limit: Int, in reader: any StoreReader) throws
        -> [[ErasedRaterConfirmationRecord]]
    {
        let queries = raters.map {
            IndexQuery(byRater, group: $0.rawValue, order: .descending, limit: limit)
        }
        return queries.isEmpty ? [] : try reader.list(Self.self, all: queries)
    }
}
