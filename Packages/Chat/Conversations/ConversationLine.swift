import OrbitModels

/// The texts of a conversation in a list.
enum ConversationLine {
    /// The maximum number of characters of the text of a message in a line.
    private static let longest = 80
    /// The maximum number of names in a title or a typing line.
    private static let maxNames = 3

    static func title(of conversation: Conversation, for me: UserID, in words: LocalizedStrings) -> String {
        if let title = conversation.title, !title.isEmpty { return title }
        let names = conversation.others(than: me).map(\.name)
        guard !names.isEmpty else { return words.sentence("nobody", in: .chatLines) }
        return names.prefix(maxNames).joined(separator: ", ") + (names.count > maxNames ? " …" : "")
    }

    static func typing(_ people: [UserID], in conversation: Conversation, words: LocalizedStrings) -> String {
        let names = people.compactMap { person in conversation.participants.first { $0.userID == person }?.name }
        guard let first = names.first else { return words.sentence("typing_someone", in: .chatLines) }
        guard names.count > 1 else { return words.sentence("typing", in: .chatLines, ["name": .text(first)]) }
        return words.sentence("typing_several", in: .chatLines, ["count": .integer(names.count)])
    }

    static func lastMessage(of conversation: Conversation, for me: UserID, in words: LocalizedStrings) -> String {
        guard let message = conversation.lastMessage else { return words.sentence("no_messages", in: .chatLines) }
        let text = text(of: message, in: words)
        guard !message.isDeleted, !message.isHidden, let sender = message.senderID else { return text }
        if sender == me { return words.sentence("own", in: .chatLines, ["text": .text(text)]) }
        guard conversation.kind != .pair,
            let name = conversation.participants.first(where: { $0.userID == sender })?.name
        else { return text }
        return words.sentence("others", in: .chatLines, ["name": .text(name), "text": .text(text)])
    }

    static func text(of message: Message, in words: LocalizedStrings) -> String {
        if message.isDeleted { return words.sentence("deleted", in: .chatLines) }
        switch message.kind {
        case .hidden: return words.sentence("hidden", in: .chatLines)
        case .proposal: return words.sentence("proposal", in: .chatLines)
        default:
            guard let text = message.text, !text.isEmpty else { return words.sentence("unknown", in: .chatLines) }
            let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(8 * longest)))
            let line = start.split(whereSeparator: \.isNewline).joined(separator: " ")
            return line.count > longest ? line.prefix(longest - 1) + "…" : line
        }
    }
}
