import Chat
import Foundation
import OrbitApp
import OrbitModels
import PageParts
import Presentation

/// The conversations of the user, and the switch for receipts and typing.
@MainActor enum ChatsScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        guard let chat = user.chat else { return WaitingScreen.screen(visit) }
        let list = visit.list(
            chat.conversations.conversations, link: (visit.words(HomeTab.matches), "/matches"), more: "/chats/more"
        ) { row($0, chat.conversations, visit) }
        return PageScreen(
            visit.words(HomeTab.chats), tab: .chats,
            [
                PageScreen.Region("unsent", unsent(user, visit)),
                PageScreen.Region("conversations", "\(visit.failure(chat.conversations.failure))\(list)"),
                PageScreen.Region("activity", activity(chat.settings, visit)),
            ])
    }

    /// The messages and other actions that the server does not have, and the reason if none can be sent.
    static func unsent(_ user: SignedInUser, _ visit: PageVisit) -> Markup {
        var text = Markup.empty
        if let sentence = user.unsent.text { text = "<p class=\"notice\">\(sentence)</p>" }
        return "\(visit.failure(user.unsent.failure))\(text)"
    }

    private static func row(
        _ conversation: Conversation, _ chats: ConversationsViewModel, _ visit: PageVisit
    ) -> Markup {
        let id = conversation.id.rawValue
        var badge = Markup.empty
        if conversation.unreadCount > 0 {
            badge = """
                 <span class="badge">\(conversation.unreadCount)</span>\
                <span class="visually-hidden">\(visit.words.sentence("unread", in: .chatScreen))</span>
                """
        }
        let muted: Markup = conversation.isMuted ? " · \(visit.word(.mutedChat))" : ""
        return """
            <li class="card" id=\("chat-\(id)")>
            <h2><a href=\(ChatPages.path(of: id))>\(name: chats.title(of: conversation))</a>\(badge)</h2>
            <p>\(name: chats.line(of: conversation))</p>
            <p class="meta">\(visit.words(conversation.kind)) · \(visit.dates.dayAndTime(conversation.updatedAt))\(muted)</p>
            </li>
            """
    }

    private static func activity(_ model: ChatSettingsViewModel, _ visit: PageVisit) -> Markup {
        guard let settings = model.settings.state.value else { return visit.failure(model.settings.state.failure) }
        return visit.form(
            "/chats/activity",
            """
            \(visit.checkbox(visit.word(.shareActivity), "shares", isOn: settings.sharesActivity))
            <p class="hint">\(visit.word(.shareActivityHint))</p>
            \(visit.failure(model.failure))
            <button>\(visit.word(.save))</button>
            """)
    }
}
