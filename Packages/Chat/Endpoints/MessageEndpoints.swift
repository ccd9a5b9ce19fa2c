public import Networking
public import OrbitModels

/// The routes of the messages of a conversation.
public enum MessageRoutes {
    /// `GET /conversations/{conversation_id}/messages`. Query: ``MessageAnchor`` and `limit`. Returns ``MessagePage``.
    public static let list = Route(.get, "/conversations/{conversation_id}/messages")
    /// `POST /conversations/{conversation_id}/messages`. Body: ``SendMessageRequest``. Returns `Keyed<Message>`.
    public static let send = Route(.post, "/conversations/{conversation_id}/messages")
    /// `PATCH /conversations/{conversation_id}/messages/{message_id}`. Body: ``EditMessageRequest``. Returns
    /// `Keyed<Message>`.
    public static let edit = Route(.patch, "/conversations/{conversation_id}/messages/{message_id}")
    /// `DELETE /conversations/{conversation_id}/messages/{message_id}`. Returns `Keyed<Message>`, a tombstone.
    public static let delete = Route(.delete, "/conversations/{conversation_id}/messages/{message_id}")
    /// `PUT /conversations/{conversation_id}/messages/{message_id}/reactions/{emoji}`. Returns `Keyed<Message>`.
    public static let react = Route(
        .put, "/conversations/{conversation_id}/messages/{message_id}/reactions/{emoji}")
    /// `DELETE /conversations/{conversation_id}/messages/{message_id}/reactions/{emoji}`. Returns `Keyed<Message>`.
    public static let removeReaction = Route(
        .delete, "/conversations/{conversation_id}/messages/{message_id}/reactions/{emoji}")

    /// All routes of this area.
    public static let all = [list, send, edit, delete, react, removeReaction]
}

/// The position in a conversation at which messages are read.
public enum MessageAnchor: Hashable, Sendable {
    /// The last messages.
    case end
    /// The messages on both sides of a number, with the message of this number.
    case around(Int)
    /// The messages before a number, without it.
    case before(Int)
    /// The messages after a number, without it.
    case after(Int)

    /// The query item; `nil` for the end.
    public var query: (name: String, value: String)? {
        switch self {
        case .end: nil
        case .around(let seq): ("around", String(seq))
        case .before(let seq): ("before", String(seq))
        case .after(let seq): ("after", String(seq))
        }
    }
}

/// A contiguous range of the messages of a conversation.
public struct MessagePage: Codable, Hashable, Sendable {
    /// The messages in ascending order of `seq`. Messages that cannot be decoded are quarantined.
    public var messages: LossyList<Message>
    /// Whether the conversation has messages before the range.
    public var hasEarlier: Bool
    /// Whether the conversation has messages after the range. At the end it is `false`.
    public var hasLater: Bool

    /// Creates a range.
    public init(_ messages: [Message], hasEarlier: Bool, hasLater: Bool) {
        self.messages = LossyList(messages)
        self.hasEarlier = hasEarlier
        self.hasLater = hasLater
    }

    private enum CodingKeys: String, CodingKey {
        case messages
        case hasEarlier = "has_earlier"
        case hasLater = "has_later"
    }
}

/// The body of a new message.
///
/// For the life of the message, a request of the same sender with the same `clientID` returns the existing message.
public struct SendMessageRequest: Codable, Hashable, Sendable {
    /// The identifier from the sender's device.
    public var clientID: ClientID
    /// The text; see ``MessageText``.
    public var text: String
    /// The message of the same conversation that this message replies to.
    public var replyTo: MessageID?

    /// Creates the body.
    public init(clientID: ClientID, text: String, replyTo: MessageID? = nil) {
        self.clientID = clientID
        self.text = text
        self.replyTo = replyTo
    }

    private enum CodingKeys: String, CodingKey {
        case text
        case clientID = "client_id"
        case replyTo = "reply_to"
    }
}

/// The body of an edit. Only the sender can edit a text, within ``ChatLimits/editTime``.
public struct EditMessageRequest: Codable, Hashable, Sendable {
    /// The new text; see ``MessageText``.
    public var text: String

    /// Creates the body.
    public init(text: String) {
        self.text = text
    }
}
