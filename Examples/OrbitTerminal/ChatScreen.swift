import Calendars
import Chat
import Foundation
import OrbitApp
import OrbitModels
import Presentation
import Profiles

/// The chat screens: the conversations, and the open conversation with its proposals.
@MainActor final class ChatScreen {
    static let commands = """
        chats     read your conversations
        open N    open conversation N of the list
        say TEXT  write in the open conversation
        react E   react to the last message with the emoji E
        propose T propose to meet, with the title T
        """

    private var conversation: ConversationViewModel?
    private var proposals: ProposalsViewModel?

    /// Performs a command.
    ///
    /// - Returns: `false` if it is no command of chat.
    func perform(_ command: String, _ rest: String, as user: SignedInUser) async -> Bool {
        guard let chat = user.chat else { return false }
        let known = chat.conversations.conversations.known
        switch command {
        case "chats":
            await chat.conversations.conversations.load()
            for (index, one) in chat.conversations.conversations.known.enumerated() {
                let unread = one.unreadCount > 0 ? " (\(one.unreadCount) unread)" : ""
                let (title, line) = (chat.conversations.title(of: one), chat.conversations.line(of: one))
                print("\(index + 1)  \(title). \(line)\(unread)")
            }
        case "open":
            guard let index = Int(rest), known.indices.contains(index - 1),
                let opened = chat.conversation(known[index - 1])
            else { return false }
            await open(opened, in: chat)
        case "say", "react", "propose":
            guard let conversation else {
                print("! Open a conversation first.")
                return true
            }
            await write(command, rest, in: conversation, of: user)
        default: return false
        }
        return true
    }

    private func open(_ opened: ConversationViewModel, in chat: ChatModels) async {
        await conversation?.leave()
        conversation = opened
        opened.isOnScreen = true
        await opened.load()
        let proposals = chat.proposals(in: opened)
        await chat.load(proposals)
        self.proposals = proposals
        opened.show(through: opened.known?.lastSeq)
        for row in opened.messages.value.map(Array.init) ?? [] { print(line(of: row, in: opened)) }
    }

    private func write(
        _ command: String, _ rest: String, in conversation: ConversationViewModel, of user: SignedInUser
    ) async {
        var outcome = ActionOutcome.skipped
        switch command {
        case "say":
            conversation.type(rest)
            outcome = await conversation.send()
            _ = await user.unsent.send(within: .seconds(60))
        case "react":
            guard let emoji = Emoji(rest), let row = conversation.messages.value?.last else {
                return print("! Type one emoji, such as 👍.")
            }
            outcome = await conversation.setReaction(true, emoji, on: row)
            _ = await user.unsent.send(within: .seconds(60))
        default:
            guard let proposals, let known = conversation.known else { return }
            let me = user.profile.saved.value?.userID
            let find = user.findTime(with: known.participants.map(\.userID).filter { $0 != me })
            await find.load()
            proposals.begin(
                in: user.profile.saved.value?.profile?.availability?.timeZone ?? .gmt, title: rest,
                slots: find.slots.prefix(3).map { ProposalSlot(startsAt: $0.span.start, endsAt: $0.span.end) })
            outcome = await proposals.submit()
        }
        if let failure = outcome.failure { print("! \(failure.message)") }
        if let row = conversation.messages.value?.last { print(line(of: row, in: conversation)) }
    }

    private func title(of id: ProposalID) -> String {
        let proposal = proposals?.proposals.known.first { $0.id == id }
        return proposal.map { "“\($0.title)”, \($0.state.rawValue)" } ?? "a proposal to meet"
    }

    private func line(of row: MessageRow, in conversation: ConversationViewModel) -> String {
        // The server's own messages have no sender.
        let name = row.isMine ? "You" : conversation.known?.participants.first { $0.userID == row.senderID }?.name
        let text =
            switch row.content {
            case .text(let text), .system(let text): text
            case .proposal(let id): title(of: id)
            case .deleted: "(deleted)"
            case .hidden: "(hidden)"
            case .unknown(let text): text ?? "(unknown)"
            }
        let reactions = row.reactions.map(\.id).joined()
        return "   \(name.map { "\($0): " } ?? "")\(text)\(reactions.isEmpty ? "" : " \(reactions)")"
    }
}
