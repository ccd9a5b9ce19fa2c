import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Trust

/// The published ratings of a person. Readers show the record unchanged. `ScheduledWorkRunner` updates it after
/// midnight (UTC) if a batch of new ratings is complete.
struct PublishedRatingsRecord: BackendRecord, Equatable {
    static let table = "published_ratings"
    static var personalData: PersonalData<Self> {
        .init(.key(), remark: "It names raters only by the random ids of their ratings.")
    }
    /// The maximum number of records per transaction. A new batch reads a list of ratings for each rater, of up to
    /// 1,000 raters.
    static let maxPerTransaction = 5
    /// The maximum number of ratings that are read; the latest are read.
    private static let maxRatings = 1_000
    /// The maximum number of confirmations per rater that are read; the latest are read. More of them hardly change the
    /// rater's weight.
    private static let maxConfirmations = 50

    let personID: UserID
    private(set) var published = PublishedRatings.none
    /// The time at which the first rating that is not yet processed was shown; `nil` if all ratings are processed.
    private var waitingSince: Date?

    init(of person: UserID) { personID = person }

    var key: String { personID.rawValue }
    var indexEntries: [IndexEntry] { waitingSince.map { [Self.dueEntry(at: $0.nextMidnight)] } ?? [] }

    /// Returns the summary that all people may see.
    static func summary(of person: UserID, in reader: any StoreReader, at now: Date) throws -> RatingSummary {
        try reader.get(Self.self, person.rawValue)?.published.summary(at: now) ?? .new
    }

    /// Notes a rating that is shown from now on. It counts after midnight.
    fileprivate static func note(_ rating: RatingRecord, in transaction: any StoreTransaction) throws {
        let person = rating.rateeID
        // An account that is being erased gets no new record.
        guard try transaction.get(AccountRecord.self, person.rawValue) != nil else { return }
        var record = try transaction.get(Self.self, person.rawValue) ?? PublishedRatingsRecord(of: person)
        let shownAt = rating.rating.shownAt
        record.waitingSince = record.waitingSince.map { min($0, shownAt) } ?? shownAt
        try transaction.put(record)
    }
}

extension PublishedRatingsRecord: ScheduledRecord {
    func process(_ context: BackendContext, in transaction: LogTransaction) throws {
        var record = self
        let (now, person) = (transaction.now, personID)
        var latest = RatingRecord.shown(of: person, at: now)
        (latest.order, latest.limit) = (.descending, Self.maxRatings)
        let ratings = try transaction.list(RatingRecord.self, latest)
        // Ratings of today count tomorrow.
        record.waitingSince = ratings.map(\.rating.shownAt).filter { $0.nextMidnight > now }.min()
        if let account = try transaction.get(AccountRecord.self, person.rawValue) {
            let campusKey = AttendanceStatisticsRecord.key(ofCampus: account.campus)
            let campus = try AttendanceStatisticsRecord.of(campusKey, in: transaction).ratings
            let raters = Set(ratings.map(\.raterID)).sorted()
            let accounts = try transaction.get(AccountRecord.self, all: raters.map(\.rawValue))
            let gone = raters.filter { accounts[$0.rawValue] == nil }
            var isWaiting = false
            _ = try record.published.publish(
                of: person, received: ratings.map { $0.counted(isRaterGone: accounts[$0.raterID.rawValue] == nil) },
                campus: campus, now: now
            ) { _ in
                // While an erasure moves a rater's records to the pseudonym, neither the id of the account nor the
                // pseudonym finds all of them. The next run of scheduled work tries again. Confirmers are not looked
                // up: while one is being erased, its two ids may count as two people.
                isWaiting = try ErasureRecord.areMovingRecords(ofAny: gone, in: transaction)
                guard !isWaiting else { return [] }
                return try networks(of: raters, at: now, in: transaction)
            }
            if isWaiting { return }
        }
        try transaction.put(record)
    }

    private func networks(of raters: [UserID], at now: Date, in reader: any StoreReader) throws -> [RaterNetwork] {
        let records = try reader.get(AttendanceStatisticsRecord.self, all: raters.map(\.rawValue))
        let kept = try ErasedRaterConfirmationRecord.all(of: raters, limit: Self.maxConfirmations, in: reader)
        return try zip(raters, kept).map { rater, kept in
            var latest = RatingRecord.shown(of: rater, at: now)
            (latest.order, latest.limit) = (.descending, Self.maxConfirmations)
            let confirmed: [(UserID, Date)] =
                try reader.list(RatingRecord.self, latest).map { ($0.raterID, $0.rating.shownAt) }
                + kept.map { ($0.confirmerID, $0.since) }
            return RaterNetwork(
                rater: rater, met: records[rater.rawValue]?.meetings(with: raters) ?? [:],
                confirmed: Dictionary(confirmed) { min($0, $1) })
        }
    }
}

extension RatingRecord {
    /// Adds the rating, which is shown from now on, to those of the person rated and of the meetup's campus.
    func addToPublished(in transaction: any StoreTransaction) throws {
        try PublishedRatingsRecord.note(self, in: transaction)
        guard let meetup = try MeetupRecord.of(meetupID, in: transaction) else { return }
        var campus = try AttendanceStatisticsRecord.of(
            AttendanceStatisticsRecord.key(ofCampus: meetup.campus), in: transaction)
        campus.addRating(stars: rating.stars.count)
        try transaction.put(campus)
    }

    /// Returns the rating as it counts. A rating under a pseudonym counts as a rating by an erased rater. It is
    /// recognized by its empty editing period; see ``RatingRecord/without(rater:)``.
    fileprivate func counted(isRaterGone: Bool) -> CountedRating {
        CountedRating(
            id: rating.id, rater: raterID, meetup: meetupID, stars: rating.stars, tags: rating.tags.map(\.rawValue),
            shownAt: rating.shownAt, isRaterErased: isRaterGone || rating.editableUntil <= rating.createdAt)
    }
}

extension Date {
    /// The end of the day (UTC).
    fileprivate var nextMidnight: Date {
        Date(timeIntervalSince1970: (timeIntervalSince1970 / 86_400).rounded(.down) * 86_400 + 86_400)
    }
}
