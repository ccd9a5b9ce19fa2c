import BackendRuntime
import Meetups
import Networking
import OrbitModels
import OrbitStore

/// `GET /meetups/{meetup_id}`, with the version that an edit names.
struct ReadMeetup: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.signedInReading(MeetupRoutes.read, perform: perform)] }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let found = try FoundMeetup(call, by: caller.account, context, link: call.query["link"], in: reader)
        guard let listing = try found.view.listing(found.meetup, found.guest, in: reader) else {
            throw HTTPProblem.notFound
        }
        return .success(
            listing, cache: .revalidated, entityTag: found.view.entityTag(found.meetup, found.guest))
    }
}
