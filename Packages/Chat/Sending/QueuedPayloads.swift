import Foundation
import OrbitModels

/// The kinds of entries that chat puts into the outbox.
enum ChatEntryKind: String, CaseIterable, Sendable {
    case send = "chat.send"
    case edit = "chat.edit"
    case delete = "chat.delete"
    case react = "chat.react"
}

/// The content of a new message. The id of its entry is its client id.
struct QueuedSend: Codable, Hashable, Sendable {
    var conversationID: ConversationID
    var text: String
    var replyTo: MessageReference?

    private enum CodingKeys: String, CodingKey {
        case text
        case conversationID = "conversation_id"
        case replyTo = "reply_to"
    }
}

/// The content of a change of an own message: its new text, or its deletion.
struct QueuedChange: Codable, Hashable, Sendable {
    var conversationID: ConversationID
    /// The message on the device.
    var clientID: ClientID
    /// The message on the server; `nil` if it was not known when the change was made.
    var messageID: MessageID?
    /// The new text; `nil` deletes the message.
    var text: String?

    private enum CodingKeys: String, CodingKey {
        case text
        case conversationID = "conversation_id"
        case clientID = "client_id"
        case messageID = "message_id"
    }
}

/// The content of an added or removed reaction.
struct QueuedReaction: Codable, Hashable, Sendable {
    var conversationID: ConversationID
    var messageID: MessageID
    /// The client id of the message if it is the user's own.
    var ownClientID: ClientID?
    var emoji: Emoji
    var isSet: Bool

    var row: MessageRow.ID { ownClientID.map { .own($0) } ?? .received(messageID) }

    private enum CodingKeys: String, CodingKey {
        case emoji
        case conversationID = "conversation_id"
        case messageID = "message_id"
        case ownClientID = "own_client_id"
        case isSet = "is_set"
    }
}

/// The lanes of chat. Messages of a conversation are sent in order. Changes of a message that the server has are
/// independent, so that a refused message does not hold up a deletion.
enum ChatLane {
    static func messages(in conversation: ConversationID) -> String { shortened("chat/\(conversation.rawValue)") }

    static func changes(of message: MessageID, in conversation: ConversationID) -> String {
        shortened("chat/\(conversation.rawValue)/\(message.rawValue)")
    }

    /// The outbox accepts 256 bytes. A shortened lane only orders more entries than necessary.
    private static func shortened(_ lane: String) -> String { String(decoding: lane.utf8.prefix(252), as: UTF8.self) }
}
