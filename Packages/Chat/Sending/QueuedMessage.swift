import Foundation
import OrbitModels

/// A message of the user that is not in the loaded messages yet: unsent, refused, or just sent.
struct QueuedMessage: Hashable, Sendable, Identifiable {
    /// The client id, which the server's copy shares.
    let id: ClientID
    let conversationID: ConversationID
    var text: String
    var replyTo: MessageReference?
    let createdAt: Date
    /// The position in the order of the outbox; `nil` until the entry is stored.
    var sequence: UInt64?
    var delivery: MessageRow.Delivery
    /// The server's copy, until the loaded messages contain it.
    var acknowledged: Message?

    /// Whether the server refused or lost the message.
    var hasFailed: Bool { if case .failed = delivery { true } else { false } }

    /// Returns the row of the message.
    func row(of me: UserID, _ change: PendingChange?) -> MessageRow {
        var row = MessageRow(
            id: .own(id), messageID: acknowledged?.id, seq: acknowledged?.seq, senderID: me, isMine: true,
            content: .text(text), delivery: delivery, change: nil, replyTo: replyTo, reactions: [],
            createdAt: acknowledged?.createdAt ?? createdAt, isEdited: false, readBy: [])
        change?.apply(to: &row)
        return row
    }
}
