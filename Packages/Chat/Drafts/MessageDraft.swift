public import Foundation
public import OrbitModels

/// The message that the user is writing in a conversation.
public struct MessageDraft: Codable, Hashable, Sendable {
    /// The text.
    public var text: String
    /// The message that the draft replies to.
    public var replyTo: MessageReference?
    /// The own message whose text the draft replaces.
    public var editing: ClientID?
    /// The time of the last change, by the device's clock.
    public var changedAt: Date

    /// Creates a draft.
    public init(
        text: String = "", replyTo: MessageReference? = nil, editing: ClientID? = nil,
        changedAt: Date = .distantPast
    ) {
        self.text = text
        self.replyTo = replyTo
        self.editing = editing
        self.changedAt = changedAt
    }

    /// Whether there is nothing to restore.
    public var isEmpty: Bool { text.isEmpty && replyTo == nil && editing == nil }

    /// Returns the draft after the text of a message that the device could not store. The user may have written on
    /// meanwhile.
    func following(_ refused: MessageDraft) -> MessageDraft {
        if isEmpty { return refused }
        // A message and an edit, or two edits, cannot share a field.
        guard editing == nil, refused.editing == nil else { return self }
        let texts = [refused.text, text].filter { !$0.isEmpty }
        return MessageDraft(
            text: texts.joined(separator: "\n"), replyTo: replyTo ?? refused.replyTo, changedAt: changedAt)
    }

    private enum CodingKeys: String, CodingKey {
        case text, editing
        case replyTo = "reply_to"
        case changedAt = "changed_at"
    }
}
