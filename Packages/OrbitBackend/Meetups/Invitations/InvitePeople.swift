import BackendRuntime
import Foundation
import Matching
import Meetups
import Networking
import OrbitModels
import OrbitStore
import Trust
import Validation

/// `POST` and `GET /meetups/{meetup_id}/invitations`, and `POST /meetups/invitations/{invitation_id}/withdraw`: hosts
/// invite people, list invitations and withdraw them.
struct InvitePeople: Operations {
    /// The maximum number of people that a host may invite in a day. A low trust level has a lower limit.
    static let maxPerDay = 200
    /// Limits invitations by one host to a number of people a day.
    static func sending(upTo most: Int) -> RateLimit {
        RateLimit(name: "meetup-invitations", tiers: [.init(count: most, window: 86_400)])
    }
    /// Limits invitations of one person by one host.
    static let sendingToOne = RateLimit(
        name: "meetup-invitations-to-one", tiers: [.init(count: 5, window: 86_400)])

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInOnce(
                InvitationRoutes.invite, BodyReader<InvitePeopleRequest>.json.checked(Self.check),
                perform: invite),
            context.signedInReading(InvitationRoutes.sent, perform: list),
            context.signedInOnce(InvitationRoutes.withdraw, .none, perform: withdraw),
        ]
    }

    private func invite(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<InvitePeopleRequest, Void>
    ) throws -> OperationResult {
        let found = try MeetupAccess(call, by: caller.account, context, in: transaction).forHost()
        guard !found.meetup.isClosed(at: call.now) else { throw HTTPProblem.meetupOver }
        let last = found.meetup.times.lastJoin
        guard call.now < last else { throw HTTPProblem(MeetupRefusal.notInTime(from: nil, until: last)) }
        try checked.value()
        let body = checked.body
        let respondBy = min(body.respondBy ?? last, last)
        var ledger = AttendanceLedger(of: found.meetup, context, in: transaction)
        try ledger.applyDueChanges()
        let waiting = try transaction.list(
            InvitationRecord.self, IndexQuery(InvitationRecord.open, group: found.meetup.id.rawValue)
        ).count { $0.invitation(at: found.meetup, now: call.now).state == .open }
        var gate = TrustGate(of: caller.account, context, in: transaction)
        var (invited, refused): ([SentInvitation], [RefusedInvitee]) = ([], [])
        for person in body.people {
            let isFull = waiting + invited.count >= MeetupLimits.openInvitations
            do {
                guard !isFull else { throw HTTPProblem.tooManyMeetups("", most: MeetupLimits.openInvitations) }
                invited.append(try invite(person, body, respondBy, found.view, &ledger, &gate))
            } catch let refusal as HTTPProblem {
                refused.append(RefusedInvitee(userID: person, code: refusal.problem.code))
            }
        }
        // An invitation approves an open request. The guest may be behind a party on the wait list that is too large
        // for the free places.
        try ledger.promoteFromWaitlist()
        try ledger.commit()
        return .success(InvitedPeople(invited: invited, refused: refused), about: invited.map(\.person.id))
    }

    private func invite(
        _ person: UserID, _ body: InvitePeopleRequest, _ respondBy: Date, _ view: MeetupView,
        _ ledger: inout AttendanceLedger,
        _ gate: inout TrustGate
    ) throws -> SentInvitation {
        guard person != view.viewer.id, let shown = try view.person(person, in: ledger.transaction) else {
            throw HTTPProblem.notFound
        }
        let before = try ledger.guest(person)
        // A person who requests to attend makes the first contact, so the host needs no permission to invite strangers.
        if before.state != .requested, try !isMatch(person, of: view.viewer.id, in: ledger.transaction) {
            try gate.require(.inviteStranger)
        }
        let most = try gate.dailyInvitations(most: Self.maxPerDay)
        try limit(view.viewer.id, person, most: most, in: ledger.transaction)
        let room = AttendanceConditions(hasRoom: ledger.hasRoom(for: before.party))
        var guest = try ledger.perform(.invite, before, given: room, until: respondBy)
        guard guest.state != before.state else { throw HTTPProblem.alreadyDecided }  // nothing was written
        let record = InvitationRecord(
            Invitation(
                id: InvitationID(context.newIdentifier()), meetupID: ledger.meetup.id, inviterID: view.viewer.id,
                inviteeID: person, reply: guest.state == .invited ? .pending : .yes,
                maxCompanions: body.companions, role: body.role, createdAt: ledger.now, respondBy: respondBy),
            to: ledger.meetup)
        try ledger.transaction.put(record)
        if guest.state == .invited {
            guest.attach(record.invitation.id)
            try ledger.put(guest)
            try ledger.notifyInvitee(of: record, guest)
        }
        try ledger.notifyHost(of: record)
        return SentInvitation(invitation: record.invitation, person: shown)
    }

    private func isMatch(_ person: UserID, of host: UserID, in reader: any StoreReader) throws -> Bool {
        try MatchRecord.between(UserPair(person, host), in: reader)?.isActive == true
    }

    private func limit(_ host: UserID, _ person: UserID, most: Int, in transaction: LogTransaction) throws {
        try RateLimit.admit(
            [(Self.sending(upTo: most), host.rawValue), (Self.sendingToOne, "\(host)>\(person)")], in: transaction,
            now: transaction.now, message: "You have sent many invitations lately. Try again later.")
    }

    private func list(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let found = try MeetupAccess(call, by: caller.account, context, in: reader).forHost()
        let matches = try VisiblePeople.matches(of: caller.userID, in: reader)
        let query = IndexQuery(InvitationRecord.byMeetup, group: found.meetup.id.rawValue)
        let page = try PageReader(call, list: "invited \(found.meetup.id)").page(
            of: InvitationRecord.self, from: [query], in: reader
        ) { (records: [InvitationRecord]) -> [SentInvitation?] in
            let people = try VisiblePeople(
                records.map(\.invitation.inviteeID), for: caller.account, matches: matches, in: reader)
            return records.map { record in
                people.person(record.invitation.inviteeID, on: found.view.day).map {
                    SentInvitation(invitation: record.invitation(at: found.meetup, now: call.now), person: $0)
                }
            }
        }
        return .success(page, cache: .revalidated)
    }

    private func withdraw(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        let id = call.parameter("invitation_id")
        guard let record = try transaction.get(InvitationRecord.self, id), record.invitation.inviterID == caller.userID,
            try Visibility(of: caller.account, in: transaction).account(record.invitation.inviteeID) != nil,
            let meetup = try MeetupRecord.of(record.invitation.meetupID, in: transaction)
        else { throw HTTPProblem.notFound }
        var ledger = AttendanceLedger(of: meetup, context, in: transaction)
        try ledger.applyDueChanges()
        let guest = try ledger.guest(record.invitation.inviteeID)
        if guest.invitationID == record.invitation.id, guest.state == .invited {
            try ledger.perform(.uninvite, guest)
            try ledger.commit()
        } else if record.invitation.state != .withdrawn {
            throw HTTPProblem.invitationOver
        }
        guard let after = try transaction.get(InvitationRecord.self, id) else { throw HTTPProblem.notFound }
        return .success(
            Keyed(after.invitation(at: meetup, now: call.now)), about: [record.invitation.inviteeID])
    }
}

