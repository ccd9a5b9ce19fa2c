import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import Safety
import Validation

/// `GET`, `POST` and `DELETE /meetups/{meetup_id}/share`, and `extend`: the link by which a person shares their plan.
/// Only its owner can create, extend or read it.
struct SharePlan: Operations {
    /// Limits new links. Deletion has no limit, so that a person can always revoke a leaked link.
    static let shareLimit = RateLimit(name: "plan-shares", tiers: [.init(count: 20, window: 3_600)])

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(SharingRoutes.state) { reader, call, caller in
                let id = try MeetupAccess(call, by: caller.account, context, in: reader).forSharer().meetup.id
                let share = try SharedPlanRecord.of(caller.userID, at: id, in: reader)?.share
                return .success(Keyed(share ?? PlanShare(meetupID: id)), cache: .revalidated)
            },
            // `signedIn` instead of `signedInOnce`: a response that is stored for an idempotency key would contain the
            // token.
            context.signedIn(SharingRoutes.share, .none, perform: share),
            context.signedInOnce(
                SharingRoutes.extend, BodyReader<ExtendShareRequest>.json.checked { body, _ in try Self.check(body) },
                perform: extend),
            context.signedInOnce(SharingRoutes.revoke, .none, perform: revoke),
        ]
    }

    private func share(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _: Void
    ) throws -> OperationResult {
        let meetup = try MeetupAccess(call, by: caller.account, context, in: transaction).forSharer().meetup
        guard !meetup.isClosed(at: call.now) else { throw HTTPProblem.meetupOver }
        try Self.shareLimit.admit(
            caller.userID.rawValue, in: transaction, now: call.now,
            message: "You have created many links lately. Try again later.")
        let token = ShareToken(context.newToken())
        let share = PlanShare(meetupID: meetup.id, createdAt: call.now)
        try save(
            SharedPlanRecord(
                share, of: caller.userID, at: meetup, token: context.digest.hexadecimal(.shareToken, token.reveal)),
            in: transaction)
        return .success(NewPlanShare(token: token, share: share))
    }

    private func extend(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<ExtendShareRequest, Void>
    ) throws -> OperationResult {
        let meetup = try MeetupAccess(call, by: caller.account, context, in: transaction).forSharer().meetup
        try checked.value()
        guard var record = try SharedPlanRecord.of(caller.userID, at: meetup.id, in: transaction),
            record.share.isOpen(untilAfter: meetup.plan.span.end, at: call.now)
        else { throw HTTPProblem.notFound }
        record.extend(to: checked.body.hours)
        try save(record, in: transaction)
        return .success(Keyed(record.share))
    }

    private static func check(_ body: ExtendShareRequest) throws {
        let failures = Rule<Int>.within(SharingLimits.hours).failures(in: body.hours).under("hours")
        try failures.refuse("Choose 1 to 24 hours.")
    }

    private func save(_ record: SharedPlanRecord, in transaction: LogTransaction) throws {
        try transaction.put(record)
        try transaction.append(
            .planShareChanged, to: record.owner, touches: [.planShare], data: Keyed(record.share))
    }

    /// Deletes the link, whether the caller still finds the meetup or not.
    private func revoke(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _: Void
    ) throws -> OperationResult {
        let id = call.parameter("meetup_id", as: MeetupID.self)
        try SharedPlanRecord.end(of: caller.userID, at: id, in: transaction)
        return .success(MessageData(message: "The link no longer works."))
    }
}

extension MeetupAccess {
    /// Returns the meetup if the caller attends it or did not check in. A link remains valid without a check-in.
    ///
    /// - Throws: ``HTTPProblem/notAttending`` for other callers.
    fileprivate func forSharer() throws -> MeetupAccess {
        attendance == .noShow ? self : try forAttendees()
    }
}
