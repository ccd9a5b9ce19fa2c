import Connections
import Networking
import OrbitModels

/// `POST /pokes/{poke_id}/accept`, `decline`, `ignore` and `withdraw`, by the rules of `PokeState`.
///
/// To everyone but its two people a poke does not exist, and neither does it once one has blocked the other.
struct AnswerPoke: Sendable {
    let context: Context

    var operations: [Operation] {
        [
            operation(PokeRoutes.accept, .accept), operation(PokeRoutes.decline, .decline),
            operation(PokeRoutes.ignore, .ignore), operation(PokeRoutes.withdraw, .withdraw),
        ]
    }

    private func operation(_ route: Route, _ action: PokeAction) -> Operation {
        context.signedInOnce(route, .none) { transaction, call, caller, _ in
            try perform(action, transaction, call, caller)
        }
    }

    private func perform(
        _ action: PokeAction, _ transaction: any StoreTransaction, _ call: Call, _ caller: Caller
    ) throws -> Reply {
        guard var record = try transaction.get(PokeRecord.self, call.parameters["poke_id"] ?? ""),
            let party = record.party(of: caller.userID),
            let other = try Visibility(of: caller.account, in: transaction)
                .account(record.from == caller.userID ? record.to : record.from)
        else { throw Refusal.notFound }
        let before = record.state(at: call.now)
        let after = try Self.state(before, after: action, by: party)
        let relation = Relation(caller.account, other, in: transaction, now: call.now)

        if after == .accepted {
            // An accepted poke that is accepted again names its match, and does not bring back one that has ended.
            let match =
                before == .accepted
                ? try relation.activeMatch()
                : try relation.connect(
                    on: context.day(on: caller.account.campus, at: call.now), newID: context.newIdentifier)
            guard let match else { throw Self.over(.over(before)) }
            return try .success(MatchData(match: match.match(with: other)))
        }
        if after != before {
            record.move(to: after, at: call.now)
            try transaction.put(record)
        }
        return try .success(PokeData(poke: record.poke(for: party, at: call.now)))
    }

    private static func state(
        _ state: PokeState, after action: PokeAction, by party: PokeParty
    ) throws -> PokeState {
        do {
            return try state.after(action, by: party)
        } catch .notYours {
            throw Refusal(403, .forbidden, PokeRefusal.notYours.errorDescription ?? "")
        } catch {
            throw over(error)
        }
    }

    private static func over(_ refusal: PokeRefusal) -> Refusal {
        Refusal(409, .pokeOver, refusal.errorDescription ?? "")
    }
}

extension PokeRecord {
    /// `nil` for a third person.
    fileprivate func party(of id: UserID) -> PokeParty? {
        id == from ? .asker : id == to ? .recipient : nil
    }
}
