public import Foundation

/// Identifies a message.
public typealias MessageID = Identifier<Message>

/// A message in a conversation.
public struct Message: Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: MessageID
    /// The conversation it belongs to.
    public let conversationID: ConversationID
    /// The participant who sent it.
    public let senderID: UserID
    /// Empty once deleted.
    public var text: String
    /// Its position in the conversation, assigned by the server: it orders messages, clocks never do.
    public let sequence: Int
    /// When it was created, by the server's clock.
    public let createdAt: Date
    /// When the text was last edited.
    public var editedAt: Date?
    /// When it was deleted.
    public var deletedAt: Date?
    /// The reactions, each pair of person and emoji once.
    public var reactions: [Reaction]

    /// Creates a message.
    public init(
        id: MessageID, conversationID: ConversationID, senderID: UserID, text: String, sequence: Int, createdAt: Date,
        editedAt: Date? = nil, deletedAt: Date? = nil, reactions: [Reaction] = []
    ) {
        self.id = id
        self.conversationID = conversationID
        self.senderID = senderID
        self.text = text
        self.sequence = sequence
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.deletedAt = deletedAt
        self.reactions = reactions
    }
}

extension Message: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, text, sequence, reactions
        case conversationID = "conversation_id"
        case senderID = "sender_id"
        case createdAt = "created_at"
        case editedAt = "edited_at"
        case deletedAt = "deleted_at"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(MessageID.self, forKey: .id)
        conversationID = try container.decode(ConversationID.self, forKey: .conversationID)
        senderID = try container.decode(UserID.self, forKey: .senderID)
        text = try container.decode(String.self, forKey: .text)
        sequence = try container.decode(Int.self, forKey: .sequence)
        createdAt = try container.decode(Date.self, forKey: .createdAt)
        editedAt = try container.decodeIfPresent(Date.self, forKey: .editedAt)
        deletedAt = try container.decodeIfPresent(Date.self, forKey: .deletedAt)
        reactions = try container.decodeIfPresent([Reaction].self, forKey: .reactions) ?? []
    }
}
