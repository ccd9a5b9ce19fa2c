import Discover
import Networking
import OrbitModels

/// `PUT` and `DELETE /discover/less-like/{user_id}`: suggests someone no more, and those who are like them later; and
/// `GET /discover/less-like`: of whom the caller has said so.
struct ShowLess: Sendable {
    let context: Context

    var operations: [Operation] {
        [
            context.signedInReading(DiscoverRoutes.lessLiked, perform: list),
            context.signedIn(DiscoverRoutes.showLess, .none, perform: showLess),
            context.signedIn(DiscoverRoutes.takeBackLess, .none, perform: takeBack),
        ]
    }

    private func list(_ reader: any StoreReader, _ call: Call, _ caller: Caller) throws -> Reply {
        let visibility = Visibility(of: caller.account, in: reader)
        let day = context.day(on: caller.account.campus, at: call.now)
        let people = try TasteRecord.of(caller.userID, in: reader).lessLike
            .compactMap { try visibility.person($0, on: day) }
        return try .success(LessLikedPeople(people: LossyList(people)), cache: .revalidated)
    }

    private func showLess(
        _ transaction: any StoreTransaction, _ call: Call, _ caller: Caller, _ body: Void
    ) throws -> Reply {
        let id = UserID(call.parameters["user_id"] ?? "")
        guard try Visibility(of: caller.account, in: transaction).account(id) != nil else {
            throw Refusal.notFound
        }
        var taste = try TasteRecord.of(caller.userID, in: transaction)
        taste.showLess(like: id)
        try transaction.put(taste)
        return try .success(MessageData(message: "You will see less like this."))
    }

    private func takeBack(
        _ transaction: any StoreTransaction, _ call: Call, _ caller: Caller, _ body: Void
    ) throws -> Reply {
        var taste = try TasteRecord.of(caller.userID, in: transaction)
        if taste.takeBackLess(like: UserID(call.parameters["user_id"] ?? "")) { try transaction.put(taste) }
        return try .success(MessageData(message: "They may be suggested again."))
    }
}
