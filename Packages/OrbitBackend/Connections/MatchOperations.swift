import BackendRuntime
import Connections
import Matching
import Networking
import OrbitModels
import OrbitStore

/// `GET /matches`: the people the caller is matched with, the latest first.
struct ListMatches: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.signedInReading(MatchRoutes.list, perform: perform)] }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let sides = [MatchRecord.activeByFirst, MatchRecord.activeBySecond].map {
            IndexQuery($0, group: caller.userID.rawValue)
        }
        let page = try PageReader(call, list: "matches \(caller.userID)").page(
            of: MatchRecord.self, from: sides, in: reader
        ) { (records: [MatchRecord]) -> [Match?] in
            let partners = records.map { $0.pair.partner(of: caller.userID) }
            let people = try VisiblePeople(partners, for: caller.account, matches: [], in: reader)
            return zip(records, partners).map { record, partner in
                people.accounts[partner].map { record.match(with: $0) }
            }
        }
        return .success(page, cache: .revalidated)
    }
}

/// `POST /matches/{match_id}/disconnect`: ends a match for both. The daily pairing does not match the two again.
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
        let pairState = context.pairState(caller.account, other, in: transaction)
        if record.isActive { try pairState.disconnect(by: caller.userID) }
        let match = try pairState.match() ?? record
        return .success(Keyed(match.match(with: other)), about: [other.id])
    }
}
