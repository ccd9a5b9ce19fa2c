import BackendRuntime
import Connections
import Networking
import OrbitModels
import OrbitStore

/// `POST /pokes/{poke_id}/accept`, `decline`, `ignore` and `withdraw`, by the rules of `PokeState`.
///
/// A poke exists only for its two people. A block between the two hides it from both.
struct RespondToPoke: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            handler(PokeRoutes.accept, .accept), handler(PokeRoutes.decline, .decline),
            handler(PokeRoutes.ignore, .ignore), handler(PokeRoutes.withdraw, .withdraw),
        ]
    }

    private func handler(_ route: Route, _ action: PokeAction) -> RouteHandler {
        context.signedInOnce(route, .none) { transaction, call, caller, _ in
            try perform(action, transaction, call, caller)
        }
    }

    private func perform(
        _ action: PokeAction, _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller
    ) throws -> OperationResult {
        guard let record = try transaction.get(PokeRecord.self, call.parameter("poke_id")),
            let party = record.party(of: caller.userID),
            let other = try Visibility(of: caller.account, in: transaction)
                .account(record.from == caller.userID ? record.to : record.from)
        else { throw HTTPProblem.notFound }
        let before = record.state(at: call.now)
        let after = try Self.state(before, after: action, by: party)
        let pairState = context.pairState(caller.account, other, in: transaction)

        if after == .accepted {
            // Accepting an accepted poke again returns its match, and does not restore a match that has ended.
            let match =
                before == .accepted
                ? try pairState.activeMatch()
                : try pairState.connect(by: .poke, newID: context.newIdentifier)
            guard let match else { throw Self.over(.over(before)) }
            return .success(Keyed(match.match(with: other)), about: [other.id])
        }
        let moved = try pairState.move(record, to: after)
        return .success(Keyed(moved.poke(for: party, at: call.now)), about: [other.id])
    }

    private static func state(
        _ state: PokeState, after action: PokeAction, by party: PokeParty
    ) throws -> PokeState {
        do {
            return try state.after(action, by: party)
        } catch .notYours {
            throw HTTPProblem(403, .forbidden, PokeRefusal.notYours.errorDescription ?? "")
        } catch {
            throw over(error)
        }
    }

    private static func over(_ refusal: PokeRefusal) -> HTTPProblem {
        HTTPProblem(409, .pokeOver, refusal.errorDescription ?? "")
    }
}

extension PokeRecord {
    /// Returns the role of a person in the poke; `nil` for a third person.
    fileprivate func party(of id: UserID) -> PokeParty? {
        id == from ? .sender : id == to ? .recipient : nil
    }
}
