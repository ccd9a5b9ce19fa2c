import Foundation
import Meetups
import Networking
import OrbitModels
import Validation

/// `PATCH /meetups/{meetup_id}` and `POST /meetups/{meetup_id}/cancel`: what the host decides about the plan.
///
/// The people concerned are told once it is committed; see ``TellGuests``.
struct EditMeetup: Operations {
    private static let editing = RateLimit(name: "meetup-edits", tiers: [.init(count: 20, window: 3_600)])

    let context: Context

    var handlers: [RouteHandler] {
        [
            context.signedIn(MeetupRoutes.edit, .json, perform: edit),
            context.signedInOnce(
                MeetupRoutes.cancel, .json, payload: { [$0.reason.rawValue, $0.scope?.rawValue ?? ""] },
                perform: cancel),
        ]
    }

    private func edit(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: MeetupEntry
    ) throws -> OperationResult {
        let found = try FoundMeetup(call, by: caller.account, context, in: transaction).forHost()
        let versions = call.headers.values(of: .ifMatch)
        guard !versions.isEmpty else { throw Self.versionRequired }
        guard !found.meetup.isOver(at: call.now) else { throw HTTPProblem.meetupOver }
        let plan = try body.checked(by: MeetupPlanRules(at: call.now, replacing: found.meetup.plan))
        var meetup = found.meetup
        // What is sent again is what is so already.
        if let edit = meetup.edit(plan, square: context.square(of: plan, on: meetup.campus), at: call.now) {
            guard EntityTags(versions).matchStrongly(found.view.entityTag(found.meetup, found.guest)) else {
                throw Self.versionConflict
            }
            try limit(found.meetup, plan, in: transaction)
            try Sweep.run(in: transaction, now: call.now)
            try save(meetup, edit, of: found, in: transaction)
        }
        guard let saved = try MeetupRecord.of(meetup.id, in: transaction),
            let listing = try found.view.listing(saved, found.guest, in: transaction)
        else { throw HTTPProblem.notFound }
        return .success(listing, cache: .revalidated, entityTag: found.view.entityTag(saved, found.guest))
    }

    private func save(
        _ meetup: MeetupRecord, _ edit: MeetupRecord.Edit, of found: FoundMeetup, in transaction: LogTransaction
    ) throws {
        var book = GuestBook(of: found.meetup, context, in: transaction)
        book.replace(meetup)
        try book.fill()
        try book.finish()
        let news = MeetupNews.Content.changed(isTime: edit.isTime, isForAttendeesOnly: edit.isForAttendeesOnly)
        try MeetupNews(news, of: meetup.id, at: transaction.now).save(in: transaction)
    }

    /// Fewer places than are taken would put people out by number.
    private func limit(_ meetup: MeetupRecord, _ plan: MeetupPlan, in transaction: LogTransaction) throws {
        let now = transaction.now
        if let capacity = plan.capacity, capacity < meetup.taken {
            let parameters: [String: ParameterValue] = ["min": .integer(meetup.taken)]
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: "capacity", code: .outOfRange, parameters: parameters)],
                "More people have a place already. Leave room for them.")
        }
        if let wait = try Self.editing.wait(for: meetup.id.rawValue, in: transaction, now: now) {
            throw HTTPProblem.rateLimited(wait: wait, "You have changed this meetup often. Try again later.")
        }
        try Self.editing.record(meetup.id.rawValue, in: transaction, now: now)
    }

    private func cancel(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: CancelMeetupRequest
    ) throws -> OperationResult {
        let found = try FoundMeetup(call, by: caller.account, context, in: transaction).forHost()
        guard body.reason.isKnown else {
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: "reason", code: .unknownValue)], "Choose one of the reasons.")
        }
        var meetup = found.meetup
        if !meetup.isCancelled {
            guard !meetup.isOver(at: call.now) else { throw HTTPProblem.meetupOver }
            meetup.cancel(body.reason, at: call.now)
            var book = GuestBook(of: found.meetup, context, in: transaction)
            book.replace(meetup)
            try book.finish()
            try MeetupNews(.cancelled, of: meetup.id, at: call.now).save(in: transaction)
        }
        guard let listing = try found.view.listing(meetup, found.guest, in: transaction) else {
            throw HTTPProblem.notFound
        }
        return .success(listing)
    }

    private static let versionRequired = HTTPProblem(
        428, .versionRequired, "Read the meetup first, and send its version as If-Match.")

    private static let versionConflict = HTTPProblem(
        412, .versionConflict, "The meetup was changed elsewhere. Read it again, then repeat your changes.")
}