extension InvitePeople {
    private static func check(_ body: InvitePeopleRequest, at now: Date) throws {
        var failures = Rule<[UserID]>.count(1...MeetupLimits.openInvitations).failures(in: body.userIDs)
            .under("user_ids")
        failures += Rule<Int>.within(MeetupLimits.companions).failures(in: body.companions).under("companions")
        if !body.role.isKnown { failures.append(FieldFailure(path: "role", code: .unknownValue)) }
        if let respondBy = body.respondBy, respondBy <= now {
            failures.append(FieldFailure(path: "respond_by", code: .outOfRange))
        }
        try failures.refuse("Check your invitation. Something is not right yet.")
    }
}

extension InvitePeopleRequest {
    /// The invited people without duplicates, in the order of the request.
    fileprivate var people: [UserID] {
        var seen: Set<UserID> = []
        return userIDs.filter { seen.insert($0).inserted }
    }
}

extension AttendanceLedger {
    /// Notifies an invited person of the invitation.
    func notifyInvitee(of record: InvitationRecord, _ guest: GuestRecord) throws {
        guard let account = try transaction.get(AccountRecord.self, guest.userID.rawValue) else { return }
        let view = MeetupView(of: account, context, at: now)
        guard let received = try view.received(record, at: meetup, guest, in: transaction) else { return }
        try transaction.append(
            .meetupInvited, to: account.id, about: meetup.hostID, touches: [.meetupInvitations], data: received)
    }
}

extension MeetupView {
    /// Returns an invitation as the invited viewer sees it, or `nil` if the host is hidden from the viewer.
    func received(
        _ record: InvitationRecord, at meetup: MeetupRecord, _ guest: GuestRecord?, in reader: any StoreReader
    ) throws -> ReceivedInvitation? {
        guard let person = try person(meetup.hostID, in: reader) else { return nil }
        let shown = try VisibleCounts(for: viewer.id, at: now, in: reader).of([self.meetup(meetup, guest)])
        return shown.first.map {
            ReceivedInvitation(invitation: record.invitation(at: meetup, now: now), meetup: $0, inviter: person)
        }
    }
}
