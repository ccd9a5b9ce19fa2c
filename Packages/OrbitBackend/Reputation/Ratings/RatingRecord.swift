import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Reputation
import Trust

/// A rating of one person by another, of one meetup.
///
/// Until both have rated each other, nothing that anyone but the rater can ask for depends on it. That it is shown
/// follows from the time alone; ``isTold`` only says whether the logs have it.
struct RatingRecord: ExpiringRecord, Equatable {
    static let table = "ratings"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byRater, exported: ExportSection("ratings_given", of: "Reputation", "A rating"),
                erase: .keep("A rating counts for the person rated, without its note.") {
                    // The person rated is not told of it before they see it.
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
                    "ratings_received", of: "Reputation", "A rating once it is shown, from a person who may be seen"),
                erase: .ofRatee
            ) { record, exporting in
                guard record.rating.isShown(at: exporting.now) else { return nil }
                return exporting.element(about: record.raterID, ExportedRating(rating: record.rating))
            })
    }
    /// Those of a person who is rated, ranked by when they are shown: those up to an instant are shown then.
    static let byRatee = "ratee"
    /// Those of a person who rates, ranked by when they were given.
    static let byRater = "rater"
    private static let byID = "id"
    /// How long it is kept beyond the instant at which it is shown: three years.
    static let retention: TimeInterval = 1_096 * 86_400
    /// The most ratings, each way, by which people are found who hold a person in a list.
    private static let mostHolders = 500

    private(set) var rating: UserRating
    /// Whether the rater would meet the person again; for the rater alone.
    private(set) var meetAgain: Bool?
    /// When nobody may rate any more, and it is shown in any case.
    let windowEnd: Date
    /// Whether both logs tell that it is shown.
    private(set) var isTold = false

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
            IndexEntry(Self.byRatee, group: rateeID.rawValue, rank: PlaceInOrder.rank(rating.shownAt, id)),
            IndexEntry(Self.byRater, group: raterID.rawValue, rank: PlaceInOrder.rank(rating.createdAt, id)),
        ]
        if !isTold { entries.append(Self.dueEntry(at: rating.shownAt)) }
        return entries
    }

    /// What the rater has entered, as it stands.
    var entry: CheckedRating {
        CheckedRating(stars: rating.stars, tags: rating.tags, note: rating.note, meetAgain: meetAgain)
    }

    mutating func set(_ entry: CheckedRating) {
        (rating.stars, rating.tags, rating.note) = (entry.stars, entry.tags, entry.note)
        meetAgain = entry.meetAgain
    }

    /// Shows it from now on, as the other has rated, too; never later than it would be shown anyway.
    mutating func show(at now: Date) {
        rating.shownAt = min(rating.shownAt, now)
        isTold = true
    }

    /// The same rating of a rater who is gone: it says no word of theirs.
    func without(rater pseudonym: UserID) -> RatingRecord {
        var record = self
        record.rating = UserRating(
            id: rating.id, raterID: pseudonym, rateeID: rateeID, meetupID: meetupID, stars: rating.stars,
            tags: rating.tags, createdAt: rating.createdAt, editableUntil: rating.createdAt, shownAt: rating.shownAt)
        record.meetAgain = nil
        return record
    }

    /// The logs tell that it is shown.
    mutating func noteTold() { isTold = true }
}

extension RatingRecord {
    /// What a person has given, found by its identifier; `nil` if it is another's.
    static func given(_ id: String, by rater: UserID, in reader: any StoreReader) throws -> RatingRecord? {
        let found = try reader.list(Self.self, IndexQuery(byID, group: id, limit: 1)).first
        return found?.raterID == rater ? found : nil
    }

    /// Whether a rating by a person is stored.
    static func hasGiven(_ rater: UserID, in reader: any StoreReader) throws -> Bool {
        try !reader.list(Self.self, IndexQuery(byRater, group: rater.rawValue, limit: 1)).isEmpty
    }

    /// Which of a person's ratings are shown at an instant: those that may count for anything.
    static func shown(of ratee: UserID, at now: Date) -> IndexQuery {
        let ranks = PlaceInOrder.ranks(from: .distantPast, to: now.addingTimeInterval(0.001))
        return IndexQuery(byRatee, group: ratee.rawValue, ranks: ranks)
    }

    /// Those who have a person in a list of ratings. People who only have a rating of the person due learn of a changed
    /// profile when they load again.
    static func holders(of id: UserID, in reader: any StoreReader, now: Date) throws -> [UserID] {
        let given = IndexQuery(byRater, group: id.rawValue, order: .descending, limit: mostHolders)
        let received = IndexQuery(byRatee, group: id.rawValue, order: .descending, limit: mostHolders)
        return try reader.list(Self.self, given).filter { $0.rating.isShown(at: now) }.map(\.rateeID)
            + reader.list(Self.self, received).map(\.raterID)
    }
}

extension PersonalTrace.Erasure where Record == RatingRecord {
    /// Deletes the rating with the account of the person rated, and notifies its rater. If a rating by the erased
    /// person is stored, the confirmation of a meeting stays until the deleted rating would have expired. The ratings
    /// by the erased person were renamed before.
    static var ofRatee: Self {
        perform(writes: 5) { record, erasing in
            let transaction = erasing.transaction
            if record.rating.isShown(at: erasing.now), try RatingRecord.hasGiven(erasing.pseudonym, in: transaction) {
                try ConfirmationRecord.keep(record, of: erasing.pseudonym, in: transaction)
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

/// What a person says about another, checked.
struct CheckedRating: Equatable {
    let stars: Stars
    let tags: [RatingTag]
    let note: String?
    let meetAgain: Bool?
}

extension MeetupRecord {
    /// When its attendees may rate each other.
    var ratingWindow: Range<Date> {
        let end = plan.span.end
        return end..<end.addingTimeInterval(RatingWindow.open)
    }

    /// Whether it was not cancelled before its start. A host who calls off what has begun does not escape being rated.
    var hasTakenPlace: Bool { !isCancelled || forAttendees.updatedAt >= plan.span.start }
}
