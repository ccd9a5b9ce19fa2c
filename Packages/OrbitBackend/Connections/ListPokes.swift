import Connections
import Foundation
import Networking
import OrbitModels

/// `GET /pokes/incoming` and `/pokes/outgoing`: the latest first. Neither says how many there are.
struct ListPokes: Operations {
    let context: Context

    var handlers: [RouteHandler] {
        [
            context.signedInReading(PokeRoutes.incoming, perform: incoming),
            context.signedInReading(PokeRoutes.outgoing, perform: outgoing),
        ]
    }

    private func incoming(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let day = context.day(on: caller.account.campus, at: call.now)
        let visibility = Visibility(of: caller.account, in: reader)
        let oldest = call.now.addingTimeInterval(-PokeLimits.standard.lifetime).milliseconds
        let query = IndexQuery(PokeRecord.incoming, group: caller.userID.rawValue, ranks: oldest ... .max)
        let page = try PageReader(call, list: "incoming \(caller.userID)").page(
            of: PokeRecord.self, from: [query], in: reader
        ) { record -> IncomingPoke? in
            guard record.state(at: call.now) == .pending,
                let asker = try visibility.account(record.from)
            else { return nil }
            return try record.incoming(to: caller.account, from: asker, on: day, in: reader, now: call.now)
        }
        return .success(page, cache: .revalidated)
    }

    private func outgoing(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let day = context.day(on: caller.account.campus, at: call.now)
        let visibility = Visibility(of: caller.account, in: reader)
        let query = IndexQuery(PokeRecord.outgoing, group: caller.userID.rawValue)
        let page = try PageReader(call, list: "outgoing \(caller.userID)").page(
            of: PokeRecord.self, from: [query], in: reader
        ) { record -> OutgoingPoke? in
            try visibility.account(record.to).flatMap {
                try record.outgoing(by: caller.account, to: $0, on: day, in: reader, now: call.now)
            }
        }
        return .success(page, cache: .revalidated)
    }
}
