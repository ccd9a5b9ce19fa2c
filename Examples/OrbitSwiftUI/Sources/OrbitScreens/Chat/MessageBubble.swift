import Chat
import Foundation
import OrbitApp
import OrbitModels
import Presentation
import SwiftUI

/// A message with its reactions, its delivery and its actions.
struct MessageBubble: View {
    /// The emoji that the screen offers.
    private static let offeredEmoji = ["👍", "❤️", "😂", "🎉", "🙏"].compactMap { Emoji($0) }

    let row: MessageRow
    let model: ConversationViewModel
    let proposals: ProposalsViewModel
    let user: SignedInUser
    @Environment(\.words) private var words
    @Environment(\.locale) private var locale

    var body: some View {
        VStack(alignment: row.isMine ? .trailing : .leading, spacing: 4) {
            if let sender = row.senderID, !row.isMine { Text(name(of: sender)).font(.caption) }
            if let reply = row.replyTo {
                Text(reply.excerpt ?? words.sentence("unknown", in: .chatLines)).font(.caption).italic()
            }
            content
            ForEach(model.contactHint(for: row)?.messages(in: words) ?? [], id: \.self) { Text($0).font(.caption) }
            reactions
            Text(state).font(.caption).foregroundStyle(.secondary)
            FailureText(failure)
        }
        .frame(maxWidth: .infinity, alignment: row.isMine ? .trailing : .leading)
        .contextMenu { actions }
    }

    @ViewBuilder private var content: some View {
        switch row.content {
        case .text(let text), .unknown(.some(let text)):
            Text(text)
                .padding(10)
                .background(
                    row.isMine ? Color.accentColor.opacity(0.25) : Color.gray.opacity(0.15),
                    in: RoundedRectangle(cornerRadius: 12))
        case .system(let text): Text(text).foregroundStyle(.secondary)
        case .deleted: line("deleted")
        case .hidden: line("hidden")
        case .unknown(.none): line("unknown")
        case .proposal(let id):
            if let proposal = proposals.proposals.known.first(where: { $0.id == id }) {
                ProposalCard(proposal: proposal, model: proposals, user: user)
            } else {
                line("proposal")
            }
        }
    }

    private func line(_ code: String) -> some View {
        Text(words.sentence(code, in: .chatLines)).foregroundStyle(.secondary)
    }

    private var reactions: some View {
        HStack {
            ForEach(row.reactions) { reaction in
                Button("\(reaction.emoji.presentation) \(reaction.count)") { react(reaction.emoji) }
                    .buttonStyle(.bordered)
                    .disabled(!model.isOpen)
            }
        }
    }

    @ViewBuilder private var actions: some View {
        if failure != nil {
            ActionButton(words(.tryAgain)) { await model.retry(row) }
            ActionButton(words(.remove), role: .destructive) { await model.remove(row) }
        }
        if model.isOpen, row.seq != nil {
            ForEach(Self.offeredEmoji, id: \.self) { emoji in
                Button(emoji.presentation) { react(emoji) }
            }
            Button(words(.reply)) { model.startReply(to: row) }
        }
        if model.canEdit(row) {
            Button(words(.edit)) { model.startEditing(row) }
        }
        if model.canDelete(row), row.text != nil {
            ActionButton(words(.delete), role: .destructive) { await model.delete(row) }
        }
    }

    private func react(_ emoji: Emoji) {
        let isSet = row.reactions.contains { $0.emoji == emoji && $0.isMine }
        Task { await model.setReaction(!isSet, emoji, on: row) }
    }

    private func name(of person: UserID) -> String {
        model.known?.participants.first { $0.userID == person }?.name ?? words(.someone)
    }

    /// The time, the delivery of an own message, and the people who have read it.
    private var state: String {
        var texts = [row.createdAt.formatted(.dateTime.hour().minute().locale(locale))]
        if row.isEdited { texts.append(words.sentence("edited", in: .chatScreen)) }
        if row.isMine { texts.append(words(row.change ?? row.delivery)) }
        if !row.readBy.isEmpty {
            let names = row.readBy.map { name(of: $0) }.joined(separator: ", ")
            texts.append(words.sentence("read_by", in: .chatScreen, ["names": .text(names)]))
        }
        return texts.joined(separator: " · ")
    }

    private var failure: Failure? {
        if case .failed(let failure) = row.change ?? row.delivery { failure } else { nil }
    }
}
