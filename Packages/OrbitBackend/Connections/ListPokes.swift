import BackendRuntime
import Connections
import Foundation
import Networking
import OrbitModels
import OrbitStore

/// `GET /pokes/incoming` and `/pokes/outgoing`: the pokes, the latest first. Neither response contains the total
/// number.
struct ListPokes: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(PokeRoutes.incoming, perform: incoming),
            context.signedInReading(PokeRoutes.outgoing, perform: outgoing),
        ]
    }

    private func incoming(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let day = context.day(on: caller.account.campus, at: call.now)
        let matches = try VisiblePeople.matches(of: caller.userID, in: reader)
        let oldest = call.now.addingTimeInterval(-PokeLimits.standard.lifetime).milliseconds
        let query = IndexQuery(PokeRecord.incoming, group: caller.userID.rawValue, ranks: oldest ... .max)
        let page = try PageReader(call, list: "incoming \(caller.userID)").page(
            of: PokeRecord.self, from: [query], in: reader
        ) { (records: [PokeRecord]) -> [IncomingPoke?] in
            let people = try VisiblePeople(records.map(\.from), for: caller.account, matches: matches, in: reader)
            return records.map { record in
                guard record.state(at: call.now) == .pending, let sender = people.person(record.from, on: day) else {
                    return nil
                }
                return record.incoming(to: caller.account, from: sender, now: call.now)
            }
        }
        return .success(page, cache: .revalidated)
    }

    private func outgoing(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let day = context.day(on: caller.account.campus, at: call.now)
        let matches = try VisiblePeople.matches(of: caller.userID, in: reader)
        let query = IndexQuery(PokeRecord.outgoing, group: caller.userID.rawValue)
        let page = try PageReader(call, list: "outgoing \(caller.userID)").page(
            of: PokeRecord.self, from: [query], in: reader
        ) { (records: [PokeRecord]) -> [OutgoingPoke?] in
            let people = try VisiblePeople(records.map(\.to), for: caller.account, matches: matches, in: reader)
            return records.map { record in
                people.person(record.to, on: day).map { record.outgoing(to: $0, now: call.now) }
            }
        }
        return .success(page, cache: .revalidated)
    }
}
