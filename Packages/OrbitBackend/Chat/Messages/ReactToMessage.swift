import BackendRuntime
import Chat
import Networking
import OrbitModels
import OrbitStore

/// `PUT` and `DELETE /conversations/{conversation_id}/messages/{message_id}/reactions/{emoji}`: adds or removes the
/// caller's reaction. A repeated request has no further effect.
struct ReactToMessage: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedIn(MessageRoutes.react, as: .person, .none) { transaction, call, caller, _ in
                try change(transaction, call, caller, isAdded: true)
            },
            context.signedIn(MessageRoutes.removeReaction, as: .person, .none) { transaction, call, caller, _ in
                try change(transaction, call, caller, isAdded: false)
            },
        ]
    }

    private func change(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, isAdded: Bool
    ) throws -> OperationResult {
        var access = try ConversationAccess(call, by: caller, in: transaction)
        var message = try access.message(call, in: transaction)
        guard let emoji = Emoji(call.parameter("emoji")) else { throw HTTPProblem.notAnEmoji }
        _ = try access.forWriting()
        let original = message.isDeleted ? nil : try access.original(of: message, in: transaction)
        let unseen = try Self.unseen(by: caller, in: access.record, transaction)
        let shown = access.view().reactions(of: message)
        let isChanged =
            try isAdded
            ? add(emoji, to: &message, among: shown, by: caller, unseenBy: unseen)
            : message.removeReaction(emoji, by: caller.userID, unseenBy: unseen)
        if isChanged {
            try ChatRates.admitChange(by: caller, in: transaction)
            try ChatRates.admitFanOut(of: access.record, by: caller, in: transaction)
            try transaction.put(message)
            try access.notifier(in: transaction).notify(
                of: message, .messageChanged, by: caller.userID, replyingTo: original)
        }
        return .success(Keyed(access.view().message(message, replyingTo: original)))
    }

    /// Returns the people who do not see the caller. Nobody who is hidden from the other finds a pair.
    private static func unseen(
        by caller: Caller, in record: ConversationRecord, _ reader: any StoreReader
    ) throws -> Set<UserID> {
        try record.kind == .pair ? [] : record.people(apartFrom: [caller.userID], in: reader)
    }

    /// Adds a reaction. Only the reactions that the caller sees count against the limit, because a refusal would reveal
    /// reactions of hidden people.
    private func add(
        _ emoji: Emoji, to message: inout MessageRecord, among shown: [Reaction], by caller: Caller,
        unseenBy unseen: Set<UserID>
    ) throws -> Bool {
        // A reaction to a deleted message arrives after the deletion, or is a mistake. The tombstone stays.
        guard !message.isDeleted, message.kind != .system else { throw HTTPProblem.messageNotEditable }
        let isNew = !shown.contains { $0.emoji == emoji }
        guard !isNew || shown.count < ChatLimits.emojiPerMessage else { throw HTTPProblem.tooManyEmoji }
        return message.react(emoji, by: caller.userID, unseenBy: unseen)
    }
}
