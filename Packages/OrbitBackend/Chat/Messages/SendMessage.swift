import BackendRuntime
import Chat
import Networking
import OrbitModels
import OrbitStore
import Validation

/// `POST /conversations/{conversation_id}/messages`: sends a text.
///
/// The identifier from the sender's device makes the request idempotent for the life of the message. A repeated request
/// returns the message as it is now, also after an edit or a deletion. It has no further limit in time, unlike an
/// `Idempotency-Key`.
struct SendMessage: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedIn(
                MessageRoutes.send, as: .person,
                BodyReader<SendMessageRequest>.json.checked { body, _ in try Self.text(of: body) }, perform: send)
        ]
    }

    private static func text(of body: SendMessageRequest) throws -> String {
        guard ChatBounds.isValid(body.clientID) else {
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: "client_id", code: .malformed)], "This message cannot be sent. Write it again.")
        }
        return try MessageText.checkedOrRefused(body.text)
    }

    private func send(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<SendMessageRequest, String>
    ) throws -> OperationResult {
        var access = try ConversationAccess(call, by: caller, in: transaction)
        let (body, text) = (checked.body, try checked.value())
        if let known = try MessageRecord.sent(as: body.clientID, by: caller.userID, in: access.record.id, transaction) {
            let original = try access.original(of: known, in: transaction)
            return .success(Keyed(access.view().message(known, replyingTo: original)))
        }
        _ = try access.forWriting()
        if let wait = try MessageRecord.wait(of: caller.userID, in: transaction, now: call.now) {
            throw HTTPProblem.tooManyMessages(wait: wait)
        }
        try ChatRates.admitFanOut(of: access.record, by: caller, in: transaction)
        let original = try body.replyTo.map { id in
            guard let message = try access.message(id, in: transaction) else { throw Self.noOriginal }
            return message
        }
        let (message, changed) = try MessageRecord.append(
            to: access.record, by: caller.userID, clientID: body.clientID, text: text, replySeq: original?.seq,
            in: transaction)
        try access.notifier(of: changed, in: transaction).notify(
            of: message, .messageAdded, by: caller.userID, replyingTo: original)
        return .success(Keyed(access.view(of: changed).message(message, replyingTo: original)))
    }

    private static let noOriginal = HTTPProblem.invalidInput(
        [FieldFailure(path: "reply_to", code: .notAllowed)], "The message that you reply to is not here any more.")
}

extension MessageText {
    /// Returns the text in its stored form.
    ///
    /// - Throws: ``HTTPProblem`` with the failures.
    static func checkedOrRefused(_ text: String) throws -> String {
        do {
            return try checked(text)
        } catch {
            throw HTTPProblem.invalidInput(error.failures, "Check your message. Something is not right yet.")
        }
    }
}

extension MessageRecord {
    /// Appends a message to a conversation, and stores both. In a large conversation it writes three small records: the
    /// message, the conversation, and the sender's part, which is loaded.
    ///
    /// - Returns: The message, and the conversation with its number.
    static func append(
        to conversation: ConversationRecord, by sender: UserID?, clientID: ClientID? = nil, kind: MessageKind = .text,
        text: String?, replySeq: Int? = nil, proposalID: ProposalID? = nil, in transaction: LogTransaction
    ) throws -> (MessageRecord, ConversationRecord) {
        var changed = conversation
        let seq = changed.takeSeq(by: sender, at: transaction.now)
        let message = MessageRecord(
            in: conversation.id, seq: seq, clientID: clientID ?? ClientID("system-\(seq)"), kind: kind, by: sender,
            text: text, replySeq: replySeq, proposalID: proposalID, at: transaction.now)
        try transaction.put(message)
        try changed.save(replacing: conversation, in: transaction)
        return (message, changed)
    }
}
