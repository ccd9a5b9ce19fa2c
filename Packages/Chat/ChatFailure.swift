public import OrbitModels
public import Presentation

/// A reason of this module for which an action is not possible.
public enum ChatFailure: String, TranslatableError, CategorizedError, CaseIterable, Hashable, Sendable {
    /// The conversation can only be read.
    case closed
    /// The server accepted the message and no longer has it.
    case lost
    /// The message that was edited or deleted is no longer in the conversation.
    case missingMessage = "missing_message"
    /// The content of an entry in the outbox cannot be read.
    case unreadable

    /// The category: `Failure.Kind.refused` for a closed conversation, otherwise `Failure.Kind.local`.
    public var failureKind: Failure.Kind {
        switch self {
        case .closed: .refused(.conversationClosed)
        case .missingMessage: .refused(.notFound)
        case .lost, .unreadable: .local
        }
    }

    /// The sentences of the failures.
    public static let vocabulary = Vocabulary(
        "chat_failure",
        [
            "closed": "You can read this conversation, but not write in it any more.",
            "lost": "The server has lost this message. Send it again, or remove it.",
            "missing_message": "This message is no longer in the conversation. Remove your change of it.",
            "unreadable": "This message cannot be read any more. Remove it, and write it again.",
        ])

    /// Returns the sentence of the failure.
    public func message(in words: LocalizedStrings) -> String { words.sentence(rawValue, in: Self.vocabulary) }
}
