import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import Safety
import Validation

/// `GET`, `POST` and `DELETE /meetups/{meetup_id}/share`, and `extend`: the link by which a person shares where they
/// go. Nobody else can make, extend or read it.
struct SharePlan: Operations {
    /// Ending a link has no limit: a person whose link got into wrong hands can always do that.
    private static let making = RateLimit(name: "plan-shares", tiers: [.init(count: 20, window: 3_600)])

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(SharingRoutes.state) { reader, call, caller in
                let id = try FoundMeetup(call, by: caller.account, context, in: reader).forSharer().meetup.id
                let share = try SharedPlanRecord.of(caller.userID, at: id, in: reader)?.share
                return .success(Named(share ?? PlanShare(meetupID: id)), cache: .revalidated)
            },
            // Not by key, as what is kept under a key would be the token itself.
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
        let meetup = try FoundMeetup(call, by: caller.account, context, in: transaction).forSharer().meetup
        guard !meetup.isOver(at: call.now) else { throw HTTPProblem.meetupOver }
        try Self.making.admit(
            caller.userID.rawValue, in: transaction, now: call.now,
            message: "You have made many links lately. Try again later.")
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
        let meetup = try FoundMeetup(call, by: caller.account, context, in: transaction).forSharer().meetup
        try checked.value()
        guard var record = try SharedPlanRecord.of(caller.userID, at: meetup.id, in: transaction),
            record.share.isOpen(untilAfter: meetup.plan.span.end, at: call.now)
        else { throw HTTPProblem.notFound }
        record.extend(to: checked.body.hours)
        try save(record, in: transaction)
        return .success(Named(record.share))
    }

    private static func check(_ body: ExtendShareRequest) throws {
        let failures = Rule<Int>.within(SharingLimits.hours).failures(in: body.hours).under("hours")
        try failures.refuse("Choose up to a day.")
    }

    private func save(_ record: SharedPlanRecord, in transaction: LogTransaction) throws {
        try transaction.put(record)
        try transaction.append(
            .planShareChanged, to: record.owner, touches: [.planShare], data: Named(record.share))
    }

    /// Whether the meetup can still be seen makes no difference.
    private func revoke(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _: Void
    ) throws -> OperationResult {
        let id = call.parameter("meetup_id", as: MeetupID.self)
        try SharedPlanRecord.end(of: caller.userID, at: id, in: transaction)
        return .success(MessageData(message: "The link has ended."))
    }
}

extension FoundMeetup {
    /// For those who attend, and for those who did not say that they were there: their link goes on.
    fileprivate func forSharer() throws -> FoundMeetup {
        standing == .noShow ? self : try forAttendees()
    }
}
