import BackendRuntime
import Foundation
import Matching
import OrbitModels
import OrbitStore

/// A person has said that they would not meet another again: chance does not bring the two together. Nobody else is
/// told.
struct ApartRecord: BackendRecord, Equatable {
    static let table = "kept_apart"
    static var personalData: PersonalData<Self> {
        .init(
            .group(of: Self.byRater),
            .group(
                of: Self.byRatee,
                erase: .keep("Who would not be met again is not met by coming back.") { $0.rateeID = $1.pseudonym }))
    }
    private static let byCampus = "campus"
    private static let byRater = "rater"
    private static let byRatee = "ratee"
    /// The most people, each way, who are looked at for one person's suggestions; the latest.
    private static let most = 1_000

    let raterID: UserID
    private(set) var rateeID: UserID
    let campus: String
    /// Of which meetup it was said.
    let meetupID: MeetupID
    let since: Date

    var key: String { Self.key(raterID, rateeID) }

    var indexEntries: [IndexEntry] {
        let rank = since.milliseconds
        return [
            IndexEntry(Self.byCampus, group: campus),
            IndexEntry(Self.byRater, group: raterID.rawValue, rank: rank),
            IndexEntry(Self.byRatee, group: rateeID.rawValue, rank: rank),
        ]
    }

    static func key(_ rater: UserID, _ ratee: UserID) -> String { "\(rater)>\(ratee)" }

    static func all(on campus: String) -> IndexQuery { IndexQuery(byCampus, group: campus) }

    /// What cannot be read stands.
    static func stands(between pair: UserPair, in reader: any StoreReader) throws -> Bool {
        try ![key(pair.first, pair.second), key(pair.second, pair.first)].standing(Self.self, in: reader).isEmpty
    }

    /// Those who are not suggested to a person: those that the person would not meet again, at once, and those who have
    /// said so of the person, from the next day on. Lists are new each day; a rater who vanished at a certain minute
    /// would have told when they rated, and how.
    static func others(
        of viewer: UserID, on day: CalendarDay, in zone: TimeZone, _ reader: any StoreReader
    ) throws -> Set<UserID> {
        let query = IndexQuery(byRatee, group: viewer.rawValue, order: .descending, limit: most)
        let heard = try reader.list(Self.self, query).filter { CalendarDay($0.since, in: zone) < day }
        return try said(by: viewer, in: reader).union(heard.map(\.raterID))
    }

    /// The people a person would not meet again.
    static func said(by viewer: UserID, in reader: any StoreReader) throws -> Set<UserID> {
        let query = IndexQuery(byRater, group: viewer.rawValue, order: .descending, limit: most)
        return Set(try reader.list(Self.self, query).map(\.rateeID))
    }

    /// Takes over what a person says now; saying nothing takes back what was said of the same meetup.
    static func note(
        _ meetAgain: Bool?, by rater: UserID, of ratee: UserID, at meetup: MeetupID, campus: String,
        in transaction: LogTransaction
    ) throws {
        let known = try transaction.get(Self.self, key(rater, ratee))
        switch meetAgain {
        case false?:
            guard known == nil else { return }
            try transaction.put(
                ApartRecord(
                    raterID: rater, rateeID: ratee, campus: campus, meetupID: meetup, since: transaction.now))
        case true?: if let known { try transaction.delete(Self.self, known.key) }
        case nil: if let known, known.meetupID == meetup { try transaction.delete(Self.self, known.key) }
        }
    }
}

/// The other of the two is kept apart from the next day on, when pages are new anyway.
extension ApartRecord: SuggestionBasis {
    var viewers: [UserID] { [raterID] }
    static func viewers(ofKey key: String) -> [UserID] { key.split(separator: ">").map { UserID(String($0)) } }
}
