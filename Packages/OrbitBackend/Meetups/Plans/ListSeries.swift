import Meetups
import Networking
import OrbitModels

/// `GET /meetups/series/{series_id}`: the occurrences of a series that are not over, as far as the caller may find them.
/// For callers who find none, and of a series that there is not, the list is empty.
struct ListSeries: Operations {
    let context: Context

    var handlers: [RouteHandler] { [context.signedInReading(MeetupRoutes.series, perform: perform)] }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        guard caller.account.isComplete else { throw HTTPProblem.profileIncomplete }
        let view = MeetupView(of: caller.account, context, at: call.now)
        let series = try SeriesPart.meetups(of: SeriesID(call.parameters["series_id"] ?? ""), in: reader)
            .filter { call.now < $0.plan.span.end }
        let guests = try reader.get(GuestRecord.self, all: series.map { GuestRecord.key($0.id, caller.userID) })
        let people = try VisiblePeople(series.map(\.hostID), for: caller.account, in: reader)
        let listings = series.compactMap { meetup -> MeetupListing? in
            let guest = guests[GuestRecord.key(meetup.id, caller.userID)]
            let host = meetup.hostID == caller.userID ? view.oneself : people.person(meetup.hostID, on: view.day)
            guard let host, view.finds(meetup, guest, isMatch: people.matches.contains(meetup.hostID)) else {
                return nil
            }
            return view.listing(meetup, guest, host: host)
        }
        let order = listings.sorted {
            ($0.meetup.plan.span.start, $0.id) < ($1.meetup.plan.span.start, $1.id)
        }
        return .success(Page(order), cache: .revalidated)
    }
}
