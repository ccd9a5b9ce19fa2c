import BackendRuntime
import Connections
import Discover
import Foundation
import Networking
import OrbitModels
import OrbitStore

/// `POST /pokes/clear`: ignores many waiting pokes in one request.
struct ClearPokes: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInOnce(PokeRoutes.clear, .json, perform: perform)
        ]
    }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: ClearPokesRequest
    ) throws -> OperationResult {
        let oldest = call.now.addingTimeInterval(-PokeLimits.standard.lifetime).milliseconds
        let waiting = try transaction.list(
            PokeRecord.self, IndexQuery(PokeRecord.incoming, group: caller.userID.rawValue, ranks: oldest ... .max))
        var cleared = 0
        for var record in waiting
        where record.state(at: call.now) == .pending && body.includes(record.poke(for: .recipient, at: call.now)) {
            record.move(to: .ignored, at: call.now)
            try transaction.put(record)
            try transaction.append(
                .pokeClosed, to: caller.userID, about: record.from, touches: [.incomingPokes, .discover],
                data: Keyed(record.id))
            cleared += 1
        }
        return .success(ClearedPokes(cleared: cleared))
    }
}
