import BackendRuntime
import Chat
import Foundation
import Networking
import OrbitModels
import OrbitStore

/// `PATCH` and `DELETE /conversations/{conversation_id}/messages/{message_id}`: the sender edits or deletes a message.
struct ChangeMessage: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedIn(
                MessageRoutes.edit, as: .person,
                BodyReader<EditMessageRequest>.json.checked { body, _ in
                    try MessageText.checkedOrRefused(body.text)
                }, perform: edit),
            context.signedIn(MessageRoutes.delete, as: .person, .none, perform: delete),
        ]
    }

    private func edit(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<EditMessageRequest, String>
    ) throws -> OperationResult {
        var access = try ConversationAccess(call, by: caller, in: transaction)
        var message = try Self.own(&access, call, transaction)
        let text = try checked.value()
        _ = try access.forWriting()
        guard !message.isDeleted, message.kind == .text,
            call.now.timeIntervalSince(message.createdAt) <= ChatLimits.editTime
        else { throw HTTPProblem.messageNotEditable }
        let original = try access.original(of: message, in: transaction)
        if text != message.text {
            try ChatRates.admitChange(by: caller, in: transaction)
            try ChatRates.admitFanOut(of: access.record, by: caller, in: transaction)
            message.edit(text, at: call.now)
            try transaction.put(message)
            try Self.removeText(of: message, from: access.record, in: transaction)
            try access.notifier(in: transaction).notify(
                of: message, .messageChanged, by: caller.userID, replyingTo: original)
        }
        return .success(Keyed(access.view().message(message, replyingTo: original)))
    }

    /// Deletes a message, also in a conversation that has ended, and in one that the caller does not find after a block
    /// or after leaving. A person can always take back their words. The response names nobody else, and other messages
    /// get the response of an id that never existed. A repeated request has no further effect.
    private func delete(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        var access = try ConversationAccess(ofOwnMessage: call, by: caller, in: transaction)
        var message = try Self.own(&access, call, transaction)
        guard !message.isDeleted else { return .success(Keyed(access.view().message(message, replyingTo: nil))) }
        var conversation = access.record
        if message.counts { conversation.uncount(message.seq, by: caller.userID) }
        message.delete(at: call.now)
        try transaction.put(message)
        if let proposal = message.proposalID {
            // A proposal without its message would be open and invisible.
            try ProposalChange.withdraw(proposal, access, in: transaction)
        }
        if conversation != access.record { try conversation.save(replacing: access.record, in: transaction) }
        try Self.removeText(of: message, from: conversation, in: transaction)
        try access.notifier(of: conversation, in: transaction).notify(of: message, .messageChanged, by: caller.userID)
        return .success(Keyed(access.view(of: conversation).message(message, replyingTo: nil)))
    }

    /// Removes the text of a message from the logs of other people, including people who have left. The text is in
    /// events of the message, of replies to it, and of the conversation with its last message. In a large conversation
    /// it stays there until the events expire.
    private static func removeText(
        of message: MessageRecord, from conversation: ConversationRecord, in transaction: LogTransaction
    ) throws {
        guard !conversation.isLarge, let sender = message.sender else { return }
        let owners = conversation.people.filter { $0.id != sender && $0.state != .erased }.map(\.id)
        try LogEntry.removeContent(
            with: "\"\(message.id)\"", from: owners, about: sender, since: message.createdAt, in: transaction)
    }

    /// Returns the message in the path.
    ///
    /// - Throws: ``HTTPProblem`` with the status 403 if another person has sent it, or ``HTTPProblem/notFound`` if the
    ///   caller does not find the conversation either.
    private static func own(
        _ access: inout ConversationAccess, _ call: RequestContext, _ reader: any StoreReader
    ) throws -> MessageRecord {
        let message = try access.message(call, in: reader)
        guard message.sender == access.caller.id else {
            throw access.isFound ? HTTPProblem.notYourMessage : HTTPProblem.notFound
        }
        return message
    }
}

extension ChatRates {
    /// Counts an edit, a reaction or an acceptance.
    ///
    /// - Throws: ``HTTPProblem`` with the time to wait.
    static func admitChange(by caller: Caller, in transaction: LogTransaction) throws {
        try changes.admit(
            caller.userID.rawValue, in: transaction, now: transaction.now,
            message: "You have changed many things lately. Try again in a moment.")
    }

    /// Counts a message, an edit or a reaction, if the conversation is large.
    ///
    /// - Throws: ``HTTPProblem`` with the time to wait.
    static func admitFanOut(of record: ConversationRecord, by caller: Caller, in transaction: LogTransaction) throws {
        guard record.isLarge else { return }
        try large.admit(
            caller.userID.rawValue, in: transaction, now: transaction.now,
            message: "You have written a lot to many people lately. Try again in a moment.")
    }
}
