public import OrbitModels

/// Messages that the user has chosen for a report of their sender.
///
/// The form of `Safety` sends the report. The server keeps the messages as evidence, also if they are deleted later.
public struct MessageReport: Hashable, Sendable {
    /// The maximum number of messages of one report.
    public static let maxMessages = ReportSubject.maxMessages

    /// The subject of the report: the messages and their sender.
    public let subject: ReportSubject
    /// The conversation.
    public let conversationID: ConversationID
    /// The messages in the order of the conversation.
    public let messageIDs: [MessageID]

    /// Creates a report of messages; `nil` unless all of them are of the same other person.
    ///
    /// - Parameters:
    ///   - messages: The chosen messages, 1 to ``maxMessages``. Tombstones can be reported, placeholders cannot.
    ///   - viewer: The user.
    public init?(of messages: [Message], by viewer: UserID) {
        let sorted = messages.sorted { $0.seq < $1.seq }
        guard let first = sorted.first, let sender = first.senderID, sender != viewer,
            sorted.count <= Self.maxMessages,
            sorted.allSatisfy({ $0.senderID == sender && $0.conversationID == first.conversationID && !$0.isHidden })
        else { return nil }
        conversationID = first.conversationID
        messageIDs = sorted.map(\.id)
        subject = .messages(messageIDs, in: conversationID, of: sender)
    }
}
