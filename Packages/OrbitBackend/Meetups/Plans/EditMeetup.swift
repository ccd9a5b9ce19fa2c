import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import Trust
import Validation

/// `PATCH /meetups/{meetup_id}`: the host changes the plan of a meetup, or of an occurrence and the following ones of
/// its series.
///
/// The people concerned are notified after the commit; see ``AttendeeNotifier``.
struct EditMeetup: Operations {
    static let editing = RateLimit(name: "meetup-edits", tiers: [.init(count: 20, window: 3_600)])
    /// Limits changes of a series, because each changes many meetups.
    static let editingSeries = RateLimit(name: "series-edits", tiers: [.init(count: 6, window: 3_600)])

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedIn(
                MeetupRoutes.edit,
                BodyReader<MeetupEntry>.json.checked(
                    { body, _ in CheckedMeetupTexts(body) }, refusing: { try Self.refuse($0) }),
                perform: edit)
        ]
    }

    /// Checks the texts of an entry before the transaction.
    ///
    /// - Throws: ``HTTPProblem`` if the texts are not valid for any plan.
    private static func refuse(_ texts: CheckedMeetupTexts) throws {
        let failures = texts.failures.filter(MeetupPlanRules.refusesRequest)
        guard failures.isEmpty else { throw HTTPProblem.invalidPlan(failures) }
    }

    /// A meetup with its new plan.
    private struct Change {
        let before: MeetupRecord
        let after: MeetupRecord
        let edit: MeetupRecord.Edit
    }

    private func edit(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ body: CheckedBody<MeetupEntry, CheckedMeetupTexts>
    ) throws -> OperationResult {
        let found = try MeetupAccess(call, by: caller.account, context, in: transaction).forHost()
        let versions = call.headers.values(of: .ifMatch)
        guard !versions.isEmpty else { throw Self.versionRequired }
        guard !found.meetup.isClosed(at: call.now) else { throw HTTPProblem.meetupOver }
        let isFollowing = try call.scope() == .following
        let meetup = found.meetup
        let plan = try MeetupPlanRules(at: call.now, replacing: meetup.plan, rule: meetup.series?.place.rule)
            .plan(ofRequest: body.value())
        // A repeated request has no effect, as the plan is the same already.
        if plan != meetup.plan {
            guard EntityTags(versions).matchStrongly(found.view.entityTag(meetup, found.guest)) else {
                throw Self.versionConflict
            }
            // A lower trust level does not revoke permissions of an existing meetup. Only a plan with more places needs
            // a permission.
            if plan.places > meetup.plan.places {
                var gate = TrustGate(of: caller.account, context, in: transaction)
                try gate.require(.host(places: plan.places))
            }
            let changes =
                isFollowing
                ? try following(meetup, plan, in: transaction) : [try alone(meetup, plan, at: call.now)]
            try limit(changes.compactMap(\.self), of: isFollowing ? meetup.series : nil, in: transaction)
            for change in changes.compactMap(\.self) { try save(change, in: transaction) }
        }
        guard let saved = try MeetupRecord.of(meetup.id, in: transaction),
            let listing = try found.view.listing(saved, found.guest, in: transaction)
        else { throw HTTPProblem.notFound }
        return .success(listing, cache: .revalidated, entityTag: found.view.entityTag(saved, found.guest))
    }

    private func alone(_ meetup: MeetupRecord, _ plan: MeetupPlan, at now: Date) throws -> Change? {
        change(meetup, plan, meetup.series?.keeping(meetup.plan.changes(to: plan)), at: now)
    }

    private func following(
        _ meetup: MeetupRecord, _ plan: MeetupPlan, in transaction: LogTransaction
    ) throws -> [Change?] {
        let now = transaction.now
        guard let series = meetup.series else { return [try alone(meetup, plan, at: now)] }
        let edit: SeriesEdit
        do {
            edit = try SeriesEdit(from: meetup.plan, to: plan, at: series.place)
        } catch {
            throw HTTPProblem.invalidPlan(error.failures)
        }
        let plans = try meetup.andFollowing(in: transaction, now: now).map { one in
            guard one.id != meetup.id, let part = one.series else {
                return (meetup: one, plan: plan, series: series.following(edit, isFirst: true))
            }
            let rules = MeetupPlanRules(at: now, replacing: one.plan, rule: part.place.rule)
            let entry = edit.entry(one.plan, at: part.place, keeping: part.own)
            let followingPlan = try rules.plan(ofRequest: CheckedMeetupTexts(ofPlans: entry))
            return (one, followingPlan, part.following(edit, isFirst: false))
        }
        if edit.changed.contains(.time) {
            let spans = plans.filter { !$0.series.own.contains(.time) }.map(\.plan.span)
            guard zip(spans, spans.dropFirst()).allSatisfy({ $0.end <= $1.start }) else {
                throw HTTPProblem.invalidPlan([FieldFailure(path: "end_time", code: .overlaps)])
            }
        }
        return plans.map { change($0.meetup, $0.plan, $0.series, at: now) }
    }

    private func change(_ before: MeetupRecord, _ plan: MeetupPlan, _ series: SeriesPart?, at now: Date) -> Change? {
        var after = before
        let square = context.square(of: plan, on: before.campus)
        return after.edit(plan, square: square, series: series, at: now).map {
            Change(before: before, after: after, edit: $0)
        }
    }

    private func save(_ change: Change, in transaction: LogTransaction) throws {
        var ledger = AttendanceLedger(of: change.before, context, in: transaction)
        ledger.replace(change.after)
        try ledger.promoteFromWaitlist()
        try ledger.commit()
        let content = MeetupFanOutJob.Content.changed(
            isTime: change.edit.isTime, isForAttendeesOnly: change.edit.isForAttendeesOnly)
        try MeetupFanOutJob(content, of: change.after.id, by: change.after.hostID, at: transaction.now)
            .save(in: transaction)
    }

    /// Throws ``HTTPProblem`` if a plan has fewer places than are taken, or if the host has edited too often.
    ///
    /// A capacity below the number of taken places would remove guests, and a number alone does not say which guests.
    private func limit(_ changes: [Change], of series: SeriesPart?, in transaction: LogTransaction) throws {
        let crowded = changes.filter { change in
            change.after.plan.capacity.map { $0 < change.after.taken(at: transaction.now) } ?? false
        }
        if let most = crowded.map({ $0.after.taken(at: transaction.now) }).max() {
            let parameters: [String: ParameterValue] = ["min": .integer(most)]
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: "capacity", code: .outOfRange, parameters: parameters)],
                "More people already have a place. Choose more places.")
        }
        let limits =
            changes.prefix(1).map { (Self.editing, $0.before.id.rawValue) }
            + (series.map { [(Self.editingSeries, $0.place.id.rawValue)] } ?? [])
        try RateLimit.admit(
            limits, in: transaction, now: transaction.now,
            message: "You have changed this meetup often. Try again later.")
    }

    private static let versionRequired = HTTPProblem(
        428, .versionRequired, "Load the meetup first. Then send its version as If-Match.")

    private static let versionConflict = HTTPProblem(
        412, .versionConflict, "The meetup was changed elsewhere. Load it again, then repeat your changes.")
}

extension RequestContext {
    /// Returns the scope of the change in the query: one occurrence, or also the following ones.
    fileprivate func scope() throws -> SeriesScope {
        guard let text = query["scope"] else { return .this }
        guard let scope = SeriesScope(rawValue: text) else {
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: "scope", code: .unknownValue)], "Choose this or following.")
        }
        return scope
    }
}
