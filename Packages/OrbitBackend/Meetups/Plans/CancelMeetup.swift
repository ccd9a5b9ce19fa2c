import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import Validation

/// `POST /meetups/{meetup_id}/cancel`: the host cancels a meetup, or an occurrence and the following ones of its
/// series.
///
/// Readers see the cancellation at once. The people concerned are notified after the commit; see ``AttendeeNotifier``.
struct CancelMeetup: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInOnce(
                MeetupRoutes.cancel, BodyReader<CancelMeetupRequest>.json.checked { body, _ in try Self.check(body) },
                perform: perform)
        ]
    }

    private static func check(_ body: CancelMeetupRequest) throws {
        guard body.reason.isKnown else {
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: "reason", code: .unknownValue)], "Choose one of the reasons.")
        }
    }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<CancelMeetupRequest, Void>
    ) throws -> OperationResult {
        let found = try MeetupAccess(call, by: caller.account, context, in: transaction).forHost()
        try checked.value()
        let body = checked.body
        guard found.meetup.isCancelled || !found.meetup.isClosed(at: call.now) else { throw HTTPProblem.meetupOver }
        let meetups =
            body.scope == .following
            ? try found.meetup.andFollowing(in: transaction, now: call.now)
            : [found.meetup].filter { !$0.isCancelled }
        for meetup in meetups { try context.cancel(meetup, body.reason, by: caller.userID, in: transaction) }
        guard let saved = try MeetupRecord.of(found.meetup.id, in: transaction),
            let listing = try found.view.listing(saved, found.guest, in: transaction)
        else { throw HTTPProblem.notFound }
        return .success(listing)
    }
}

extension BackendContext {
    /// Cancels a meetup, and stores a job that notifies its guests.
    ///
    /// - Parameters:
    ///   - before: The meetup to cancel.
    ///   - reason: The reason that guests see.
    ///   - actor: The account that sent the request; `nil` for a decision of a moderator.
    func cancel(
        _ before: MeetupRecord, _ reason: CancelReason, by actor: UserID?, in transaction: LogTransaction
    ) throws {
        var meetup = before
        meetup.cancel(reason, at: transaction.now)
        var ledger = AttendanceLedger(of: before, self, in: transaction)
        ledger.replace(meetup)
        try ledger.commit()
        try MeetupFanOutJob(.cancelled, of: meetup.id, by: actor, at: transaction.now).save(in: transaction)
    }
}
