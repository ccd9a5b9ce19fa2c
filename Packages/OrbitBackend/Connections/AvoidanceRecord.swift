import BackendRuntime
import Foundation
import Matching
import OrbitModels
import OrbitStore

/// A person's statement that they would not meet another person again.
///
/// The daily pairing and the suggestions keep the two people apart. No other person is notified.
struct AvoidanceRecord: BackendRecord, Equatable {
    static let table = "kept_apart"
    static var personalData: PersonalData<Self> {
        .init(
            .group(of: Self.byRater),
            .group(
                of: Self.byRatee,
                erase: .keep("A wish not to meet a person again also applies to a new account.") {
                    $0.rateeID = $1.pseudonym
                }))
    }
    private static let byCampus = "campus"
    private static let byRater = "rater"
    private static let byRatee = "ratee"
    /// The maximum number of statements per direction that are read for one person's suggestions; the latest are read.
    private static let maxRead = 1_000

    let raterID: UserID
    private(set) var rateeID: UserID
    let campus: String
    /// The meetup that the statement refers to.
    let meetupID: MeetupID
    let since: Date

    var key: String { Self.key(raterID, rateeID) }

    var indexEntries: [IndexEntry] {
        [
            IndexEntry(Self.byCampus, group: campus),
            IndexEntry(Self.byRater, group: raterID.rawValue, at: since),
            IndexEntry(Self.byRatee, group: rateeID.rawValue, at: since),
        ]
    }

    static func key(_ rater: UserID, _ ratee: UserID) -> String { "\(rater)>\(ratee)" }

    static func all(on campus: String) -> IndexQuery { IndexQuery(byCampus, group: campus) }

    /// Whether a statement keeps the two people apart. A statement that cannot be read counts.
    static func exists(between pair: UserPair, in reader: any StoreReader) throws -> Bool {
        try ![key(pair.first, pair.second), key(pair.second, pair.first)].existingKeys(of: Self.self, in: reader)
            .isEmpty
    }

    /// Returns the people who are not suggested to a person.
    ///
    /// People that the viewer would not meet again are left out at once. People who would not meet the viewer again are
    /// left out from the next day on, when all lists are new. If they disappeared earlier, the viewer would learn when
    /// they rated, and how.
    ///
    /// - Parameters:
    ///   - viewer: The person who sees the suggestions.
    ///   - day: The day of the suggestions.
    ///   - zone: The time zone of the campus.
    ///   - reader: The reader of the store.
    static func others(
        of viewer: UserID, on day: CalendarDay, in zone: TimeZone, _ reader: any StoreReader
    ) throws -> Set<UserID> {
        let query = IndexQuery(byRatee, group: viewer.rawValue, order: .descending, limit: maxRead)
        let heard = try reader.list(Self.self, query).filter { CalendarDay($0.since, in: zone) < day }
        return try avoided(by: viewer, in: reader).union(heard.map(\.raterID))
    }

    /// Returns the people that a person would not meet again.
    static func avoided(by viewer: UserID, in reader: any StoreReader) throws -> Set<UserID> {
        let query = IndexQuery(byRater, group: viewer.rawValue, order: .descending, limit: maxRead)
        return Set(try reader.list(Self.self, query).map(\.rateeID))
    }

    /// Stores or removes the statement of a rater.
    ///
    /// - Parameters:
    ///   - meetAgain: The current statement; `nil` withdraws an earlier statement about the same meetup.
    ///   - rater: The person who makes the statement.
    ///   - ratee: The person that the statement is about.
    ///   - meetup: The meetup that the statement refers to.
    ///   - campus: The campus of both people.
    ///   - transaction: The transaction of the rating.
    static func note(
        _ meetAgain: Bool?, by rater: UserID, of ratee: UserID, at meetup: MeetupID, campus: String,
        in transaction: LogTransaction
    ) throws {
        let known = try transaction.get(Self.self, key(rater, ratee))
        switch meetAgain {
        case false?:
            guard known == nil else { return }
            try transaction.put(
                AvoidanceRecord(
                    raterID: rater, rateeID: ratee, campus: campus, meetupID: meetup, since: transaction.now))
        case true?: if let known { try transaction.delete(Self.self, known.key) }
        case nil: if let known, known.meetupID == meetup { try transaction.delete(Self.self, known.key) }
        }
    }
}

/// A statement changes only the pages of the rater at once. The other person's pages change on the next day, when all
/// pages are new.
extension AvoidanceRecord: SuggestionBasis {
    var viewers: [UserID] { [raterID] }
    static func viewers(ofKey key: String) -> [UserID] { key.split(separator: ">").map { UserID(String($0)) } }
}
