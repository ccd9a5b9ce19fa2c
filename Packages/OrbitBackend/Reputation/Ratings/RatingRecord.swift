import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Reputation
import Trust

/// A rating of one person by another person, for one meetup.
///
/// Until it is shown, it affects only responses to the rater. It is shown when both people have rated each other, or
/// when the rating window ends. Only the time in the rating decides whether it is shown: ``isInLogs`` only states
/// whether the logs contain it.
struct RatingRecord: ExpiringRecord, Equatable {
    static let table = "ratings"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byRater, exported: ExportSection("ratings_given", of: "Reputation", "A rating"),
                erase: .keep("A rating counts for the person rated, without its note.") {
                    // The person rated is not notified before they see the rating.
                    if $0.rating.isShown(at: $1.now) { try $1.notify($0.rateeID) }
                    $0 = $0.without(rater: $1.pseudonym)
                }
            ) { record, exporting in
                exporting.element(
                    about: record.rateeID, ExportedRating(rating: record.rating, meetAgain: record.meetAgain))
            },
            .group(
                of: Self.byRatee,
                exported: ExportSection(
                    "ratings_received", of: "Reputation",
                    "A rating that is already shown, from a person who may be seen"),
                erase: .ofRatee
            ) { record, exporting in
                guard record.rating.isShown(at: exporting.now) else { return nil }
                return exporting.element(about: record.raterID, ExportedRating(rating: record.rating))
            })
    }
    /// The index of ratings by the person rated, ranked by the time at which they are shown.
    static let byRatee = "ratee"
    /// The index of ratings by the rater, ranked by the time at which they were given.
    static let byRater = "rater"
    private static let byID = "id"
    /// The seconds for which a rating is stored after the end of the rating window: three years.
    static let retention: TimeInterval = 1_096 * 86_400
    /// The maximum number of ratings per direction that are read to find the people who have a person in a list.
    private static let maxHolders = 500

    private(set) var rating: UserRating
    /// Whether the rater would meet the person again; for the rater alone.
    private(set) var meetAgain: Bool?
    /// The end of the rating window. At this time, the rating is shown in any case.
    let windowEnd: Date
    /// Whether the logs of both people contain the shown rating.
    private(set) var isInLogs = false

    private enum CodingKeys: String, CodingKey {
        case rating, meetAgain, windowEnd
        case isInLogs = "isTold"
    }

    var raterID: UserID { rating.raterID }
    var rateeID: UserID { rating.rateeID }
    var meetupID: MeetupID { rating.meetupID }

    init(
        id: UserRatingID, by rater: UserID, of ratee: UserID, at meetup: MeetupRecord, _ entry: CheckedRating, now: Date
    ) {
        let windowEnd = meetup.ratingWindow.upperBound
        rating = UserRating(
            id: id, raterID: rater, rateeID: ratee, meetupID: meetup.id, stars: entry.stars, tags: entry.tags,
            note: entry.note, createdAt: now,
            editableUntil: min(now.addingTimeInterval(RatingWindow.editable), windowEnd), shownAt: windowEnd)
        meetAgain = entry.meetAgain
        self.windowEnd = windowEnd
    }

    var key: String { Self.key(meetupID, by: raterID, of: rateeID) }
    var expiresAt: Date { windowEnd.addingTimeInterval(Self.retention) }

    static func key(_ meetup: MeetupID, by rater: UserID, of ratee: UserID) -> String { "\(meetup)>\(rater)>\(ratee)" }

    var indexEntries: [IndexEntry] {
        let id = rating.id.rawValue
        var entries = [
            expiryEntry, IndexEntry(Self.byID, group: id),
            IndexEntry(Self.byRatee, group: rateeID.rawValue, rank: SortRank.rank(rating.shownAt, id)),
            IndexEntry(Self.byRater, group: raterID.rawValue, rank: SortRank.rank(rating.createdAt, id)),
        ]
        if !isInLogs { entries.append(Self.dueEntry(at: rating.shownAt)) }
        return entries
    }

    /// The current entry of the rater.
    var entry: CheckedRating {
        CheckedRating(stars: rating.stars, tags: rating.tags, note: rating.note, meetAgain: meetAgain)
    }

    mutating func set(_ entry: CheckedRating) {
        (rating.stars, rating.tags, rating.note) = (entry.stars, entry.tags, entry.note)
        meetAgain = entry.meetAgain
    }

    /// Shows the rating from now on, because the other person has rated, too. The time is never later than before.
    mutating func show(at now: Date) {
        rating.shownAt = min(rating.shownAt, now)
        isInLogs = true
    }

    /// Returns the rating under the pseudonym of a deleted rater, without the note and the statement about meeting
    /// again. The editing period of the result is empty, which marks the rater as erased.
    func without(rater pseudonym: UserID) -> RatingRecord {
        var record = self
        record.rating = UserRating(
            id: rating.id, raterID: pseudonym, rateeID: rateeID, meetupID: meetupID, stars: rating.stars,
            tags: rating.tags, createdAt: rating.createdAt, editableUntil: rating.createdAt, shownAt: rating.shownAt)
        record.meetAgain = nil
        return record
    }

    /// Notes that the logs contain the shown rating.
    mutating func noteInLogs() { isInLogs = true }
}

