import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore
import Validation

/// `GET /meetups/invitations` and `POST /meetups/invitations/{invitation_id}/reply`: people list their invitations and
/// reply.
struct ReplyToInvitation: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(InvitationRoutes.received, as: .person, perform: list),
            context.signedInOnce(
                InvitationRoutes.reply,
                BodyReader<InvitationReplyRequest>.json.checked { body, _ in try Self.check(body) },
                perform: reply),
        ]
    }

    private func list(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let view = MeetupView(of: caller.account, context, at: call.now)
        let matches = try VisiblePeople.matches(of: caller.userID, in: reader)
        let counts = try VisibleCounts(for: caller.userID, at: call.now, in: reader)
        let query = IndexQuery(
            InvitationRecord.byInvitee, group: caller.userID.rawValue, ranks: SortRank.ranks(from: call.now))
        let page = try PageReader(call, list: "invitations \(caller.userID)", order: .ascending).page(
            of: InvitationRecord.self, from: [query], in: reader
        ) { (records: [InvitationRecord]) -> [ReceivedInvitation?] in
            let ids = records.map(\.invitation.meetupID)
            let meetups = try reader.get(MeetupRecord.self, all: ids.map(\.rawValue))
            let guests = try reader.get(
                GuestRecord.self, all: ids.map { GuestRecord.key($0, caller.userID) })
            let people = try VisiblePeople(
                records.map(\.invitation.inviterID), for: caller.account, matches: matches, in: reader)
            let shown = try counts.of(
                meetups.values.map { view.meetup($0, guests[GuestRecord.key($0.id, caller.userID)]) }
            ).reduce(into: [:]) { $0[$1.id] = $1 }
            return records.map { record in
                guard let meetup = meetups[record.invitation.meetupID.rawValue], let seen = shown[meetup.id],
                    let inviter = people.person(record.invitation.inviterID, on: view.day)
                else { return nil }
                let invitation = record.invitation(at: meetup, now: call.now)
                guard invitation.state == .open else { return nil }
                return ReceivedInvitation(invitation: invitation, meetup: seen, inviter: inviter)
            }
        }
        return .success(page, cache: .revalidated)
    }

    /// Only host and invitee find an invitation. A block between the two hides it from both.
    private func reply(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<InvitationReplyRequest, Void>
    ) throws -> OperationResult {
        let id = call.parameter("invitation_id")
        guard let record = try transaction.get(InvitationRecord.self, id), record.invitation.inviteeID == caller.userID,
            try Visibility(of: caller.account, in: transaction).account(record.invitation.inviterID) != nil,
            let meetup = try MeetupRecord.of(record.invitation.meetupID, in: transaction)
        else { throw HTTPProblem.notFound }
        try checked.value()
        let body = checked.body
        guard (0...max(0, record.invitation.maxCompanions)).contains(body.companions) else {
            throw HTTPProblem.tooManyCompanions(most: record.invitation.maxCompanions)
        }
        guard !meetup.isClosed(at: call.now) else { throw HTTPProblem.meetupOver }
        let view = MeetupView(of: caller.account, context, at: call.now)
        if body.reply == .yes, !body.despiteBlocks {
            let guest = try GuestRecord.of(caller.userID, at: meetup.id, in: transaction)
            if try JoinMeetup.isBlockedPersonMet(at: meetup, guest, view, in: transaction) {
                try JoinMeetup.count(caller.userID, meetup.id, in: transaction)
                return .refusal(.blockedPersonAttends)
            }
        }
        var ledger = AttendanceLedger(of: meetup, context, in: transaction)
        try ledger.applyDueChanges()
        var guest = try ledger.guest(caller.userID)
        if guest.invitationID == record.invitation.id, guest.state == .invited {
            guest = try reply(body, record, guest, view, &ledger)
            // A small party on the wait list may fit into the free places, although an earlier party is too large for
            // them.
            try ledger.promoteFromWaitlist()
            guest = try ledger.guest(caller.userID)
            try ledger.commit()
        } else if record.invitation.state != .open || record.invitation.reply != body.reply {
            throw HTTPProblem.invitationOver
        }
        guard let after = try transaction.get(InvitationRecord.self, id),
            let received = try view.received(after, at: ledger.meetup, guest, in: transaction)
        else { throw HTTPProblem.notFound }
        return .success(received, about: [meetup.hostID])
    }

    private func reply(
        _ body: InvitationReplyRequest, _ record: InvitationRecord, _ guest: GuestRecord, _ view: MeetupView,
        _ ledger: inout AttendanceLedger
    ) throws -> GuestRecord {
        switch body.reply {
        case .yes:
            guard ledger.everHasRoom(for: 1 + body.companions) else { throw HTTPProblem.meetupFull }
            return try ledger.perform(.join, asGuest: guest, view, companions: body.companions)
        case .no: return try ledger.perform(.leave, asGuest: guest, view)
        default:
            guard record.invitation.reply != .maybe || record.invitation.companions != body.companions else {
                return guest
            }
            var record = record
            record.reply(.maybe, companions: body.companions)
            try ledger.transaction.put(record)
            try ledger.notifyInvitee(of: record, guest)
            try ledger.notifyHost(of: record)
            return guest
        }
    }

    private static func check(_ body: InvitationReplyRequest) throws {
        guard [.yes, .no, .maybe].contains(body.reply) else {
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: "reply", code: .notAllowed)], "Choose yes, no or maybe.")
        }
    }
}
