import BackendRuntime
import Chat
import Foundation
import OrbitModels

/// The limits of conversations that only the server knows. `ChatLimits` has the others.
enum ChatBounds {
    /// The maximum number of people of a small conversation: one record has all of them, they are notified in the
    /// transaction of a change, and they see receipts and typing. A larger conversation has one record for each person,
    /// and a job notifies them.
    static let maxNotified = 20

    /// Whether a text from a device can name a message. The text is part of a key.
    static func isValid(_ id: ClientID) -> Bool { id.rawValue.isValidID }
}

/// The limits on how often a person acts. Each of them also bounds the events in the logs of other people.
enum ChatRates {
    /// The maximum numbers of messages of one person. The index of the messages counts them, so the limit writes
    /// nothing.
    static let messages = [
        RateLimit.Tier(count: ChatLimits.messagesPerMinute, window: 60),
        RateLimit.Tier(count: ChatLimits.messagesPerDay, window: 86_400),
    ]
    /// Edits, reactions and acceptances of one person.
    static let changes = RateLimit(
        name: "chat-changes", tiers: [.init(count: 30, window: 60), .init(count: 400, window: 86_400)])
    /// Messages, edits and reactions of one person in large conversations, in addition to the other limits. Each
    /// notifies up to 1,000 people.
    static let large = RateLimit(
        name: "chat-large", tiers: [.init(count: 10, window: 60), .init(count: 200, window: 86_400)])
    /// Typing notices of one person in one conversation. A notice beyond the limit is dropped, and refuses no request.
    static let typing = RateLimit(
        name: "chat-typing", tiers: [.init(count: 1, window: 5), .init(count: 300, window: 86_400)])
    /// Notices that one person has stopped typing in one conversation.
    static let stopping = RateLimit(
        name: "chat-stopping", tiers: [.init(count: 1, window: 5), .init(count: 300, window: 86_400)])
    /// Proposals of one person.
    static let proposals = RateLimit(
        name: "chat-proposals", tiers: [.init(count: 5, window: 60), .init(count: 40, window: 86_400)])
    /// Changes between muted and not muted of one person.
    static let mutes = RateLimit(
        name: "chat-mutes", tiers: [.init(count: 30, window: 60), .init(count: 200, window: 86_400)])
    /// Changes of the setting.
    static let settings = RateLimit(name: "chat-settings", tiers: [.init(count: 20, window: 86_400)])
}
