import BackendRuntime
import Chat
import OrbitModels
import OrbitStore

/// A conversation and its messages as one person sees them. No other type decides this.
///
/// A message of a hidden person, or of the system about their message, is a placeholder. Reactions, answers and quoted
/// texts of hidden people are left out.
struct ChatView {
    let viewer: UserID
    let record: ConversationRecord
    /// The people who are hidden from the viewer.
    let hidden: Set<UserID>
    private let audience: ChatAudience

    init(of viewer: UserID, _ record: ConversationRecord, _ audience: ChatAudience) {
        (self.viewer, self.record, self.audience) = (viewer, record, audience)
        hidden = audience.hidden(from: viewer, in: record)
    }

    /// Returns a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - original: The message that it replies to or is about, if it can be read.
    func message(_ message: MessageRecord, replyingTo original: MessageRecord?) -> Message {
        if let author = message.author(replyingTo: original), hidden.contains(author) { return placeholder(message) }
        return Message(
            id: message.id, conversationID: message.conversationID, seq: message.seq, clientID: message.clientID,
            kind: message.kind, senderID: message.sender, text: message.text,
            replyTo: message.isDeleted || message.kind == .system
                ? nil : message.replySeq.map { reference($0, original) },
            proposalID: message.proposalID, reactions: reactions(of: message), createdAt: message.createdAt,
            editedAt: message.editedAt, deletedAt: message.deletedAt, version: message.version(for: viewer))
    }

    /// Returns the placeholder of a message that cannot be read.
    func missing(_ seq: Int) -> Message {
        let id = MessageRecord.id(record.id, seq)
        return Message(
            id: id, conversationID: record.id, seq: seq, clientID: ClientID(id.rawValue), kind: .hidden, senderID: nil,
            createdAt: record.createdAt)
    }

    /// Returns the placeholder of a message of a hidden person. It is the same for a text and for its tombstone.
    private func placeholder(_ message: MessageRecord) -> Message {
        Message(
            id: message.id, conversationID: message.conversationID, seq: message.seq,
            clientID: ClientID(message.id.rawValue), kind: .hidden, senderID: nil, createdAt: message.createdAt)
    }

    private func reference(_ seq: Int, _ original: MessageRecord?) -> MessageReference {
        let sender = original?.sender.flatMap { hidden.contains($0) ? nil : $0 }
        return MessageReference(
            messageID: MessageRecord.id(record.id, seq), seq: seq, senderID: sender,
            excerpt: sender == nil ? nil : original?.text.map(MessageText.excerpt))
    }

    /// Returns the reactions of visible people, at most ``ChatLimits/emojiPerMessage``. A message has more if two people
    /// with a block between them have reacted, because neither counts the emoji of the other.
    func reactions(of message: MessageRecord) -> [Reaction] {
        let shown =
            hidden.isEmpty
            ? message.reactions
            : message.reactions.compactMap { reaction -> Reaction? in
                let people = reaction.userIDs.filter { !hidden.contains($0) }
                return people.isEmpty ? nil : Reaction(emoji: reaction.emoji, userIDs: people)
            }
        return Array(shown.prefix(ChatLimits.emojiPerMessage))
    }

    /// Returns the number of unread messages, without the messages of hidden people.
    ///
    /// In a small conversation, it counts in the store only if there are hidden people and unread messages. In a large
    /// conversation, it counts the messages above the watermark. The people who have written them are loaded.
    func unread(in reader: any StoreReader) throws -> Int {
        guard let own = record.participant(viewer), own.readThrough < record.lastSeq, record.isLarge || own.unread > 0
        else { return 0 }
        let (numbers, most) = (own.readThrough + 1...record.lastSeq, Conversation.maxUnreadCount)
        var ofHidden = 0
        for person in hidden where !record.isLarge || hasWritten(person, above: own.readThrough) {
            ofHidden += try MessageRecord.count(in: record.id, by: person, numbers, reader)
        }
        let all =
            try record.isLarge
            ? MessageRecord.count(in: record.id, numbers, limit: most + ofHidden, reader) : own.unread
        return min(max(0, all - ofHidden), most)
    }

    private func hasWritten(_ person: UserID, above seq: Int) -> Bool {
        record.participant(person)?.lastWritten.map { $0 > seq } ?? false
    }

    /// Returns the conversation.
    ///
    /// - Parameters:
    ///   - last: The last message, if it can be read.
    ///   - original: The message that the last message replies to.
    ///   - sharing: The people who share their activity. Without the viewer, nobody's watermark is shown.
    ///   - title: The title of the meetup.
    ///   - reader: A snapshot of the store.
    func conversation(
        last: MessageRecord?, replyingTo original: MessageRecord?, sharing: Set<UserID>, title: String?,
        in reader: any StoreReader
    ) throws -> Conversation {
        let shown = sharing.intersection(record.peopleWithActivity)
        let people = record.people.filter { $0.isMember && !hidden.contains($0.id) }.map { person in
            ConversationParticipant(
                userID: person.id, name: audience.name(of: person.id),
                readThrough: shown.contains(viewer) && person.id != viewer && shown.contains(person.id)
                    ? person.sharedThrough : nil)
        }
        let own = record.participant(viewer)
        return Conversation(
            id: record.id, kind: record.kind, origin: record.origin, title: title, participants: people,
            isMuted: own?.isMuted ?? false, isOpen: record.isOpen(for: viewer),
            lastMessage: record.lastSeq == 0
                ? nil : last.map { message($0, replyingTo: original) } ?? missing(record.lastSeq),
            lastSeq: record.lastSeq, readThrough: own?.readThrough ?? 0, unreadCount: try unread(in: reader),
            updatedAt: record.updatedAt, createdAt: record.createdAt)
    }
}
