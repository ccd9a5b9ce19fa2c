import Connections
import Foundation
import Networking
import OrbitModels

/// `GET /pokes/incoming` and `/pokes/outgoing`: the latest first. Neither says how many there are.
struct ListPokes: Sendable {
    let context: Context

    var operations: [Operation] {
        [
            context.signedInReading(PokeRoutes.incoming, perform: incoming),
            context.signedInReading(PokeRoutes.outgoing, perform: outgoing),
        ]
    }

    private func incoming(_ reader: any StoreReader, _ call: Call, _ caller: Caller) throws -> Reply {
        let day = context.day(on: caller.account.campus, at: call.now)
        let visibility = Visibility(of: caller.account, in: reader)
        let oldest = call.now.addingTimeInterval(-PokeLimits.standard.lifetime).milliseconds
        let query = IndexQuery(PokeRecord.incoming, group: caller.userID.rawValue, ranks: oldest ... .max)
        let page = try PageReader(call, list: "incoming \(caller.userID)").page(
            of: PokeRecord.self, from: [query], in: reader
        ) { record -> IncomingPoke? in
            guard record.state(at: call.now) == .pending,
                let person = try visibility.person(record.from, on: day), let mine = caller.account.profile
            else { return nil }
            return IncomingPoke(
                poke: record.poke(for: .recipient, at: call.now), person: person,
                shared: SharedContext(of: mine, and: person.profile))
        }
        return try .success(
            PokesPage(pokes: LossyList(page.elements), nextCursor: page.nextCursor), cache: .revalidated)
    }

    private func outgoing(_ reader: any StoreReader, _ call: Call, _ caller: Caller) throws -> Reply {
        let day = context.day(on: caller.account.campus, at: call.now)
        let visibility = Visibility(of: caller.account, in: reader)
        let query = IndexQuery(PokeRecord.outgoing, group: caller.userID.rawValue)
        let page = try PageReader(call, list: "outgoing \(caller.userID)").page(
            of: PokeRecord.self, from: [query], in: reader
        ) { record -> OutgoingPoke? in
            try visibility.person(record.to, on: day).map {
                OutgoingPoke(poke: record.poke(for: .asker, at: call.now), person: $0)
            }
        }
        return try .success(
            PokesPage(pokes: LossyList(page.elements), nextCursor: page.nextCursor), cache: .revalidated)
    }
}
