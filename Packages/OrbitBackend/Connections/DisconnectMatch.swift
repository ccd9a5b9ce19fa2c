import Connections
import Networking
import OrbitModels

/// `POST /matches/{match_id}/disconnect`: ends a match for both. The two are not paired by chance again.
struct DisconnectMatch: Sendable {
    let context: Context

    var operation: Operation { context.signedInOnce(MatchRoutes.disconnect, .none, perform: perform) }

    private func perform(
        _ transaction: any StoreTransaction, _ call: Call, _ caller: Caller, _ body: Void
    ) throws -> Reply {
        guard let record = try MatchRecord.find(MatchID(call.parameters["match_id"] ?? ""), in: transaction),
            record.pair.contains(caller.userID),
            let other = try Visibility(of: caller.account, in: transaction)
                .account(record.pair.partner(of: caller.userID))
        else { throw Refusal.notFound }
        let relation = Relation(caller.account, other, in: transaction, now: call.now)
        if record.isActive { try relation.part(by: caller.userID) }
        return try .success(MatchData(match: (try relation.match() ?? record).match(with: other)))
    }
}
