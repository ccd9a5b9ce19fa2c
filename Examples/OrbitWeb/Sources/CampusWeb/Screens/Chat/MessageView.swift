import Chat
import Foundation
import OrbitApp
import OrbitModels
import PageParts
import Presentation

/// A message with its reactions, its delivery and its actions.
@MainActor enum MessageView {
    /// The emoji that the page offers. A person who reacts with another emoji adds it to the message.
    private static let offeredEmoji = ["👍", "❤️", "😂", "🎉", "🙏"].compactMap { Emoji($0) }

    /// Returns the name of a row in paths and in the page. It stays the same when the server has the message.
    nonisolated static func key(of row: MessageRow) -> String {
        switch row.id {
        case .own(let id): "own-\(id.rawValue)"
        case .received(let id): "message-\(id.rawValue)"
        }
    }

    static func row(
        _ row: MessageRow, in model: ConversationViewModel, _ proposals: ProposalsViewModel, _ visit: PageVisit
    ) -> Markup {
        var divider = Markup.empty
        if let first = model.firstUnread, row.seq == first {
            divider = "<li class=\"divider\">\(visit.words.sentence("unread", in: .chatScreen))</li>"
        }
        let style = row.isMine ? "card mine" : "card"
        return """
            \(divider)<li class=\(style) id=\(key(of: row))>
            <p class="meta">\(author(of: row, in: model, visit))\(visit.dates.dayAndTime(row.createdAt))</p>
            \(quote(row, visit))\(content(row, proposals, visit))\(hints(row, model, visit))
            \(state(of: row, in: model, visit))\(reactions(row, in: model, visit))\(actions(row, in: model, visit))
            </li>
            """
    }

    /// Returns the path of an action on a row.
    private static func path(_ row: MessageRow, _ model: ConversationViewModel, _ action: String) -> String {
        PagePath.to("chats", model.id.rawValue, "messages", key(of: row), action)
    }

    private static func name(of person: UserID, in model: ConversationViewModel, _ visit: PageVisit) -> String {
        model.known?.participants.first { $0.userID == person }?.name ?? visit.word(.someone)
    }

    private static func author(of row: MessageRow, in model: ConversationViewModel, _ visit: PageVisit) -> Markup {
        if row.isMine { return "\(visit.word(.you)) · " }
        guard let sender = row.senderID else { return .empty }
        return "\(name: name(of: sender, in: model, visit)) · "
    }

    /// The message that the row replies to.
    private static func quote(_ row: MessageRow, _ visit: PageVisit) -> Markup {
        guard let reply = row.replyTo else { return .empty }
        let text = reply.excerpt ?? visit.words.sentence("unknown", in: .chatLines)
        return "<blockquote dir=\"auto\">\(text)</blockquote>"
    }

    private static func content(_ row: MessageRow, _ proposals: ProposalsViewModel, _ visit: PageVisit) -> Markup {
        func line(_ code: String) -> Markup { "<p class=\"meta\">\(visit.words.sentence(code, in: .chatLines))</p>" }
        switch row.content {
        case .text(let text): return "<p dir=\"auto\" class=\"text\">\(text)</p>"
        case .system(let text): return "<p dir=\"auto\" class=\"meta\">\(text)</p>"
        case .deleted: return line("deleted")
        case .hidden: return line("hidden")
        case .unknown(let text):
            guard let text else { return line("unknown") }
            return "<p dir=\"auto\">\(text)</p>"
        case .proposal(let id):
            guard let proposal = proposals.proposals.known.first(where: { $0.id == id }) else {
                return line("proposal")
            }
            return "\(line("proposal"))<p>\(name: proposal.title) · \(visit.words(proposals.state(of: proposal)))</p>"
        }
    }

    /// The hints about contact data in a first exchange.
    private static func hints(_ row: MessageRow, _ model: ConversationViewModel, _ visit: PageVisit) -> Markup {
        let lines = model.contactHint(for: row)?.messages(in: visit.words) ?? []
        return Markup.joined(lines.map { line -> Markup in "<p class=\"hint\">\(line)</p>" })
    }

    /// The delivery of an own message, and the people who have read it.
    private static func state(of row: MessageRow, in model: ConversationViewModel, _ visit: PageVisit) -> Markup {
        var parts: [String] = []
        if row.isEdited { parts.append(visit.words.sentence("edited", in: .chatScreen)) }
        if row.isMine {
            let delivery = row.change ?? row.delivery
            if delivery != .sent { parts.append(visit.words(delivery)) }
        }
        if !row.readBy.isEmpty {
            let names = row.readBy.map { name(of: $0, in: model, visit) }.joined(separator: ", ")
            parts.append(visit.words.sentence("read_by", in: .chatScreen, ["names": .text(names)]))
        }
        let line: Markup =
            parts.isEmpty ? "" : "<p class=\"meta\">\(name: parts.joined(separator: " · "))</p>"
        return "\(line)\(visit.failure(failure(of: row)))"
    }

    private static func failure(of row: MessageRow) -> Failure? {
        if case .failed(let failure) = row.change ?? row.delivery { return failure }
        return nil
    }

    /// The reactions, each of which adds or removes that of the user.
    private static func reactions(_ row: MessageRow, in model: ConversationViewModel, _ visit: PageVisit) -> Markup {
        let buttons = row.reactions.map { reaction -> Markup in
            let title = "\(reaction.emoji.presentation) \(reaction.count)"
            return visit.button(
                title, path(row, model, "react"), [("emoji", reaction.emoji.text)],
                style: reaction.isMine ? "chip on" : "chip", isDisabled: !model.isOpen)
        }
        return buttons.isEmpty ? .empty : "<div class=\"actions\">\(buttons)</div>"
    }

    private static func actions(_ row: MessageRow, in model: ConversationViewModel, _ visit: PageVisit) -> Markup {
        switch row.content {
        case .deleted, .hidden, .system: return .empty
        case .text, .proposal, .unknown: break
        }
        var buttons: [Markup] = []
        func add(_ word: PageWord, _ action: String, style: String = "") {
            buttons.append(visit.button(visit.word(word), path(row, model, action), style: style))
        }
        if failure(of: row) != nil {
            add(.tryAgain, "retry")
            add(.remove, "remove")
        }
        if model.isOpen, row.seq != nil {
            add(.reply, "reply")
            for emoji in offeredEmoji where !row.reactions.contains(where: { $0.emoji == emoji }) {
                buttons.append(
                    visit.button(
                        emoji.presentation, path(row, model, "react"), [("emoji", emoji.text)], style: "chip"))
            }
        }
        if model.canEdit(row) { add(.edit, "edit") }
        if model.canDelete(row), row.text != nil { add(.delete, "delete", style: "danger") }
        if !row.isMine, let id = row.messageID {
            add(model.selection.contains(id) ? .chosenForReport : .chooseForReport, "choose")
        }
        guard !buttons.isEmpty else { return .empty }
        return """
            <details><summary>\(visit.word(.messageActions))</summary><div class="actions">\(buttons)</div></details>
            """
    }
}
