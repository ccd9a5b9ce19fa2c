import BackendRuntime
import Foundation
import ICalendar
import Meetups
import Networking
import OrbitModels
import Trust
import Validation

/// `POST /meetups`: the caller hosts a meetup, or a series of meetups that one transaction creates.
struct CreateMeetup: Operations {
    static let creating = RateLimit(
        name: "meetups", tiers: [.init(count: 10, window: 3_600), .init(count: 20, window: 86_400)])
    /// Limits series further, because each contains many meetups.
    static let creatingSeries = RateLimit(name: "meetup-series", tiers: [.init(count: 4, window: 86_400)])

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInOnce(
                MeetupRoutes.create, as: .person,
                BodyReader<MeetupEntry>.json.checked { body, now in
                    try MeetupPlanRules(at: now).plan(ofRequest: CheckedMeetupTexts(body))
                }, perform: perform)
        ]
    }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<MeetupEntry, MeetupPlan>
    ) throws -> OperationResult {
        let plan = try checked.value()
        let occurrences = try occurrences(of: plan, repeating: checked.body.repeats, at: call.now)
        var gate = TrustGate(of: caller.account, context, in: transaction)
        try gate.require(.host(places: plan.places))
        if occurrences.count > 1 { try gate.require(.hostSeries) }
        try limit(caller.userID, occurrences.count, in: transaction)
        let words = SearchableWords(of: plan)
        let square = context.square(of: plan, on: caller.account.campus)
        let view = MeetupView(of: caller.account, context, at: call.now)
        var first: MeetupListing?
        for (plan, series) in occurrences {
            var meetup = MeetupRecord(
                id: MeetupID(context.newIdentifier()), host: caller.account, plan: plan, words: words, square: square,
                series: series, link: context.newIdentifier(), at: call.now)
            var host = GuestRecord(caller.userID, at: &meetup, .host, since: call.now)
            host.follow(meetup)
            try transaction.put(meetup)
            try transaction.put(host)
            try AttendanceLedger(of: meetup, context, in: transaction).sendMeetup(to: caller.account, host)
            if first == nil { first = try view.listing(meetup, host, in: transaction) }
        }
        guard let first else { throw HTTPProblem.notFound }
        return .success(first)
    }

    private func occurrences(
        of plan: MeetupPlan, repeating rule: String?, at now: Date
    ) throws -> [(plan: MeetupPlan, series: SeriesPart?)] {
        guard let rule else { return [(plan, nil)] }
        let series: SeriesPlan
        do {
            series = try SeriesPlan(plan, repeating: rule, at: now)
        } catch {
            throw HTTPProblem.invalidPlan(error.failures)
        }
        let id = SeriesID(context.newIdentifier())
        return series.occurrences.enumerated().map { number, occurrence in
            let position = SeriesPosition(id: id, rule: series.rule.description, occurrence: occurrence.wallTime)
            return (occurrence.plan, SeriesPart(position, number: number))
        }
    }

    private func limit(_ host: UserID, _ count: Int, in transaction: LogTransaction) throws {
        let now = transaction.now
        let limits = [Self.creating] + (count > 1 ? [Self.creatingSeries] : [])
        try RateLimit.admit(
            limits.map { ($0, host.rawValue) }, in: transaction, now: now,
            message: "You have planned many meetups lately. Try again later.")
        let hosted = try MeetupRecord.hosted(by: host, in: transaction, now: now).count
        guard hosted + count <= MeetupLimits.maxHosted else {
            throw HTTPProblem.tooManyMeetups(
                "You host too many meetups. Cancel one, or wait until one ends.", most: MeetupLimits.maxHosted)
        }
    }
}

extension MeetupPlanRules {
    /// Whether a request with this failure is refused. Values that this server does not know are refused, because they
    /// could show any text to other people.
    static func refusesRequest(with failure: FieldFailure) -> Bool {
        failure.severity == .block || failure.code == .unknownValue
    }

    /// Returns the plan of a request.
    ///
    /// - Throws: ``HTTPProblem`` with all failures if the plan is not valid.
    func plan(ofRequest texts: CheckedMeetupTexts) throws -> MeetupPlan {
        do {
            return try plan(of: texts, refusing: Self.refusesRequest)
        } catch {
            throw HTTPProblem.invalidPlan(error.failures)
        }
    }
}

extension HTTPProblem {
    /// Returns the problem of a plan that is not valid, with a failure for each field.
    static func invalidPlan(_ failures: [FieldFailure]) -> HTTPProblem {
        var failures = failures
        for index in failures.indices { failures[index].severity = .block }
        return invalidInput(failures, "Check your meetup. Something is not right yet.")
    }
}

extension BackendContext {
    /// Returns the grid square of a plan's place; `nil` without coordinates, or if the centre of the campus is unknown.
    func square(of plan: MeetupPlan, on campus: String) -> MeetupRecord.Square? {
        guard let point = plan.place.coordinates, let square = grid(of: campus)?.square(of: point) else { return nil }
        return MeetupRecord.Square(column: square.column, row: square.row)
    }
}
