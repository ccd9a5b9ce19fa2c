import BackendRuntime
import Foundation
import Networking
import OrbitModels
import OrbitStore
import Reputation

/// `POST /meetups/{meetup_id}/attendees/{user_id}/met`: states that the caller has met this person there.
///
/// The statement is for people who forgot to check in. It counts once the other person states it, too. The response is
/// the same for every person, so it reveals neither who was present nor the statement of the other person.
struct ConfirmMeeting: Operations {
    static let statementLimit = RateLimit(
        name: "met", tiers: [.init(count: 60, window: 3_600), .init(count: 200, window: 86_400)])

    let context: BackendContext

    var handlers: [RouteHandler] {
        [context.signedInOnce(RatingRoutes.met, .none, perform: perform)]
    }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        let view = MeetupView(of: caller.account, context, at: call.now)
        let meeting = try PastMeeting(call.parameter("meetup_id", as: MeetupID.self), view, in: transaction)
        let id = call.parameter("user_id", as: UserID.self)
        guard id != caller.userID else { throw HTTPProblem.ratingOfOneself }
        let other = try Visibility(of: caller.account, in: transaction).require(id)
        let meetup = meeting.meetup
        guard meetup.hasTakenPlace else { throw HTTPProblem.notMet }
        let time = meetup.plan.span.start..<meetup.ratingWindow.upperBound
        guard time.contains(call.now) else { throw HTTPProblem.notInRatingTime(time, at: call.now) }
        let confirmation = MeetingConfirmationRecord(
            meetupID: meetup.id, userID: caller.userID, otherID: other.id, endedAt: meetup.plan.span.end)
        if try transaction.get(MeetingConfirmationRecord.self, confirmation.key) == nil {
            try Self.statementLimit.admit(
                caller.userID.rawValue, in: transaction, now: call.now,
                message: "You have met many people lately. Try again later.")
            let hadMet = try meeting.hasMet(other.id, in: transaction)
            try transaction.put(confirmation)
            if try !hadMet && call.now >= meetup.plan.span.end && meeting.hasMet(other.id, in: transaction) {
                let notifier = RatingNotifier(context: context, transaction: transaction)
                try notifier.notifyDue(other, to: caller.account, at: meetup)
                try notifier.notifyDue(caller.account, to: other, at: meetup)
            }
        }
        return .success(MessageData(message: "Thank you. It counts when you both say so."), about: [other.id])
    }
}
