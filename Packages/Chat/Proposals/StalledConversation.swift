public import Foundation
public import OrbitModels

/// The rule that decides when a conversation has stalled, so that the app offers times to meet.
///
/// A conversation has stalled if both sides have written, no message followed for 48 hours, and no proposal is open. The
/// app offers times once for each conversation.
public struct StalledConversation: Hashable, Sendable {
    /// The time without a message, in seconds: 48 hours.
    public static let silence: TimeInterval = 48 * 3_600
    /// The number of offered times.
    public static let slots = 3

    /// The time of the last message of a person; `nil` without messages of both sides.
    private let lastMessage: Date?

    /// Evaluates the loaded messages of a conversation.
    ///
    /// - Parameter window: The messages, with the end of the conversation. A window in the middle gives no offer.
    /// - Complexity: O(messages) if one side has not written, otherwise O(messages since the last message of the other side).
    public init(_ window: MessageWindow) {
        guard window.isAtEnd else {
            lastMessage = nil
            return
        }
        var (last, hasMine, hasTheirs) = (Date?.none, false, false)
        for index in stride(from: window.count - 1, through: 0, by: -1) {
            let message = window[index]
            guard let sender = message.senderID, message.kind != .system else { continue }
            last = last ?? message.createdAt
            if sender == window.viewer { hasMine = true } else { hasTheirs = true }
            if hasMine, hasTheirs { break }
        }
        lastMessage = hasMine && hasTheirs ? last : nil
    }

    /// The instant from which the conversation has stalled; `nil` if it cannot stall.
    public var stallsAt: Date? { lastMessage?.addingTimeInterval(Self.silence) }

    /// Whether the app offers times.
    ///
    /// - Parameters:
    ///   - conversation: The conversation, which has to be open.
    ///   - hasOpenProposal: Whether a proposal waits for an answer.
    ///   - wasOffered: Whether times were offered before.
    ///   - now: The present date.
    public func isOffered(
        in conversation: Conversation, hasOpenProposal: Bool, wasOffered: Bool, at now: Date
    ) -> Bool {
        guard let stallsAt, conversation.isOpen else { return false }
        return stallsAt <= now && !hasOpenProposal && !wasOffered
    }
}
