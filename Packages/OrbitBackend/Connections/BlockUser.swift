import Connections
import Discover
import Matching
import Networking
import OrbitModels

/// `GET /blocks`, and `POST` and `DELETE /blocks/{user_id}`: from one request to the next, two people do not exist for each other.
struct BlockUser: Operations {
    let context: Context

    var handlers: [RouteHandler] {
        [
            context.signedInReading(BlockRoutes.list, perform: list),
            context.signedInOnce(BlockRoutes.block, .none, perform: block),
            context.signedIn(BlockRoutes.unblock, .none, perform: unblock),
        ]
    }

    private func block(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        // A person who has blocked the caller, or whose profile is not complete, can be blocked all the same.
        guard let account = try transaction.get(AccountRecord.self, call.parameters["user_id"] ?? ""),
            account.campus == caller.account.campus, account.id != caller.userID
        else { throw HTTPProblem.notFound }
        let pair = UserPair(caller.userID, account.id)
        if try !BlockRecord.stands(between: pair, in: transaction) { try hide(pair, in: transaction) }
        if try transaction.get(BlockRecord.self, BlockRecord.key(caller.userID, account.id)) == nil {
            let seen = try Visibility(of: caller.account, in: transaction).account(account.id)
            let block = BlockRecord(
                blocker: caller.userID, blocked: account.id, campus: account.campus, name: seen?.profile?.name,
                blockedAt: call.now)
            try transaction.put(block)
            try transaction.append(.blockAdded, to: caller.userID, touches: [.blocks], data: block.shown)
        }
        // What these would append tells of a person who cannot be seen any more, so it is dropped.
        try context.relation(caller.account, account, in: transaction).part(by: caller.userID)
        for feature in Feature.all { try feature.part(pair, context, transaction) }
        return .success(MessageData(message: "You will not see each other any more."))
    }

    /// Takes each out of the other's log, and says there that they are gone; alike on both sides.
    private func hide(_ pair: UserPair, in transaction: LogTransaction) throws {
        for (owner, other) in [(pair.first, pair.second), (pair.second, pair.first)] {
            try LogEntry.withdraw(from: owner, about: other, in: transaction)
            try transaction.append(.personHidden, to: owner, about: other, touches: .ofPeople)
        }
    }

    /// Those that the caller has blocked, not those who have blocked the caller.
    private func list(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let page = try PageReader(call, list: "blocks \(caller.userID)").page(
            of: BlockRecord.self, from: [IndexQuery(BlockRecord.byBlocker, group: caller.userID.rawValue)], in: reader
        ) { $0.shown }
        return .success(page, cache: .revalidated)
    }

    private func unblock(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        let blocked = UserID(call.parameters["user_id"] ?? "")
        let key = BlockRecord.key(caller.userID, blocked)
        if try transaction.get(BlockRecord.self, key) != nil {
            try transaction.delete(BlockRecord.self, key)
            try transaction.append(
                .blockRemoved, to: caller.userID, touches: [.blocks], data: Named(blocked))
            for (owner, other) in [(caller.userID, blocked), (blocked, caller.userID)] {
                try DailyList.reopen(of: owner, in: transaction)
                try transaction.append(.personShown, to: owner, about: other, touches: .ofPeopleWhoReturn)
            }
        }
        return .success(MessageData(message: "The block is lifted."))
    }
}

extension BlockRecord {
    /// As the blocker is told of it.
    fileprivate var shown: BlockedPerson { BlockedPerson(userID: blocked, name: name, blockedAt: blockedAt) }
}
