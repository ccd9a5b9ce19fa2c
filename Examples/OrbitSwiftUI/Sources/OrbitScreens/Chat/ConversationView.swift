import Chat
import Foundation
import OrbitApp
import OrbitModels
import Presentation
import SwiftUI

/// A conversation: its messages, its proposals, and the field of a new message.
struct ConversationView: View {
    @Bindable var model: ConversationViewModel
    @Bindable var proposals: ProposalsViewModel
    let chat: ChatModels
    let user: SignedInUser
    @Environment(\.words) private var words
    @Environment(\.timeZone) private var timeZone
    /// The numbers of the messages on the screen.
    @State private var visible: Set<Int> = []

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            messages
            if let line = model.typingLine { Text(line).font(.caption).padding(.horizontal) }
            FailureText(model.failure ?? proposals.failure)
            if model.isOpen {
                Composer(model: model)
            } else {
                Text(words.sentence("closed", in: .chatScreen)).padding()
            }
        }
        .navigationTitle(model.title)
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                Button(words(.proposeMeetup)) { proposals.begin(in: timeZone) }
                    .disabled(!model.isOpen)
            }
        }
        .sheet(isPresented: $proposals.form.isPresent) { ProposalFormView(model: proposals) }
        // The end of the task closes the conversation.
        .task { await chat.show(model) }
        .task { await chat.load(proposals) }
    }

    private var messages: some View {
        ScrollView {
            LazyVStack(alignment: .leading, spacing: 12) {
                if model.hasEarlier {
                    ActionButton(words(.earlierMessages)) { await model.loadEarlier() }
                }
                LoadedContent(model.messages, empty: words.sentence("no_messages", in: .chatLines)) { rows in
                    ForEach(rows) { row in
                        if let first = model.firstUnread, row.seq == first {
                            Text(words.sentence("unread", in: .chatScreen)).font(.caption)
                        }
                        MessageBubble(row: row, model: model, proposals: proposals, user: user)
                            .onAppear { note(row.seq, isVisible: true) }
                            .onDisappear { note(row.seq, isVisible: false) }
                    }
                }
                if model.hasLater {
                    ActionButton(words.sentence("later", in: .chatScreen, ["count": .integer(model.laterCount)])) {
                        await model.load()
                    }
                }
            }
            .padding()
        }
        .defaultScrollAnchor(.bottom)
    }

    /// Notes whether a message is on the screen. The model marks messages as read that stay there.
    private func note(_ seq: Int?, isVisible: Bool) {
        guard let seq else { return }
        if isVisible { visible.insert(seq) } else { visible.remove(seq) }
        model.show(through: visible.max())
    }
}

/// The field of a new message, a reply or an edit.
private struct Composer: View {
    @Bindable var model: ConversationViewModel
    @Environment(\.words) private var words

    var body: some View {
        VStack(alignment: .leading) {
            if model.draft.editing != nil || model.draft.replyTo != nil {
                HStack {
                    Text(model.draft.replyTo?.excerpt ?? words(.editingMessage)).lineLimit(1)
                    Button(words(.cancel)) { model.cancelReplyOrEdit() }
                }
            }
            ForEach(model.contactHint?.messages(in: words) ?? [], id: \.self) { Text($0).font(.caption) }
            HStack {
                TextField(words(.message), text: $model.typedText, axis: .vertical)
                    .textFieldStyle(.roundedBorder)
                ActionButton(words(.send)) { await model.send() }
                    .disabled(model.isSubmitting || model.draft.text.isEmpty)
            }
        }
        .padding()
    }
}
