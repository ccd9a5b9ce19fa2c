import BackendRuntime
import Connections
import Discover
import Foundation
import Matching
import Networking
import OrbitModels
import OrbitStore
import Validation

/// `GET /blocks`, and `POST` and `DELETE /blocks/{user_id}`: lists, adds and removes blocks.
///
/// From the next request on, each of the two people gets the same responses as if the other person did not exist.
struct BlockUser: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(BlockRoutes.list, perform: list),
            context.signedInOnce(BlockRoutes.block, .none, perform: block),
            context.signedIn(BlockRoutes.unblock, .none, perform: unblock),
        ]
    }

    /// Blocks a person, even if the caller cannot see them.
    ///
    /// Such a person may have blocked the caller, may have an incomplete profile, or may not exist. The response and
    /// the caller's log are the same in all cases.
    private func block(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        let id = call.parameter("user_id", as: UserID.self)
        guard id != caller.userID else {
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: "user_id", code: .notAllowed)], "Choose another person.")
        }
        guard id.rawValue.isValidID else { throw HTTPProblem.notFound }
        let pair = UserPair(caller.userID, id)
        let account = try transaction.get(AccountRecord.self, id.rawValue)
            .flatMap { $0.campus == caller.account.campus ? $0 : nil }
        if try transaction.get(BlockRecord.self, BlockRecord.key(caller.userID, id)) == nil {
            try keep(pair, account, transaction, call, caller)
        }
        if let account {
            // The events of these calls are about a person who cannot be seen any more, so they are dropped.
            try context.pairState(caller.account, account, in: transaction).disconnect(by: caller.userID)
            try transaction.endOnBlock(between: pair, context)
        }
        return .success(MessageData(message: "You will not see each other any more."))
    }

    private func keep(
        _ pair: UserPair, _ account: AccountRecord?, _ transaction: LogTransaction, _ call: RequestContext,
        _ caller: Caller
    ) throws {
        let other = pair.partner(of: caller.userID)
        let seen = try Visibility(of: caller.account, in: transaction).account(other)
        if seen == nil {
            try Self.unseen.admit(
                caller.userID.rawValue, in: transaction, now: call.now,
                message: "You have blocked many unknown people today. Try again tomorrow.")
        }
        if account != nil, try !BlockRecord.exists(between: pair, in: transaction) {
            try hide(pair, from: caller.userID, isNews: seen != nil, in: transaction)
        }
        let earlier = try transaction.get(BlockRecord.self, BlockRecord.key(other, caller.userID))
        let block = BlockRecord(
            blocker: caller.userID, blocked: other, campus: caller.account.campus, name: seen?.profile?.name,
            blockedAt: call.now, apartSince: earlier.map { $0.apartSince ?? $0.blockedAt })
        try transaction.put(block)
        try transaction.append(
            .blockAdded, to: caller.userID, naming: other, touches: [.blocks], data: block.shown)
    }

    /// Withdraws the events about each person from the log of the other person, and appends that they are hidden.
    ///
    /// The log of the blocked person gets the event only if one of its lists may contain the blocker. Otherwise the
    /// event would reveal the block.
    ///
    /// - Parameters:
    ///   - pair: The two people.
    ///   - blocker: The person who blocks.
    ///   - isNews: Whether the two saw each other. If not, no event is appended, as for a person who does not exist.
    ///   - transaction: The transaction of the block.
    private func hide(
        _ pair: UserPair, from blocker: UserID, isNews: Bool, in transaction: LogTransaction
    ) throws {
        for (owner, other) in [(pair.first, pair.second), (pair.second, pair.first)] {
            try LogWithdrawalJob.withdraw(from: owner, about: other, in: transaction)
            guard isNews else { continue }
            if owner != blocker {
                guard try transaction.mayHold(owner, other) else { continue }
            }
            try transaction.appendUnchecked(
                .personHidden, to: owner, about: other, touches: transaction.listsOfPeople)
        }
    }

    /// The limit for removing blocks. A removal can wait. A block cannot wait, so blocking a person that the caller
    /// sees has no limit. The limit also bounds the events that repeated blocks append to the log of the blocked
    /// person.
    static let lifting = RateLimit(name: "blocks-lifted", tiers: [.init(count: 50, window: 86_400)])
    static let liftingOne = RateLimit(name: "blocks-lifted-of-one", tiers: [.init(count: 3, window: 86_400)])
    /// The limit for blocking people that the caller cannot see. Otherwise an unlimited number of invented ids could be
    /// stored.
    static let unseen = RateLimit(name: "blocks-unseen", tiers: [.init(count: 50, window: 86_400)])

    /// Returns the people that the caller has blocked, not the people who have blocked the caller.
    private func list(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let page = try PageReader(call, list: "blocks \(caller.userID)").page(
            of: BlockRecord.self, from: [IndexQuery(BlockRecord.byBlocker, group: caller.userID.rawValue)], in: reader
        ) { $0.shown }
        return .success(page, cache: .revalidated)
    }

    private func unblock(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        let blocked = call.parameter("user_id", as: UserID.self)
        let key = BlockRecord.key(caller.userID, blocked)
        if let block = try transaction.get(BlockRecord.self, key) {
            try RateLimit.admit(
                [(Self.lifting, caller.userID.rawValue), (Self.liftingOne, key)], in: transaction, now: call.now,
                message: "You have lifted blocks often today. Try again tomorrow.")
            try transaction.delete(BlockRecord.self, key)
            try transaction.append(
                .blockRemoved, to: caller.userID, naming: blocked, touches: [.blocks], data: Keyed(blocked))
            for owner in [caller.userID, blocked] { try DailyList.reopen(of: owner, in: transaction) }
            try transaction.appendUnchecked(
                .personShown, to: caller.userID, about: blocked, touches: transaction.listsRestoredAfterUnblock)
            try show(caller.userID, to: blocked, since: block.apartSince ?? block.blockedAt, in: transaction)
            try PseudonymLinkRecord.release(blocked, in: transaction)
        }
        return .success(MessageData(message: "The block is lifted."))
    }

    /// Notifies the other person that the person who has removed the block is visible again.
    ///
    /// The event names the person only if the log contains the event that has hidden the person. Otherwise, the event
    /// has no content and only states which lists have to be loaded again.
    private func show(
        _ person: UserID, to owner: UserID, since start: Date, in transaction: LogTransaction
    ) throws {
        if try LogEntry.isHidden(person, from: owner, since: start, in: transaction) {
            return try transaction.appendUnchecked(
                .personShown, to: owner, about: person, touches: transaction.listsRestoredAfterUnblock)
        }
        var visibility = MutualVisibility(in: transaction)
        guard try visibility.see(owner, person) else { return }
        try transaction.append(.void, to: owner, touches: transaction.listsRestoredAfterUnblock)
    }
}
