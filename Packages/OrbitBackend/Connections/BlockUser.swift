import Connections
import Networking
import OrbitModels

/// `POST` and `DELETE /blocks/{user_id}`: from one request to the next, two people do not exist for each other.
struct BlockUser: Sendable {
    let context: Context

    var operations: [Operation] {
        [
            context.signedIn(BlockRoutes.block, .none, perform: block),
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
        let idempotency = try Idempotency(call, scope: "user \(caller.userID)", payload: [], context)
        return try idempotency.perform(in: transaction) {
            try transaction.put(
                BlockRecord(blocker: caller.userID, blocked: account.id, campus: caller.account.campus))
            try Relation(caller.account, account, in: transaction, now: call.now).part(by: caller.userID)
            return try .success(MessageData(message: "You will not see each other any more."))
        }
    }

    private func unblock(
        _ transaction: any StoreTransaction, _ call: Call, _ caller: Caller, _ body: Void
    ) throws -> Reply {
        let blocked = UserID(call.parameters["user_id"] ?? "")
        try transaction.delete(BlockRecord.self, BlockRecord.key(caller.userID, blocked))
        return try .success(MessageData(message: "The block is lifted."))
    }
}
