import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Reputation

/// Notifies raters and rated people of changes to a rating.
struct RatingNotifier {
    let context: BackendContext
    let transaction: LogTransaction

    /// Notifies both people of a rating that is shown.
    func notifyShown(
        _ record: RatingRecord, to people: (rater: AccountRecord, ratee: AccountRecord), at meetup: MeetupRecord
    ) throws {
        _ = try notifyGiven(record, to: people.rater, of: people.ratee, at: meetup)
        try notifyReceived(record, to: people.ratee, from: people.rater, at: meetup)
    }

    /// Notifies the rater of the current state of their rating, and returns it.
    func notifyGiven(
        _ record: RatingRecord, to rater: AccountRecord, of ratee: AccountRecord, at meetup: MeetupRecord
    ) throws -> GivenRating {
        let given = try given(record, to: rater, of: ratee, at: meetup)
        try transaction.append(
            .ratingGiven, to: rater.id, about: ratee.id, touches: [.givenRatings, .dueRatings], data: given)
        return given
    }

    /// Notifies the rated person of a rating.
    func notifyReceived(
        _ record: RatingRecord, to ratee: AccountRecord, from rater: AccountRecord, at meetup: MeetupRecord
    ) throws {
        let received = ReceivedRating(
            rating: record.rating, person: try person(rater, to: ratee), meetup: PastMeetup(meetup))
        try transaction.append(
            .ratingReceived, to: ratee.id, about: rater.id, touches: [.receivedRatings, .ownReputation], data: received)
    }

    /// Notifies a person that they may rate another person.
    func notifyDue(_ other: AccountRecord, to account: AccountRecord, at meetup: MeetupRecord) throws {
        let due = DueRating(
            person: try person(other, to: account), meetup: PastMeetup(meetup), rateBy: meetup.ratingWindow.upperBound)
        try transaction.append(.ratingDue, to: account.id, about: other.id, touches: [.dueRatings], data: due)
    }

    /// Returns the rating as its rater sees it.
    func given(
        _ record: RatingRecord, to rater: AccountRecord, of ratee: AccountRecord, at meetup: MeetupRecord
    ) throws -> GivenRating {
        GivenRating(
            rating: record.rating, person: try person(ratee, to: rater), meetup: PastMeetup(meetup),
            meetAgain: record.meetAgain)
    }

    /// Returns a person as a viewer sees them.
    private func person(_ account: AccountRecord, to viewer: AccountRecord) throws -> Person {
        let day = context.day(on: viewer.campus, at: transaction.now)
        guard let person = try Visibility(of: viewer, in: transaction).person(of: account, on: day) else {
            throw HTTPProblem.notFound
        }
        return person
    }
}

/// Ratings that are shown because their window has ended, and that are in no log yet. Lists do not need the event,
/// because they depend on the time.
extension RatingRecord: ScheduledRecord {
    func process(_ context: BackendContext, in transaction: LogTransaction) throws {
        var record = self
        record.noteInLogs()
        try transaction.put(record)
        try record.addToPublished(in: transaction)
        guard let meetup = try MeetupRecord.of(meetupID, in: transaction),
            let rater = try transaction.get(AccountRecord.self, raterID.rawValue),
            let ratee = try Visibility(of: rater, in: transaction).account(rateeID)
        else { return }
        try RatingNotifier(context: context, transaction: transaction)
            .notifyShown(record, to: (rater, ratee), at: meetup)
    }
}
