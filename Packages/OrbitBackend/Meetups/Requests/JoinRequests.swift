import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore
import Validation

/// `GET /meetups/requests`, and `POST /meetups/requests/{request_id}/approve` and `decline`: hosts decide requests to
/// attend.
struct JoinRequests: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(MeetupRequestRoutes.list, as: .person, perform: list),
            context.signedInOnce(MeetupRequestRoutes.approve, .none, perform: approve),
            context.signedInOnce(
                MeetupRequestRoutes.decline,
                BodyReader<DeclineRequestRequest>.json.checked { body, _ in try Self.check(body) },
                perform: decline),
        ]
    }

    private func approve(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        try decide(.approve, nil, transaction, call, caller)
    }

    private func decline(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<DeclineRequestRequest, Void>
    ) throws -> OperationResult {
        try checked.value()
        return try decide(.decline, checked.body.reason, transaction, call, caller)
    }

    private static func check(_ body: DeclineRequestRequest) throws {
        guard body.reason?.isKnown ?? true else {
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: "reason", code: .unknownValue)], "Choose one of the reasons.")
        }
    }

    private func list(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let view = MeetupView(of: caller.account, context, at: call.now)
        let matches = try VisiblePeople.matches(of: caller.userID, in: reader)
        let query = IndexQuery(JoinRequestRecord.byHost, group: caller.userID.rawValue)
        let page = try PageReader(call, list: "requests \(caller.userID)", order: .ascending).page(
            of: JoinRequestRecord.self, from: [query], in: reader
        ) { (records: [JoinRequestRecord]) -> [IncomingRequest?] in
            let meetups = try reader.get(MeetupRecord.self, all: records.map(\.request.meetupID.rawValue))
            let people = try VisiblePeople(
                records.map(\.request.requesterID), for: caller.account, matches: matches, in: reader)
            return records.map { record in
                guard let meetup = meetups[record.request.meetupID.rawValue],
                    let person = people.person(record.request.requesterID, on: view.day)
                else { return nil }
                let request = record.request(at: meetup, now: call.now)
                guard request.status == .pending else { return nil }
                return IncomingRequest(
                    request: request, person: person, meetupTitle: meetup.plan.title,
                    meetupStart: meetup.plan.span.start)
            }
        }
        return .success(page, cache: .revalidated)
    }

    /// Only the host finds a request. A block between the two people hides it from the host.
    private func decide(
        _ action: AttendanceAction, _ reason: DeclineReason?, _ transaction: LogTransaction, _ call: RequestContext,
        _ caller: Caller
    ) throws -> OperationResult {
        let id = call.parameter("request_id")
        guard let record = try transaction.get(JoinRequestRecord.self, id), record.hostID == caller.userID,
            try Visibility(of: caller.account, in: transaction).account(record.request.requesterID) != nil,
            let meetup = try MeetupRecord.of(record.request.meetupID, in: transaction)
        else { throw HTTPProblem.notFound }
        let wanted: JoinRequestStatus = action == .approve ? .approved : .declined
        var ledger = AttendanceLedger(of: meetup, context, in: transaction)
        try ledger.applyDueChanges()
        let guest = try ledger.guest(record.request.requesterID)
        if guest.requestID == record.request.id, !meetup.isClosed(at: call.now) {
            let room = AttendanceConditions(hasRoom: ledger.hasRoom(for: guest.party))
            try ledger.perform(action, guest, given: room, reason: reason)
            // A small party on the wait list may fit into the free places, although an earlier party is too large for
            // them.
            try ledger.promoteFromWaitlist()
            try ledger.commit()
        } else if record.request.status != wanted {
            throw meetup.isClosed(at: call.now) ? HTTPProblem.meetupOver : .alreadyDecided
        }
        guard let after = try transaction.get(JoinRequestRecord.self, id) else { throw HTTPProblem.notFound }
        return .success(Keyed(after.request(at: meetup, now: call.now)), about: [record.request.requesterID])
    }
}
