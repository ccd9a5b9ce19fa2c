public import Foundation

public typealias ConversationID = Identifier<Conversation>

/// The talk between people who matched or meet.
public struct Conversation: Codable, Hashable, Sendable, Identifiable {
    public let id: ConversationID
    public var participantIDs: [UserID]
    public var lastMessage: Message?
    /// The read watermark: every message up to this sequence has been read by the session's owner.
    public var readUpTo: Int
    public let createdAt: Date

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
