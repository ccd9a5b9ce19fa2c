public import Foundation

/// Identifies a message.
public typealias MessageID = Identifier<Message>

/// An action of a user that a device names before the server knows of it.
public enum ClientAction {}

/// Identifies a message or a proposal on the device that creates it. It never changes, and is unique for its sender.
public typealias ClientID = Identifier<ClientAction>

/// A message of a conversation, as visible to the user.
///
/// A deleted message stays in its conversation as a tombstone, and keeps ``seq``. So does a message of a person who is
/// hidden from the user, with the kind ``MessageKind/hidden``.
public struct Message: Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: MessageID
    /// The conversation.
    public let conversationID: ConversationID
    /// The number in the conversation, from 1 and without gaps.
    public let seq: Int
    /// The identifier from the sender's device. The local echo of a message has the same value.
    public let clientID: ClientID
    /// The kind of content.
    public var kind: MessageKind
    /// The sender; `nil` for a message of the system, and for a hidden message.
    public var senderID: UserID?
    /// The text; `nil` after a deletion and for a kind without a text.
    public var text: String?
    /// The message that this message replies to.
    public var replyTo: MessageReference?
    /// The proposal, for the kind ``MessageKind/proposal``.
    public var proposalID: ProposalID?
    /// The reactions, sorted by emoji.
    public var reactions: [Reaction]
    /// The time of creation, by the server's clock.
    public let createdAt: Date
    /// The time of the last edit.
    public var editedAt: Date?
    /// The time of the deletion.
    public var deletedAt: Date?
    /// The number of changes, from 1. It grows with each edit, deletion and reaction. An event with an equal or lower
    /// version is outdated.
    public var version: Int

    /// Creates a message.
    public init(
        id: MessageID, conversationID: ConversationID, seq: Int, clientID: ClientID, kind: MessageKind = .text,
        senderID: UserID?, text: String? = nil, replyTo: MessageReference? = nil, proposalID: ProposalID? = nil,
        reactions: [Reaction] = [], createdAt: Date, editedAt: Date? = nil, deletedAt: Date? = nil, version: Int = 1
    ) {
        self.id = id
        self.conversationID = conversationID
        self.seq = seq
        self.clientID = clientID
        self.kind = kind
        self.senderID = senderID
        self.text = text
        self.replyTo = replyTo
        self.proposalID = proposalID
        self.reactions = reactions
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.deletedAt = deletedAt
        self.version = version
    }

    /// Whether the message is a tombstone.
    public var isDeleted: Bool { deletedAt != nil }

    /// Whether the message counts as unread for a person whose watermark is below it. Own, deleted and hidden messages
    /// do not count, and neither do messages of the system.
    public func countsAsUnread(for reader: UserID) -> Bool {
        guard let senderID else { return false }
        return senderID != reader && !isDeleted && kind != .system && kind != .hidden
    }
}

extension Message: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, seq, kind, text, reactions, version
        case conversationID = "conversation_id"
        case clientID = "client_id"
        case senderID = "sender_id"
        case replyTo = "reply_to"
        case proposalID = "proposal_id"
        case createdAt = "created_at"
        case editedAt = "edited_at"
        case deletedAt = "deleted_at"
    }

    /// Decodes a message. Throws for a `seq` below 1. Unreadable reactions are left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(MessageID.self, forKey: .id)
        conversationID = try container.decode(ConversationID.self, forKey: .conversationID)
        seq = try container.decode(Int.self, forKey: .seq)
        guard seq >= 1 else {
            throw DecodingError.dataCorruptedError(
                forKey: .seq, in: container, debugDescription: "the first message has the number 1")
        }
        clientID = try container.decode(ClientID.self, forKey: .clientID)
        kind = try container.decode(MessageKind.self, forKey: .kind)
        senderID = try container.decodeIfPresent(UserID.self, forKey: .senderID)
        text = try container.decodeIfPresent(String.self, forKey: .text)
        replyTo = try container.decodeIfPresent(MessageReference.self, forKey: .replyTo)
        proposalID = try container.decodeIfPresent(ProposalID.self, forKey: .proposalID)
        reactions = try container.decodeIfPresent(LossyList<Reaction>.self, forKey: .reactions)?.elements ?? []
        createdAt = try container.decode(Date.self, forKey: .createdAt)
        editedAt = try container.decodeIfPresent(Date.self, forKey: .editedAt)
        deletedAt = try container.decodeIfPresent(Date.self, forKey: .deletedAt)
        version = try container.decodeIfPresent(Int.self, forKey: .version) ?? 1
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(conversationID, forKey: .conversationID)
        try container.encode(seq, forKey: .seq)
        try container.encode(clientID, forKey: .clientID)
        try container.encode(kind, forKey: .kind)
        try container.encodeIfPresent(senderID, forKey: .senderID)
        try container.encodeIfPresent(text, forKey: .text)
        try container.encodeIfPresent(replyTo, forKey: .replyTo)
        try container.encodeIfPresent(proposalID, forKey: .proposalID)
        try container.encode(reactions, forKey: .reactions)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encodeIfPresent(editedAt, forKey: .editedAt)
        try container.encodeIfPresent(deletedAt, forKey: .deletedAt)
        try container.encode(version, forKey: .version)
    }
}

/// The kind of content of a message.
public struct MessageKind: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A text of a person.
    public static let text = Self(rawValue: "text")
    /// A proposal to meet; see ``Message/proposalID``.
    public static let proposal = Self(rawValue: "proposal")
    /// A sentence of the server, such as that a person has joined.
    public static let system = Self(rawValue: "system")
    /// A placeholder for a message of a person who is hidden from the user. It has no sender, text or reactions.
    public static let hidden = Self(rawValue: "hidden")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.text, .proposal, .system, .hidden]
}

/// The message that another message replies to.
public struct MessageReference: Codable, Hashable, Sendable {
    /// The identifier of the message.
    public var messageID: MessageID
    /// The number of the message in its conversation.
    public var seq: Int
    /// Its sender; `nil` for a message of the system or of a hidden person.
    public var senderID: UserID?
    /// The beginning of its text; `nil` if the message has no visible text, such as after its deletion.
    public var excerpt: String?

    /// Creates a reference.
    public init(messageID: MessageID, seq: Int, senderID: UserID? = nil, excerpt: String? = nil) {
        self.messageID = messageID
        self.seq = seq
        self.senderID = senderID
        self.excerpt = excerpt
    }

    private enum CodingKeys: String, CodingKey {
        case seq, excerpt
        case messageID = "message_id"
        case senderID = "sender_id"
    }
}

extension Message: JSONKeyed {
    /// The member `message`.
    public static var jsonKey: String { "message" }
}
