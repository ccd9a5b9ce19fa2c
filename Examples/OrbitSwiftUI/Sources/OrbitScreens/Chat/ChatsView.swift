import Chat
import Foundation
import OrbitApp
import OrbitModels
import Presentation
import SwiftUI

/// The conversations of the user, and the actions that are not sent yet.
struct ChatsView: View {
    let user: SignedInUser
    @Environment(\.words) private var words
    @Environment(\.locale) private var locale

    var body: some View {
        List {
            if let text = user.unsent.text { Text(text).foregroundStyle(.secondary) }
            FailureText(user.unsent.failure)
            if let chat = user.chat {
                FailureText(chat.conversations.failure)
                PagedRows(chat.conversations.conversations) { row(of: $0, chat.conversations) }
            }
        }
        .task { await user.chat?.conversations.conversations.load() }
    }

    private func row(of conversation: Conversation, _ chats: ConversationsViewModel) -> some View {
        NavigationLink(value: AppSheet.conversation(conversation.id)) {
            VStack(alignment: .leading) {
                Text(chats.title(of: conversation)).font(.headline)
                Text(chats.line(of: conversation)).lineLimit(1)
                Text(conversation.updatedAt.formatted(.dateTime.day().month().hour().minute().locale(locale)))
                    .font(.caption)
                    .foregroundStyle(.secondary)
            }
        }
        .badge(conversation.unreadCount)
        .swipeActions {
            ActionButton(words(conversation.isMuted ? .unmute : .mute)) {
                await chats.setMuted(!conversation.isMuted, of: conversation.id)
            }
        }
    }
}
