import BackendRuntime
import Meetups
import Networking
import OrbitModels
import OrbitStore

/// `GET /meetups/map`: the meetups that the caller may find, counted by square. It counts no meetup that the list of
/// the same filter does not contain. Like an empty page of the list, `complete_until` can reveal that the search has
/// read hidden meetups up to its bounds, but not when they begin.
struct ReadMeetupMap: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.searchingMeetups(MeetupMapRoutes.map, perform: perform)] }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let view = MeetupView(of: caller.account, context, at: call.now)
        var search = try MeetupSearch(
            MeetupFilter(call), for: view, context.grid(of: caller.account.campus), in: reader)
        return .success(try search.count(), cache: .revalidated)
    }
}