extension RatingRecord {
    /// Returns a rating of this rater, found by its identifier; `nil` if another person has given it.
    static func given(_ id: String, by rater: UserID, in reader: any StoreReader) throws -> RatingRecord? {
        let found = try reader.list(Self.self, IndexQuery(byID, group: id, limit: 1)).first
        return found?.raterID == rater ? found : nil
    }

    /// Whether a rating by a person is stored.
    static func hasGiven(_ rater: UserID, in reader: any StoreReader) throws -> Bool {
        try !reader.list(Self.self, IndexQuery(byRater, group: rater.rawValue, limit: 1)).isEmpty
    }

    /// Returns the query for a person's ratings that are shown at an instant. Only these ratings may count.
    static func shown(of ratee: UserID, at now: Date) -> IndexQuery {
        let ranks = SortRank.ranks(from: .distantPast, to: now.addingTimeInterval(0.001))
        return IndexQuery(byRatee, group: ratee.rawValue, ranks: ranks)
    }

    /// Returns the people who have a person in a list of ratings. People who only have the person in the list of due
    /// ratings get a changed profile when they load again.
    static func holders(of id: UserID, in reader: any StoreReader, now: Date) throws -> [UserID] {
        let given = IndexQuery(byRater, group: id.rawValue, order: .descending, limit: maxHolders)
        let received = IndexQuery(byRatee, group: id.rawValue, order: .descending, limit: maxHolders)
        return try reader.list(Self.self, given).filter { $0.rating.isShown(at: now) }.map(\.rateeID)
            + reader.list(Self.self, received).map(\.raterID)
    }
}

extension PersonalDataLocator.Erasure where Record == RatingRecord {
    /// Deletes the rating with the account of the person rated, and notifies its rater.
    ///
    /// A shown rating also confirms that its rater has met the erased person. If the erased person has given ratings,
    /// an ``ErasedRaterConfirmationRecord`` keeps the confirmation until the deleted rating would have expired. The
    /// ratings by the erased person were moved to the pseudonym before.
    static var ofRatee: Self {
        perform(writes: 5) { record, erasing in
            let transaction = erasing.transaction
            if record.rating.isShown(at: erasing.now), try RatingRecord.hasGiven(erasing.pseudonym, in: transaction) {
                try ErasedRaterConfirmationRecord.keep(record, of: erasing.pseudonym, in: transaction)
            }
            try transaction.delete(RatingRecord.self, record.key)
            try erasing.notify(record.raterID)
        }
    }
}

extension RatingRecord {
    /// A rating in the export of an account.
    struct ExportedRating: Codable, Equatable {
        let rating: UserRating
        var meetAgain: Bool?

        private enum CodingKeys: String, CodingKey {
            case rating
            case meetAgain = "meet_again"
        }
    }
}

/// The checked rating of another person.
struct CheckedRating: Equatable {
    let stars: Stars
    let tags: [RatingTag]
    let note: String?
    let meetAgain: Bool?
}

extension MeetupRecord {
    /// The time in which attendees may rate each other.
    var ratingWindow: Range<Date> {
        let end = plan.span.end
        return end..<end.addingTimeInterval(RatingWindow.open)
    }

    /// Whether the meetup was not cancelled before its start. A host who cancels a meetup that has begun can still be
    /// rated.
    var hasTakenPlace: Bool { !isCancelled || forAttendees.updatedAt >= plan.span.start }
}
