public import Foundation

/// Identifies a conversation.
public typealias ConversationID = Identifier<Conversation>

/// A conversation between people who are matched or attend a meetup.
public struct Conversation: Codable, Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: ConversationID
    /// All participants, the user included.
    public var participantIDs: [UserID]
    /// The latest message, if there is any.
    public var lastMessage: Message?
    /// The read watermark: the user has read every message up to this sequence.
    public var readUpTo: Int
    /// When it was created, by the server's clock.
    public let createdAt: Date

    /// Creates a conversation.
    public init(
        id: ConversationID, participantIDs: [UserID], lastMessage: Message? = nil, readUpTo: Int = 0, createdAt: Date
    ) {
        self.id = id
        self.participantIDs = participantIDs
        self.lastMessage = lastMessage
        self.readUpTo = readUpTo
        self.createdAt = createdAt
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case participantIDs = "participant_ids"
        case lastMessage = "last_message"
        case readUpTo = "read_up_to"
        case createdAt = "created_at"
    }
}
