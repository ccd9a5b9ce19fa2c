public import Foundation
public import OrbitModels

/// The result of a search in the loaded messages of a conversation.
public struct MessageSearch: Hashable, Sendable {
    /// The messages that contain the text, the latest first.
    public let messages: [Message]
    /// The date back to which messages were searched; `nil` if the whole conversation was searched.
    public let horizon: Date?
    /// Whether the newest messages were not searched, because the window does not reach the end.
    public let lacksNewest: Bool
}

extension MessageWindow {
    /// Returns the loaded messages that contain a text, ignoring case, accents, width and compatibility forms.
    ///
    /// Deleted and hidden messages are not found. The search covers only loaded messages; ``MessageSearch/horizon``
    /// states how far back they reach.
    ///
    /// - Parameters:
    ///   - text: The searched text. Surrounding spaces are ignored, and a text without other characters finds nothing.
    ///   - hidden: The people whose messages are not found.
    /// - Complexity: O(length of the loaded texts).
    public func search(_ text: String, excluding hidden: Set<UserID> = []) -> MessageSearch {
        let all = messages(in: 1...Int.max)
        var found: [Message] = []
        if let pattern = FoldedText.Pattern(text) {
            found = all.reversed().filter { message in
                guard !message.isDeleted, !message.isHidden, let text = message.text else { return false }
                if let sender = message.senderID, hidden.contains(sender) { return false }
                return FoldedText(text).contains(pattern)
            }
        }
        return MessageSearch(
            messages: found, horizon: hasEarlier ? all.first?.createdAt : nil, lacksNewest: hasLater)
    }
}
