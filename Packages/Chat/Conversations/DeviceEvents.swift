import Foundation
import OrbitModels

/// The kinds of events that exist only on this device. They show pending actions, and never arrive from a server.
extension EventKind {
    /// The user has read messages on this device. Data: ``OwnReadMark``.
    static let readOnDevice = Self(rawValue: "device.conversation_read")
    /// A message of the user waits to be sent. Data: ``QueuedLine``.
    static let messageQueued = Self(rawValue: "device.message_queued")
    /// A message of the user was edited or deleted, or its reactions have changed, on a server without a log. Data:
    /// `Keyed<Message>`.
    static let messageOnDevice = Self(rawValue: "device.message_changed")
    /// The user mutes or unmutes a conversation. Data: ``OwnMute``.
    static let muteOnDevice = Self(rawValue: "device.conversation_mute")
}

/// The data of `EventKind.readOnDevice`.
struct OwnReadMark: Codable, Hashable, Sendable {
    var conversationID: ConversationID
    var readThrough: Int
    /// The number of messages that the mark changes from unread to read.
    var readCount: Int
    /// The number of unread messages after the mark, as the server has stated it; `nil` before its response.
    var unreadCount: Int?
}

/// The data of `EventKind.messageQueued`.
struct QueuedLine: Codable, Hashable, Sendable {
    var conversationID: ConversationID
    var clientID: ClientID
    var senderID: UserID
    var text: String
    var at: Date
}

/// The data of `EventKind.muteOnDevice`.
struct OwnMute: Codable, Hashable, Sendable {
    var conversationID: ConversationID
    var isMuted: Bool
}
