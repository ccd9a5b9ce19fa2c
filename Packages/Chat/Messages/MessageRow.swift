public import Foundation
public import OrbitModels
public import Presentation

/// A message as a screen shows it: with pending changes, reactions, receipts and the state of its delivery.
///
/// The row of an own message keeps its identity from the local echo on: ``ID/own(_:)`` contains the client id, which the
/// server's copy shares.
public struct MessageRow: Hashable, Sendable, Identifiable {
    /// The identity of a row.
    public enum ID: Hashable, Sendable {
        /// A message of the user, on any device.
        case own(ClientID)
        /// A message of another person or of the system.
        case received(MessageID)
    }

    /// The visible content of a row.
    public enum Content: Hashable, Sendable {
        /// A text.
        case text(String)
        /// A proposal to meet.
        case proposal(ProposalID)
        /// A sentence of the server.
        case system(String)
        /// A deleted message.
        case deleted
        /// A message of a person who is hidden from the user. It shows neither the person nor the text.
        case hidden
        /// A kind that this version does not know, with its text if it has one.
        case unknown(String?)
    }

    /// The delivery of a row.
    public enum Delivery: Hashable, Sendable {
        /// The message waits for earlier messages or for a connection.
        case queued
        /// The message is being sent.
        case sending
        /// The server has the message.
        case sent
        /// The server refused the message, or lost it after it had accepted it. The user can edit, retry or remove it.
        case failed(Failure)
    }

    /// The identity, which stays the same when the server's copy replaces the local echo.
    public let id: ID
    /// The identifier of the message; `nil` for an unsent message.
    public let messageID: MessageID?
    /// The number in the conversation; `nil` for an unsent message.
    public let seq: Int?
    /// The sender; `nil` for the system and for a hidden person.
    public let senderID: UserID?
    /// Whether the user is the sender.
    public let isMine: Bool
    /// The content, including an edit or a deletion that is not sent yet.
    public var content: Content
    /// The delivery of the message.
    public var delivery: Delivery
    /// The delivery of a pending edit or deletion; `nil` without one.
    public var change: Delivery?
    /// The message that the row replies to, without the content of hidden people.
    public var replyTo: MessageReference?
    /// The reactions, sorted by emoji, including pending reactions of the user.
    public var reactions: [ReactionSummary]
    /// The time of the message: by the server's clock, or by the device's clock for an unsent message.
    public let createdAt: Date
    /// Whether the text was edited.
    public var isEdited: Bool
    /// The people who have read an own message and share their activity, sorted by id. Empty for other messages.
    public var readBy: [UserID]

    /// The text; `nil` for other contents.
    public var text: String? {
        if case .text(let text) = content { text } else { nil }
    }
}

/// The people who reacted to a message with one emoji.
public struct ReactionSummary: Hashable, Sendable, Identifiable {
    /// The emoji.
    public let emoji: Emoji
    /// The visible people, in the order of their reactions.
    public let people: [UserID]
    /// Whether the user is one of them.
    public let isMine: Bool

    /// The text of the emoji.
    public var id: String { emoji.text }
    /// The number of people.
    public var count: Int { people.count }
}
