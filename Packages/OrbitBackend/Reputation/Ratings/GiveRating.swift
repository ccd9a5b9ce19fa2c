import BackendRuntime
import Foundation
import Networking
import OrbitModels
import OrbitStore
import Reputation
import Trust

/// `POST /ratings`, and `PUT /ratings/{rating_id}`: rates another attendee, or changes the rating.
///
/// When two people rate each other, the transaction of the later rating shows both ratings. Ratings that are sent at
/// the same instant are two transactions, one after the other. A single rating is shown when the rating window has
/// ended, and the other attendee can no longer rate then. So no attendee ever rates in reply.
struct GiveRating: Operations {
    static let ratingLimit = RateLimit(
        name: "ratings", tiers: [.init(count: 60, window: 3_600), .init(count: 200, window: 86_400)])
    static let editLimit = RateLimit(
        name: "rating-edits", tiers: [.init(count: 60, window: 3_600), .init(count: 200, window: 86_400)])
    private static let tooMany = "You have rated many people lately. Try again later."

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInOnce(
                RatingRoutes.give, BodyReader<GiveRatingRequest>.json.checked { body, _ in try body.entry.checked() },
                perform: give),
            context.signedIn(
                RatingRoutes.edit, as: .person, BodyReader<RatingEntry>.json.checked { body, _ in try body.checked() },
                perform: edit),
        ]
    }

    private func give(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<GiveRatingRequest, CheckedRating>
    ) throws -> OperationResult {
        let body = checked.body
        let meeting = try PastMeeting(
            body.meetupID, MeetupView(of: caller.account, context, at: call.now), in: transaction)
        let entry = try checked.value()
        guard body.userID != caller.userID else { throw HTTPProblem.ratingOfOneself }
        let other = try Visibility(of: caller.account, in: transaction).require(body.userID)
        let meetup = meeting.meetup
        guard meetup.hasTakenPlace else { throw HTTPProblem.notMet }
        guard meetup.ratingWindow.contains(call.now) else {
            throw HTTPProblem.notInRatingTime(meetup.ratingWindow, at: call.now)
        }
        guard try meeting.hasMet(other.id, in: transaction) else { throw HTTPProblem.notMet }
        let key = RatingRecord.key(meetup.id, by: caller.userID, of: other.id)
        guard try transaction.get(RatingRecord.self, key) == nil else { throw HTTPProblem.alreadyRated }
        try Self.ratingLimit.admit(caller.userID.rawValue, in: transaction, now: call.now, message: Self.tooMany)

        var own = RatingRecord(
            id: UserRatingID(context.newIdentifier()), by: caller.userID, of: other.id, at: meetup, entry, now: call.now
        )
        let notifier = RatingNotifier(context: context, transaction: transaction)
        let reverseKey = RatingRecord.key(meetup.id, by: other.id, of: caller.userID)
        if var theirs = try transaction.get(RatingRecord.self, reverseKey) {
            own.show(at: call.now)
            theirs.show(at: call.now)
            try transaction.put(theirs)
            for shown in [own, theirs] { try shown.addToPublished(in: transaction) }
            try notifier.notifyShown(theirs, to: (rater: other, ratee: caller.account), at: meetup)
            try notifier.notifyReceived(own, to: other, from: caller.account, at: meetup)
        }
        try transaction.put(own)
        try PointRecord.earn(.ratedInTime, by: caller.userID, at: meetup.id, in: transaction)
        try note(own, by: caller.account, in: transaction)
        return .success(try notifier.notifyGiven(own, to: caller.account, of: other, at: meetup), about: [other.id])
    }

    /// Changes a rating. The statement about meeting again may be changed at any time. All other values are final after
    /// a day, or once the rating is shown.
    private func edit(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ body: CheckedBody<RatingEntry, CheckedRating>
    ) throws -> OperationResult {
        guard
            var record = try RatingRecord.given(call.parameter("rating_id"), by: caller.userID, in: transaction),
            let other = try Visibility(of: caller.account, in: transaction).account(record.rateeID),
            let meetup = try MeetupRecord.of(record.meetupID, in: transaction)
        else { throw HTTPProblem.notFound }
        let entry = try body.value()
        let before = record
        record.set(entry)
        guard record.rating == before.rating || before.rating.isEditable(at: call.now) else {
            throw HTTPProblem.ratingFinal
        }
        let notifier = RatingNotifier(context: context, transaction: transaction)
        guard record != before else {
            return .success(try notifier.given(record, to: caller.account, of: other, at: meetup))
        }
        try Self.editLimit.admit(caller.userID.rawValue, in: transaction, now: call.now, message: Self.tooMany)
        try transaction.put(record)
        if record.meetAgain != before.meetAgain { try note(record, by: caller.account, in: transaction) }
        return .success(try notifier.notifyGiven(record, to: caller.account, of: other, at: meetup))
    }

    private func note(_ record: RatingRecord, by rater: AccountRecord, in transaction: LogTransaction) throws {
        try AvoidanceRecord.note(
            record.meetAgain, by: rater.id, of: record.rateeID, at: record.meetupID, campus: rater.campus,
            in: transaction)
    }
}
