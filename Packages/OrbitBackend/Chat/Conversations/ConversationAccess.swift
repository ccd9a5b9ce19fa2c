import BackendRuntime
import OrbitModels
import OrbitStore

/// A conversation that the caller finds, with the visibility of its people.
///
/// Of a large conversation, it has the caller, the people who have written above the caller's watermark, and the people
/// whom the read messages name.
struct ConversationAccess {
    let caller: AccountRecord
    private(set) var record: ConversationRecord
    private(set) var audience: ChatAudience

    /// Reads the conversation in the path of a request. Takes three store calls, and at most three more for a large
    /// conversation.
    ///
    /// - Throws: ``HTTPProblem/notFound``, the same for every reason why the caller does not find the conversation.
    init(_ call: RequestContext, by caller: Caller, in reader: any StoreReader) throws {
        try self.init(call.parameter("conversation_id", as: ConversationID.self), by: caller.account, in: reader)
    }

    init(_ id: ConversationID, by caller: AccountRecord, in reader: any StoreReader) throws {
        guard id.rawValue.isValidID, let record = try reader.get(ConversationRecord.self, id.rawValue) else {
            throw HTTPProblem.notFound
        }
        try self.init(record, by: caller, in: reader)
    }

    /// Finds the conversation of an own message in the path of a request, also for a person who does not find the
    /// conversation any more, after a block or after leaving.
    ///
    /// - Throws: ``HTTPProblem/notFound`` for a stranger.
    init(ofOwnMessage call: RequestContext, by caller: Caller, in reader: any StoreReader) throws {
        let id = call.parameter("conversation_id", as: ConversationID.self)
        guard id.rawValue.isValidID, let record = try reader.get(ConversationRecord.self, id.rawValue) else {
            throw HTTPProblem.notFound
        }
        try self.init(record, by: caller.account, includingFormer: true, in: reader)
    }

    init(
        _ found: ConversationRecord, by caller: AccountRecord, includingFormer: Bool = false,
        in reader: any StoreReader
    ) throws {
        let record = try found.with(viewers: [caller.id], in: reader)
        guard includingFormer ? record.participant(caller.id) != nil : record.hasMember(caller.id) else {
            throw HTTPProblem.notFound
        }
        // A change of a small conversation notifies its people at once, so the views of all of them are needed.
        let viewers = record.isLarge ? [caller.id] : record.members
        let audience = try ChatAudience(of: record.people, for: viewers, knowing: [caller], in: reader)
        guard includingFormer || audience.finds(record, caller.id) else { throw HTTPProblem.notFound }
        (self.caller, self.record, self.audience) = (caller, record, audience)
    }

    /// Whether the caller finds the conversation.
    var isFound: Bool { audience.finds(record, caller.id) }

    /// Looks up more people of a large conversation, such as those whom a message names. Takes at most three store
    /// calls, and none in a small conversation.
    mutating func include(_ people: Set<UserID>, in reader: any StoreReader) throws {
        let wider = try record.with(people, in: reader)
        guard wider.people.count > record.people.count else { return }
        audience = try ChatAudience(of: wider.people, for: [caller.id], knowing: audience.known, in: reader)
        record = wider
    }

    /// Returns the conversation if the caller may write.
    ///
    /// - Throws: ``HTTPProblem/conversationClosed``.
    func forWriting() throws -> ConversationAccess {
        guard record.isOpen(for: caller.id) else { throw HTTPProblem.conversationClosed }
        return self
    }

    /// Returns the caller's view, after a change of the conversation.
    func view(of changed: ConversationRecord? = nil) -> ChatView {
        ChatView(of: caller.id, changed ?? record, audience)
    }

    /// Returns the notifier of the conversation, after a change of it.
    func notifier(of changed: ConversationRecord? = nil, in transaction: LogTransaction) -> ChatNotifier {
        ChatNotifier(changed ?? record, audience, in: transaction)
    }

    /// Returns the message in the path of a request.
    ///
    /// - Throws: ``HTTPProblem/notFound``, also for a message of a hidden person.
    mutating func message(_ call: RequestContext, in reader: any StoreReader) throws -> MessageRecord {
        guard let message = try message(call.parameter("message_id", as: MessageID.self), in: reader) else {
            throw HTTPProblem.notFound
        }
        return message
    }

    /// Returns a message that the caller sees; `nil` if there is none.
    mutating func message(_ id: MessageID, in reader: any StoreReader) throws -> MessageRecord? {
        guard let seq = MessageRecord.seq(of: id, in: record.id), seq <= record.lastSeq,
            let message = try MessageRecord.of(record.id, seq, in: reader)
        else { return nil }
        try include(message.people, in: reader)
        let subject = message.kind == .system ? try original(of: message, in: reader) : nil
        guard let author = message.author(replyingTo: subject) else { return message }
        return audience.sees(caller.id, author) ? message : nil
    }

    /// Returns the message that a message replies to or is about, if it can be read.
    mutating func original(of message: MessageRecord, in reader: any StoreReader) throws -> MessageRecord? {
        guard let seq = message.replySeq, let original = try MessageRecord.of(record.id, seq, in: reader) else {
            return nil
        }
        try include(original.people, in: reader)
        return original
    }
}
