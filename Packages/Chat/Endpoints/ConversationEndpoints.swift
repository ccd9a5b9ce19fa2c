public import Networking
public import OrbitModels

/// The routes of conversations. People outside a conversation get the problem `not_found`.
public enum ConversationRoutes {
    /// `GET /conversations`. Returns `Page<Conversation>`, the latest activity first.
    public static let list = Route(.get, "/conversations")
    /// `POST /conversations`. Body: ``OpenConversationRequest``. Returns `Keyed<Conversation>`, new or existing.
    public static let open = Route(.post, "/conversations")
    /// `GET /conversations/{conversation_id}`. Returns `Keyed<Conversation>`.
    public static let read = Route(.get, "/conversations/{conversation_id}")
    /// `PUT /conversations/{conversation_id}/read`. Body: ``MarkReadRequest``. Returns ``ReadState``.
    public static let markRead = Route(.put, "/conversations/{conversation_id}/read")
    /// `PUT /conversations/{conversation_id}/typing`. Body: ``TypingRequest``. Returns `TypingIntervals`.
    public static let typing = Route(.put, "/conversations/{conversation_id}/typing")
    /// `PUT /conversations/{conversation_id}/mute`. Body: ``MuteConversationRequest``. Returns `Keyed<Conversation>`.
    public static let mute = Route(.put, "/conversations/{conversation_id}/mute")

    /// All routes of this area.
    public static let all = [list, open, read, markRead, typing, mute]
}

/// The body of a request that opens the conversation of a match, a group or a meetup.
public struct OpenConversationRequest: Codable, Hashable, Sendable {
    /// The origin. Each origin has one conversation.
    public var origin: ConversationOrigin

    /// Creates the body.
    public init(origin: ConversationOrigin) {
        self.origin = origin
    }
}

/// The body of a request that moves the user's watermark.
public struct MarkReadRequest: Codable, Hashable, Sendable {
    /// The number of the last message that was on screen. A number below the watermark has no effect, and a number
    /// beyond the last message counts as the last message.
    public var through: Int

    /// Creates the body.
    public init(through: Int) {
        self.through = through
    }
}

/// The user's watermark in a conversation, and the number of unread messages above it.
public struct ReadState: Codable, Hashable, Sendable {
    /// The number of the last message that the user has read.
    public var readThrough: Int
    /// The number of unread messages, 0 to `Conversation.maxUnreadCount`.
    public var unreadCount: Int

    /// Creates the data.
    public init(readThrough: Int, unreadCount: Int) {
        self.readThrough = readThrough
        self.unreadCount = unreadCount
    }

    private enum CodingKeys: String, CodingKey {
        case readThrough = "read_through"
        case unreadCount = "unread_count"
    }
}

/// The body of a typing notice.
public struct TypingRequest: Codable, Hashable, Sendable {
    /// Whether the user is typing.
    public var isTyping: Bool

    /// Creates the body.
    public init(isTyping: Bool) {
        self.isTyping = isTyping
    }

    private enum CodingKeys: String, CodingKey {
        case isTyping = "is_typing"
    }
}

/// The body of a request that mutes or unmutes a conversation.
public struct MuteConversationRequest: Codable, Hashable, Sendable {
    /// Whether the user wants no notifications of new messages.
    public var isMuted: Bool

    /// Creates the body.
    public init(isMuted: Bool) {
        self.isMuted = isMuted
    }

    private enum CodingKeys: String, CodingKey {
        case isMuted = "muted"
    }
}
