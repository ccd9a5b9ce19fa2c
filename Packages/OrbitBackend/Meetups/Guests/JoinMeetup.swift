import Foundation
import Meetups
import Networking
import OrbitModels
import Validation

/// `POST /meetups/{meetup_id}/join`, `leave` and `take-offer`: what people decide about their own part.
struct JoinMeetup: Operations {
    /// The most meetups that have not begun with which a person may be concerned as a guest.
    static let mostParts = 100
    private static let message = TextForm(characters: 0...MeetupLimits.message, bytes: 8 * MeetupLimits.message)
    private static let tries = RateLimit(
        name: "meetup-joins", tiers: [.init(count: 30, window: 3_600), .init(count: 100, window: 86_400)])
    /// Each try may tell the host, so one meetup is not tried over and over.
    private static let triesHere = RateLimit(name: "meetup-joins-here", tiers: [.init(count: 6, window: 86_400)])

    let context: Context

    var handlers: [RouteHandler] {
        [
            context.signedInOnce(
                MeetupGuestRoutes.join, .json, payload: { [$0.message, String($0.companions)] }, perform: join),
            context.signedInOnce(MeetupGuestRoutes.leave, .none, perform: leave),
            context.signedInOnce(MeetupGuestRoutes.takeOffer, .none, perform: takeOffer),
        ]
    }

    private func join(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: JoinMeetupRequest
    ) throws -> OperationResult {
        let found = try FoundMeetup(call, by: caller.account, context, link: call.query["link"], in: transaction)
        let message = try Self.checked(body)
        guard !found.meetup.isOver(at: call.now) else { throw HTTPProblem.meetupOver }
        var book = GuestBook(of: found.meetup, context, in: transaction)
        try book.settle()
        let before = try book.guest(caller.userID)
        let party = 1 + body.companions
        let conditions = AttendanceConditions(
            hasRoom: book.hasRoom(for: party), needsApproval: found.meetup.plan.approval != .automatic)
        var guest = try book.perform(
            .join, before, given: conditions, companions: before.state == .offered ? nil : body.companions)
        if guest.state != before.state {
            try check(before, body, found.meetup, fits: book.everHasRoom(for: party), in: transaction)
            try limit(caller.userID, found.meetup.id, in: transaction)
        }
        if guest.state == .requested, before.state != .requested {
            guest = try ask(guest, message, body.companions, &book)
        }
        try book.finish()
        return try found.result(of: book, guest, in: transaction)
    }

    /// Keeps the request, and hands it to the host.
    private func ask(
        _ guest: GuestRecord, _ message: String, _ companions: Int, _ book: inout GuestBook
    ) throws -> GuestRecord {
        let request = JoinRequest(
            id: JoinRequestID(context.newIdentifier()), meetupID: book.meetup.id, requesterID: guest.userID,
            message: message, companions: companions, createdAt: book.now,
            expiresAt: book.meetup.times.requestExpires(askedAt: book.now))
        var guest = guest
        guest.attach(request.id)
        try book.put(guest)
        try book.transaction.put(JoinRequestRecord(request, to: book.meetup.hostID))
        guard let host = try book.transaction.get(AccountRecord.self, book.meetup.hostID.rawValue),
            let person = try MeetupView(of: host, context, at: book.now).person(guest.userID, in: book.transaction)
        else { return guest }
        let incoming = IncomingRequest(
            request: request, person: person, meetupTitle: book.meetup.plan.title,
            meetupStart: book.meetup.plan.span.start)
        try book.transaction.append(
            .meetupRequestReceived, to: host.id, about: person.id, touches: [.meetupRequests], data: incoming)
        return guest
    }

    private func leave(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        let found = try FoundMeetup(call, by: caller.account, context, in: transaction)
        guard !found.meetup.isOver(at: call.now) else { throw HTTPProblem.meetupOver }
        var book = GuestBook(of: found.meetup, context, in: transaction)
        try book.settle()
        let isLate = call.now >= found.meetup.times.lateFrom
        let guest = try book.perform(
            .leave, try book.guest(caller.userID), given: AttendanceConditions(isLate: isLate))
        try book.fill()
        try book.finish()
        return try found.result(of: book, guest, in: transaction)
    }

    private func takeOffer(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        let found = try FoundMeetup(call, by: caller.account, context, in: transaction)
        guard !found.meetup.isOver(at: call.now) else { throw HTTPProblem.meetupOver }
        var book = GuestBook(of: found.meetup, context, in: transaction)
        try book.settle()
        let guest = try book.perform(.takeOffer, try book.guest(caller.userID))
        try book.finish()
        return try found.result(of: book, guest, in: transaction)
    }
}

extension JoinMeetup {
    /// - Returns: the message as it is kept.
    private static func checked(_ body: JoinMeetupRequest) throws -> String {
        let failures =
            Rule<String>.text(message).failures(in: body.message).under("message")
            + Rule<Int>.within(MeetupLimits.companions).failures(in: body.companions).under("companions")
        guard failures.isEmpty else {
            throw HTTPProblem.invalidInput(failures, "Some of the request needs another look.")
        }
        return message.cleaned(body.message)
    }

    /// What stands in the way of a person who is not in yet.
    private func check(
        _ guest: GuestRecord, _ body: JoinMeetupRequest, _ meetup: MeetupRecord, fits: Bool,
        in transaction: LogTransaction
    ) throws {
        let (now, last) = (transaction.now, meetup.times.lastJoin)
        guard now < last || [.invited, .offered].contains(guest.state) else {
            throw HTTPProblem.notInTime("It is too late to join.", until: last)
        }
        if guest.state == .offered { return }
        guard fits else { throw HTTPProblem.meetupFull }
        if let id = guest.invitationID, let record = try transaction.get(InvitationRecord.self, id.rawValue),
            body.companions > record.invitation.mostCompanions
        {
            let most = ParameterValue.integer(record.invitation.mostCompanions)
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: "companions", code: .outOfRange, parameters: ["min": 0, "max": most])],
                "The invitation is for fewer.")
        }
    }

    private func limit(_ person: UserID, _ meetup: MeetupID, in transaction: LogTransaction) throws {
        let now = transaction.now
        let subjects = [(Self.tries, person.rawValue), (Self.triesHere, GuestRecord.key(meetup, person))]
        if let wait = try subjects.compactMap({ try $0.wait(for: $1, in: transaction, now: now) }).max() {
            throw HTTPProblem.rateLimited(wait: wait, "You have joined often lately. Try again later.")
        }
        for (limit, subject) in subjects { try limit.record(subject, in: transaction, now: now) }
        let coming = try transaction.list(
            GuestRecord.self,
            IndexQuery(
                GuestRecord.byPerson, group: person.rawValue, ranks: PlaceInOrder.ranks(from: now),
                limit: Self.mostParts + MeetupLimits.hosted + 1))
        guard coming.count(where: { $0.hostID != person }) <= Self.mostParts else {
            throw HTTPProblem.tooManyMeetups("You are going to many meetups. Leave one first.", most: Self.mostParts)
        }
    }
}

extension FoundMeetup {
    /// The meetup as the caller may know it after a change.
    func result(
        of book: GuestBook, _ guest: GuestRecord?, in reader: any StoreReader
    ) throws -> OperationResult {
        guard let listing = try view.listing(book.meetup, guest, in: reader) else { throw HTTPProblem.notFound }
        return .success(listing, about: meetup.hostID == view.viewer.id ? nil : meetup.hostID)
    }
}
