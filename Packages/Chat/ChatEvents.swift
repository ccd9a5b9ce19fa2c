public import Foundation
public import OrbitModels

extension EventKind {
    /// A conversation is new or has changed: its people, the owner's mute or watermark on another device, or its end.
    /// Data: `Keyed<Conversation>`.
    public static let conversationChanged = Self(rawValue: "conversation.changed")
    /// The owner of the log can no longer see a conversation. Data: `Keyed<ConversationID>`.
    public static let conversationRemoved = Self(rawValue: "conversation.removed")
    /// A conversation has a new message, of any sender. Data: ``MessageUpdate``.
    public static let messageAdded = Self(rawValue: "message.added")
    /// A message was edited or deleted, or its reactions have changed. Data: ``MessageUpdate``.
    public static let messageChanged = Self(rawValue: "message.changed")
    /// Another person has read messages. Data: ``ReadReceipt``. Subject: this person.
    public static let conversationRead = Self(rawValue: "conversation.read")
    /// Another person types, or has stopped. Data: ``TypingNotice``. Subject: this person.
    public static let conversationTyping = Self(rawValue: "conversation.typing")
    /// A proposal is new or has changed. Data: `Keyed<Proposal>`.
    public static let proposalChanged = Self(rawValue: "proposal.changed")
    /// The owner has changed the settings on any device. Data: ``ChatSettings``.
    public static let chatSettingsChanged = Self(rawValue: "chat.settings")
}

extension ListName {
    /// The conversations of the owner of the log.
    public static let conversations = Self(rawValue: "conversations")
    /// The owner's settings for all conversations.
    public static let chatSettings = Self(rawValue: "chat.settings")

    /// Returns the name of the list of messages and proposals of one conversation.
    public static func conversation(_ id: ConversationID) -> Self { Self(rawValue: "conversation:\(id.rawValue)") }
}

extension EventCatalogue {
    /// The events of conversations, messages, proposals and settings.
    public static let chat = EventCatalogue([
        .conversationChanged: Keyed<Conversation>.self, .conversationRemoved: Keyed<ConversationID>.self,
        .messageAdded: MessageUpdate.self, .messageChanged: MessageUpdate.self, .conversationRead: ReadReceipt.self,
        .conversationTyping: TypingNotice.self, .proposalChanged: Keyed<Proposal>.self,
        .chatSettingsChanged: ChatSettings.self,
    ])
}

/// The data of `EventKind.messageAdded` and `EventKind.messageChanged`: the message, and the state of its conversation
/// after the event.
public struct MessageUpdate: Codable, Hashable, Sendable {
    /// The message as the owner of the log sees it.
    public var message: Message
    /// The owner's number of unread messages, 0 to `Conversation.maxUnreadCount`.
    public var unreadCount: Int
    /// The owner's watermark. An own message moves it to the message.
    public var readThrough: Int
    /// The number of the last message.
    public var lastSeq: Int
    /// The time of the latest activity.
    public var updatedAt: Date

    /// Creates the data.
    public init(message: Message, unreadCount: Int, readThrough: Int, lastSeq: Int, updatedAt: Date) {
        self.message = message
        self.unreadCount = unreadCount
        self.readThrough = readThrough
        self.lastSeq = lastSeq
        self.updatedAt = updatedAt
    }

    private enum CodingKeys: String, CodingKey {
        case message
        case unreadCount = "unread_count"
        case readThrough = "read_through"
        case lastSeq = "last_seq"
        case updatedAt = "updated_at"
    }
}

/// The data of `EventKind.conversationRead`: the watermark of another person.
public struct ReadReceipt: Codable, Hashable, Sendable {
    /// The conversation.
    public var conversationID: ConversationID
    /// The person.
    public var userID: UserID
    /// The number of the last message that the person has read. It never decreases.
    public var readThrough: Int

    /// Creates the data.
    public init(conversationID: ConversationID, userID: UserID, readThrough: Int) {
        self.conversationID = conversationID
        self.userID = userID
        self.readThrough = readThrough
    }

    private enum CodingKeys: String, CodingKey {
        case conversationID = "conversation_id"
        case userID = "user_id"
        case readThrough = "read_through"
    }
}

/// The data of `EventKind.conversationTyping`.
public struct TypingNotice: Codable, Hashable, Sendable {
    /// The conversation.
    public var conversationID: ConversationID
    /// The person.
    public var userID: UserID
    /// The time at which the notice expires, by the server's clock; `nil` if the person has stopped typing.
    public var until: Date?

    /// Creates the data.
    public init(conversationID: ConversationID, userID: UserID, until: Date?) {
        self.conversationID = conversationID
        self.userID = userID
        self.until = until
    }

    private enum CodingKeys: String, CodingKey {
        case until
        case conversationID = "conversation_id"
        case userID = "user_id"
    }
}
