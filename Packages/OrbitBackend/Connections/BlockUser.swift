import Connections
import Networking
import OrbitModels

/// `GET /blocks`, and `POST` and `DELETE /blocks/{user_id}`: from one request to the next, two people do not exist for each other.
struct BlockUser: Sendable {
    let context: Context

    var operations: [Operation] {
        [
            context.signedInReading(BlockRoutes.list, perform: list),
            context.signedInOnce(BlockRoutes.block, .none, perform: block),
            context.signedIn(BlockRoutes.unblock, .none, perform: unblock),
        ]
    }

    private func block(
        _ transaction: any StoreTransaction, _ call: Call, _ caller: Caller, _ body: Void
    ) throws -> Reply {
        // Someone who has blocked the caller, or whose profile is not complete, can be blocked all the same.
        guard let account = try transaction.get(AccountRecord.self, call.parameters["user_id"] ?? ""),
            account.campus == caller.account.campus, account.id != caller.userID
        else { throw Refusal.notFound }
        if try transaction.get(BlockRecord.self, BlockRecord.key(caller.userID, account.id)) == nil {
            let seen = try Visibility(of: caller.account, in: transaction).account(account.id)
            try transaction.put(
                BlockRecord(
                    blocker: caller.userID, blocked: account.id, campus: account.campus, name: seen?.profile?.name,
                    blockedAt: call.now))
        }
        try Relation(caller.account, account, in: transaction, now: call.now).part(by: caller.userID)
        return try .success(MessageData(message: "You will not see each other any more."))
    }

    /// Those whom the caller has blocked, not those who have blocked the caller.
    private func list(_ reader: any StoreReader, _ call: Call, _ caller: Caller) throws -> Reply {
        let page = try PageReader(call, list: "blocks \(caller.userID)").page(
            of: BlockRecord.self, from: [IndexQuery(BlockRecord.byBlocker, group: caller.userID.rawValue)], in: reader
        ) { BlockedPerson(userID: $0.blocked, name: $0.name, blockedAt: $0.blockedAt) }
        return try .success(
            BlocksPage(blocks: LossyList(page.elements), nextCursor: page.nextCursor), cache: .revalidated)
    }

    private func unblock(
        _ transaction: any StoreTransaction, _ call: Call, _ caller: Caller, _ body: Void
    ) throws -> Reply {
        let blocked = UserID(call.parameters["user_id"] ?? "")
        try transaction.delete(BlockRecord.self, BlockRecord.key(caller.userID, blocked))
        for id in [caller.userID, blocked] { try DailyList.reopen(of: id, in: transaction) }
        return try .success(MessageData(message: "The block is lifted."))
    }
}
