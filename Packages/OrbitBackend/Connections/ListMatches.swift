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
        let sides = [MatchRecord.byFirst, MatchRecord.bySecond].map { IndexQuery($0, group: caller.userID.rawValue) }
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
