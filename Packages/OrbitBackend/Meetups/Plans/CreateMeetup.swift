import Foundation
import Meetups
import Networking
import OrbitModels
import Validation

/// `POST /meetups`: the caller hosts a meetup.
struct CreateMeetup: Operations {
    private static let creating = RateLimit(
        name: "meetups", tiers: [.init(count: 10, window: 3_600), .init(count: 20, window: 86_400)])

    let context: Context

    var handlers: [RouteHandler] {
        [context.signedInOnce(MeetupRoutes.create, .json, payload: { [$0.fingerprint] }, perform: perform)]
    }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: MeetupEntry
    ) throws -> OperationResult {
        guard caller.account.isComplete else { throw HTTPProblem.profileIncomplete }
        let plan = try body.checked(by: MeetupPlanRules(at: call.now))
        try limit(caller.userID, in: transaction)
        var meetup = MeetupRecord(
            id: MeetupID(context.newIdentifier()), host: caller.account, plan: plan,
            square: context.square(of: plan, on: caller.account.campus), link: context.newIdentifier(), at: call.now)
        var host = GuestRecord(caller.userID, at: &meetup, .host, since: call.now)
        host.follow(meetup)
        try transaction.put(meetup)
        try transaction.put(host)
        let book = GuestBook(of: meetup, context, in: transaction)
        try book.tellMeetup(to: caller.account, host)
        let view = MeetupView(of: caller.account, context, at: call.now)
        guard let listing = try view.listing(meetup, host, in: transaction) else { throw HTTPProblem.notFound }
        return .success(listing)
    }

    private func limit(_ host: UserID, in transaction: LogTransaction) throws {
        let now = transaction.now
        if let wait = try Self.creating.wait(for: host.rawValue, in: transaction, now: now) {
            throw HTTPProblem.rateLimited(wait: wait, "You have planned many meetups lately. Try again later.")
        }
        try Self.creating.record(host.rawValue, in: transaction, now: now)
        guard try MeetupRecord.hosted(by: host, in: transaction, now: now).count < MeetupLimits.hosted else {
            throw HTTPProblem.tooManyMeetups(
                "You host many meetups. Wait for one to end, or cancel one.", most: MeetupLimits.hosted)
        }
    }
}

extension MeetupEntry {
    /// The plan, if nothing is wrong with it. A word that this server does not know would be a way to show others any
    /// text, so it is refused, too.
    func checked(by rules: MeetupPlanRules) throws -> MeetupPlan {
        var failures = rules.failures(in: self).filter { $0.severity == .block || $0.code == .unknownValue }
        if repeats != nil { failures.append(FieldFailure(path: "repeats", code: .notAllowed)) }
        for index in failures.indices { failures[index].severity = .block }
        guard failures.isEmpty else {
            throw HTTPProblem.invalidInput(failures, "Some of the meetup needs another look.")
        }
        return try rules.checked(self)
    }

    /// What tells one request from another.
    fileprivate var fingerprint: String {
        // An entry that was read can be written; if not, the address alone tells requests apart.
        (try? OrbitJSON.encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

extension Context {
    /// The square of the place, on a campus with a known middle.
    func square(of plan: MeetupPlan, on campus: String) -> MeetupRecord.Square? {
        guard let point = plan.place.coordinates, let square = grid(of: campus)?.square(of: point) else { return nil }
        return MeetupRecord.Square(column: square.column, row: square.row)
    }
}
