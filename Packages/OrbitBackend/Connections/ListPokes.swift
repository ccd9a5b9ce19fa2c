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
        let day = context.campusDay(at: call.now)
        let visibility = try Visibility(of: caller.account, in: reader)
        let oldest = call.now.addingTimeInterval(-PokeLimits.standard.lifetime).milliseconds
        let query = IndexQuery(PokeRecord.incoming, group: caller.userID.rawValue, ranks: oldest ... .max)
        let page = try PageReader(call, list: "incoming \(caller.userID)").page(
            of: PokeRecord.self, from: [query], in: reader
        ) { record -> IncomingPoke? in
            guard record.state(at: call.now) == .pending,
                let account = try visibility.account(record.from, in: reader),
                let person = visibility.person(account, on: day), let mine = caller.account.profile
            else { return nil }
            return IncomingPoke(
                poke: record.poke(for: .recipient, at: call.now), person: person,
                shared: SharedContext(of: mine, and: person.profile))
        }
        return try .success(
            PokesPage(pokes: LossyList(page.elements), nextCursor: page.nextCursor), cache: .revalidated)
    }

    private func outgoing(_ reader: any StoreReader, _ call: Call, _ caller: Caller) throws -> Reply {
        let day = context.campusDay(at: call.now)
        let visibility = try Visibility(of: caller.account, in: reader)
        let query = IndexQuery(PokeRecord.outgoing, group: caller.userID.rawValue)
        let page = try PageReader(call, list: "outgoing \(caller.userID)").page(
            of: PokeRecord.self, from: [query], in: reader
        ) { record -> OutgoingPoke? in
            guard let account = try visibility.account(record.to, in: reader),
                let person = visibility.person(account, on: day)
            else { return nil }
            return OutgoingPoke(poke: record.poke(for: .asker, at: call.now), person: person)
        }
        return try .success(
            PokesPage(pokes: LossyList(page.elements), nextCursor: page.nextCursor), cache: .revalidated)
    }
}
