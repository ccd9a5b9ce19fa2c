import BackendRuntime
import Discover
import Networking
import OrbitModels
import OrbitStore

/// `PUT` and `DELETE /discover/less-like/{user_id}`: marks a person "less like this", or removes the mark.
///
/// A marked person is not suggested any more, and similar people come later in the list of suggestions. The people that
/// the caller has marked are the response to `GET /discover/less-like`.
struct ShowLess: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(DiscoverRoutes.negativeFeedback, perform: list),
            context.signedIn(DiscoverRoutes.showLess, .none, perform: showLess),
            context.signedIn(DiscoverRoutes.undoShowLess, .none, perform: undoShowLess),
        ]
    }

    private func list(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let day = context.day(on: caller.account.campus, at: call.now)
        let marked = try PreferenceRecord.of(caller.userID, in: reader).lessLike
        let people = try VisiblePeople(marked, for: caller.account, in: reader)
        return .success(Page(marked.compactMap { people.person($0, on: day) }), cache: .revalidated)
    }

    private func showLess(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        let id = call.parameter("user_id", as: UserID.self)
        let day = context.day(on: caller.account.campus, at: call.now)
        guard let person = try Visibility(of: caller.account, in: transaction).person(id, on: day) else {
            throw HTTPProblem.notFound
        }
        var preferences = try PreferenceRecord.of(caller.userID, in: transaction)
        let hasPoked = try PokeRecord.sent(from: id, to: caller.userID, in: transaction, now: call.now)
            .contains { $0.keepsApart(at: call.now) }
        if preferences.showLess(like: id, hasPoked: hasPoked) {
            try transaction.put(preferences)
            try transaction.append(
                .lessLikeAdded, to: caller.userID, about: id, touches: [.lessLike, .discover],
                data: Keyed(person))
        }
        return .success(MessageData(message: "You will see less like this."))
    }

    private func undoShowLess(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        var preferences = try PreferenceRecord.of(caller.userID, in: transaction)
        let id = call.parameter("user_id", as: UserID.self)
        if preferences.undoShowLess(like: id) {
            try transaction.put(preferences)
            try transaction.append(
                .lessLikeRemoved, to: caller.userID, about: id, touches: [.lessLike, .discover],
                data: Keyed(id))
        }
        return .success(MessageData(message: "We may suggest this person again."))
    }
}
