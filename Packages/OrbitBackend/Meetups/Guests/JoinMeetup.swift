import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore
import Validation

/// `POST /meetups/{meetup_id}/join`, `leave` and `take-offer`: people join, leave or accept an offered place.
struct JoinMeetup: Operations {
    /// The maximum number of a guest's meetups that have not begun. Invitations do not count.
    static let maxAttendances = 100
    static let tries = RateLimit(
        name: "meetup-joins", tiers: [.init(count: 30, window: 3_600), .init(count: 100, window: 86_400)])
    /// Limits attempts at one meetup, because each attempt may notify the host.
    static let triesHere = RateLimit(name: "meetup-joins-here", tiers: [.init(count: 6, window: 86_400)])

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInOnce(
                MeetupGuestRoutes.join,
                BodyReader<JoinMeetupRequest>.json.checked { body, _ in try Self.checked(body) },
                perform: join),
            context.signedInOnce(MeetupGuestRoutes.leave, .none, perform: leave),
            context.signedInOnce(MeetupGuestRoutes.takeOffer, .none, perform: takeOffer),
        ]
    }

    private func join(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<JoinMeetupRequest, String>
    ) throws -> OperationResult {
        let found = try MeetupAccess(call, by: caller.account, context, link: call.query["link"], in: transaction)
        let (body, message) = (checked.body, try checked.value())
        if !body.despiteBlocks, try Self.isBlockedPersonMet(at: found.meetup, found.guest, found.view, in: transaction)
        {
            // The response reveals that a blocked person attends, so the attempt is counted.
            try Self.count(caller.userID, found.meetup.id, in: transaction)
            return .refusal(.blockedPersonAttends)
        }
        var ledger = AttendanceLedger(of: found.meetup, context, in: transaction)
        try ledger.applyDueChanges()
        let before = try ledger.guest(caller.userID)
        // An offer is for the number of places that the guest waited for.
        let companions = before.state == .offered ? nil : body.companions
        var guest = try ledger.perform(.join, asGuest: before, found.view, companions: companions)
        if guest.state != before.state {
            if let companions { try check(companions, of: before, ledger) }
            try limit(caller.userID, found.meetup.id, in: transaction)
        }
        if guest.state == .requested, before.state != .requested {
            guest = try ask(guest, message, &ledger)
        }
        // A small party on the wait list may fit into the free places, although an earlier party is too large for them.
        try ledger.promoteFromWaitlist()
        guest = try ledger.guest(caller.userID)
        try ledger.commit()
        return try found.result(of: ledger, guest, in: transaction)
    }

    /// Whether the viewer would meet a blocked person by joining now.
    static func isBlockedPersonMet(
        at meetup: MeetupRecord, _ guest: GuestRecord?, _ view: MeetupView, in reader: any StoreReader
    ) throws -> Bool {
        let shown = view.meetup(meetup, guest)
        guard !shown.attendance.isAttending, shown.refusal(of: .join, at: view.now) == nil else { return false }
        return try BlockedGuests.attend(meetup.id, blockedBy: view.viewer.id, in: reader)
    }

    /// Stores a request to attend, and notifies the host.
    private func ask(_ guest: GuestRecord, _ message: String, _ ledger: inout AttendanceLedger) throws -> GuestRecord {
        let request = JoinRequest(
            id: JoinRequestID(context.newIdentifier()), meetupID: ledger.meetup.id, requesterID: guest.userID,
            message: message, companions: guest.companions, createdAt: ledger.now,
            expiresAt: ledger.meetup.times.requestExpires(askedAt: ledger.now))
        var guest = guest
        guest.attach(request.id)
        try ledger.put(guest)
        try ledger.transaction.put(JoinRequestRecord(request, to: ledger.meetup.hostID))
        guard let host = try ledger.transaction.get(AccountRecord.self, ledger.meetup.hostID.rawValue),
            let person = try MeetupView(of: host, context, at: ledger.now).person(guest.userID, in: ledger.transaction)
        else { return guest }
        let incoming = IncomingRequest(
            request: request, person: person, meetupTitle: ledger.meetup.plan.title,
            meetupStart: ledger.meetup.plan.span.start)
        try ledger.transaction.append(
            .meetupRequestReceived, to: host.id, about: person.id, touches: [.meetupRequests], data: incoming)
        return guest
    }

    private func leave(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        try perform(.leave, transaction, call, caller)
    }

    private func takeOffer(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        try perform(.takeOffer, transaction, call, caller)
    }

    private func perform(
        _ action: AttendanceAction, _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller
    ) throws -> OperationResult {
        let found = try MeetupAccess(call, by: caller.account, context, in: transaction)
        var ledger = AttendanceLedger(of: found.meetup, context, in: transaction)
        try ledger.applyDueChanges()
        let guest = try ledger.perform(action, asGuest: try ledger.guest(caller.userID), found.view)
        try ledger.promoteFromWaitlist()
        try ledger.commit()
        return try found.result(of: ledger, guest, in: transaction)
    }
}

