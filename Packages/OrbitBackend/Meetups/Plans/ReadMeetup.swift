import BackendRuntime
import Meetups
import Networking
import OrbitModels
import OrbitStore

/// `GET /meetups/{meetup_id}`: a meetup, with the version for `If-Match` of an edit.
struct ReadMeetup: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.signedInReading(MeetupRoutes.read, perform: perform)] }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let found = try MeetupAccess(call, by: caller.account, context, link: call.query["link"], in: reader)
        guard let listing = try found.view.listing(found.meetup, found.guest, in: reader) else {
            throw HTTPProblem.notFound
        }
        return .success(
            listing, cache: .revalidated, entityTag: found.view.entityTag(found.meetup, found.guest))
    }
}

/// `GET /meetups/series/{series_id}`: the occurrences of a series that have not ended and that the caller finds. The
/// list is empty for an unknown series, and for callers who find no occurrence.
struct ListSeries: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.signedInReading(MeetupRoutes.series, as: .person, perform: perform)] }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let view = MeetupView(of: caller.account, context, at: call.now)
        let series = try SeriesPart.meetups(of: call.parameter("series_id", as: SeriesID.self), in: reader)
            .filter { call.now < $0.plan.span.end }
        let matches = try VisiblePeople.matches(of: caller.userID, in: reader)
        let order = try view.findable(series, matches: matches, in: reader).sorted {
            ($0.meetup.plan.span.start, $0.id) < ($1.meetup.plan.span.start, $1.id)
        }
        let shown = try VisibleCounts(for: caller.userID, at: call.now, in: reader).of(order)
        return .success(Page(shown), cache: .revalidated)
    }
}
