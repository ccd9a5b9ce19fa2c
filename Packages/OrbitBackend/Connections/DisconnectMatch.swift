import BackendRuntime
import Connections
import Matching
import Networking
import OrbitModels
import OrbitStore

/// `POST /matches/{match_id}/disconnect`: ends a match for both. The two are not paired by chance again.
struct DisconnectMatch: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.signedInOnce(MatchRoutes.disconnect, .none, perform: perform)] }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        guard let record = try transaction.get(MatchRecord.self, call.parameter("match_id")),
            record.pair.contains(caller.userID),
            let other = try Visibility(of: caller.account, in: transaction)
                .account(record.pair.partner(of: caller.userID))
        else { throw HTTPProblem.notFound }
        let relation = context.relation(caller.account, other, in: transaction)
        if record.isActive { try relation.part(by: caller.userID) }
        let match = try relation.match() ?? record
        return .success(Named(match.match(with: other)), about: [other.id])
    }
}