extension JoinMeetup {
    /// Checks a request to join.
    ///
    /// - Returns: The cleaned message.
    /// - Throws: ``HTTPProblem`` if the message or the number of companions is not valid.
    private static func checked(_ body: JoinMeetupRequest) throws -> String {
        let failures =
            Rule<String>.text(MeetupTexts.message).failures(in: body.message).under("message")
            + Rule<Int>.within(MeetupLimits.companions).failures(in: body.companions).under("companions")
        try failures.refuse("Check your request. Something is not right yet.")
        return MeetupTexts.message.cleaned(body.message)
    }

    /// Checks the number of companions.
    ///
    /// - Throws: ``HTTPProblem`` if the party could never fit, or if the invitation is for fewer companions.
    private func check(_ companions: Int, of guest: GuestRecord, _ ledger: AttendanceLedger) throws {
        guard ledger.everHasRoom(for: 1 + companions) else { throw HTTPProblem.meetupFull }
        guard let id = guest.invitationID,
            let record = try ledger.transaction.get(InvitationRecord.self, id.rawValue),
            companions > record.invitation.maxCompanions
        else { return }
        throw HTTPProblem.tooManyCompanions(most: record.invitation.maxCompanions)
    }

    /// Counts an attempt to join a meetup.
    ///
    /// - Throws: ``HTTPProblem`` if the person has attempted too often.
    static func count(_ person: UserID, _ meetup: MeetupID, in transaction: LogTransaction) throws {
        let subjects = [(tries, person.rawValue), (triesHere, GuestRecord.key(meetup, person))]
        try RateLimit.admit(
            subjects, in: transaction, now: transaction.now, message: "You have joined often lately. Try again later.")
    }

    private func limit(_ person: UserID, _ meetup: MeetupID, in transaction: LogTransaction) throws {
        let now = transaction.now
        try Self.count(person, meetup, in: transaction)
        // The index has no invitations, so invitations from other people cannot keep a person from joining.
        let coming = IndexQuery(
            GuestRecord.byGuest, group: person.rawValue, ranks: SortRank.ranks(from: now),
            limit: Self.maxAttendances + 1)
        guard try transaction.list(GuestRecord.self, coming).count <= Self.maxAttendances else {
            throw HTTPProblem.tooManyMeetups(
                "You are going to too many meetups. Leave one first.", most: Self.maxAttendances)
        }
    }
}

extension MeetupAccess {
    /// Returns the meetup as the caller sees it after a change.
    func result(
        of ledger: AttendanceLedger, _ guest: GuestRecord?, in reader: any StoreReader
    ) throws -> OperationResult {
        guard let listing = try view.listing(ledger.meetup, guest, in: reader) else { throw HTTPProblem.notFound }
        return .success(listing, about: [meetup.hostID == view.viewer.id ? nil : meetup.hostSubject])
    }
}
