import BackendRuntime
import Foundation
import Networking
import OrbitModels
import OrbitStore
import Reputation

/// `GET /ratings/given` and `/ratings/received`: the ratings that the caller has given, and the shown ratings of the
/// caller.
///
/// Both lists omit ratings between people who cannot see each other, until they can. These ratings still count, so a
/// block neither deletes a rating nor reveals who has blocked.
struct ListRatings: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(RatingRoutes.given, as: .person, perform: given),
            context.signedInReading(RatingRoutes.received, as: .person, perform: received),
        ]
    }

    private func given(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let query = IndexQuery(RatingRecord.byRater, group: caller.userID.rawValue)
        return try list("given", query, \.rateeID, reader, call, caller) {
            GivenRating(rating: $0.rating, person: $1, meetup: $2, meetAgain: $0.meetAgain)
        }
    }

    private func received(
        _ reader: any StoreReader, _ call: RequestContext, _ caller: Caller
    ) throws -> OperationResult {
        let query = RatingRecord.shown(of: caller.userID, at: call.now)
        return try list("received", query, \.raterID, reader, call, caller) {
            ReceivedRating(rating: $0.rating, person: $1, meetup: $2)
        }
    }

    private func list<Element: JSONKeyed>(
        _ name: String, _ query: IndexQuery, _ other: (RatingRecord) -> UserID, _ reader: any StoreReader,
        _ call: RequestContext, _ caller: Caller, _ element: (RatingRecord, Person, PastMeetup) -> Element
    ) throws -> OperationResult {
        let day = context.day(on: caller.account.campus, at: call.now)
        let matches = try VisiblePeople.matches(of: caller.userID, in: reader)
        let page = try PageReader(call, list: "ratings \(name) \(caller.userID)").page(
            of: RatingRecord.self, from: [query], in: reader
        ) { (records: [RatingRecord]) -> [Element?] in
            let meetups = try reader.get(MeetupRecord.self, all: records.map(\.meetupID.rawValue))
            let people = try VisiblePeople(records.map(other), for: caller.account, matches: matches, in: reader)
            return records.map { record in
                guard let meetup = meetups[record.meetupID.rawValue],
                    let person = people.person(other(record), on: day)
                else { return nil }
                return element(record, person, PastMeetup(meetup))
            }
        }
        return .success(page, cache: .revalidated)
    }
}
