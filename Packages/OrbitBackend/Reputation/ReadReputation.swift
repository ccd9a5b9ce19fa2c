import BackendRuntime
import Networking
import OrbitModels
import OrbitStore
import Reputation

/// `GET /users/me/reputation`, `GET /users/{user_id}/reputation` and `GET /users/me/points`: the caller's own
/// reputation, the reputation of another person, and the caller's points.
///
/// The reputation of another person contains only values that others may see. For a person that the caller may not see,
/// the response is the same as for a person who does not exist.
struct ReadReputation: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(StandingRoutes.own, as: .person, perform: own),
            context.signedInReading(StandingRoutes.person, as: .person, perform: person),
            context.signedInReading(StandingRoutes.points, as: .person, perform: points),
        ]
    }

    private func own(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let own = try StandingReader(context, in: reader, at: call.now).own(caller.account)
        return .success(Keyed(own), cache: .revalidated)
    }

    private func person(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let id = call.parameter("user_id", as: UserID.self)
        let account =
            id == caller.userID
            ? caller.account
            : try VisiblePeople([id], for: caller.account, matches: [], in: reader).accounts[id]
        guard let account else { throw HTTPProblem.noSuchPerson }
        let shown = try StandingReader(context, in: reader, at: call.now).shown(of: account)
        return .success(Keyed(shown), cache: .revalidated)
    }

    private func points(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let query = IndexQuery(PointRecord.byPerson, group: caller.userID.rawValue)
        let page = try PageReader(call, list: "points \(caller.userID)").page(
            of: PointRecord.self, from: [query], in: reader
        ) { record in record.earned }
        return .success(page, cache: .revalidated)
    }
}
