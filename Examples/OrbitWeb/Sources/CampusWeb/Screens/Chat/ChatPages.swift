import Chat
import Connections
import Foundation
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Safety

/// The pages and forms of conversations. Those of proposals to meet are in ``ProposalPages``.
enum ChatPages {
    static let pages = ownPages + ProposalPages.pages
    static let actions = listActions + ProposalPages.actions + conversationActions

    private static let ownPages: [SitePage] = [
        .user(
            "/chats",
            load: { _, user in
                guard let chat = user.chat else { return nil }
                if chat.conversations.conversations.items.needsLoad {
                    await chat.conversations.conversations.load()
                }
                if chat.settings.settings.state.value == nil { await chat.settings.settings.load() }
                return nil
            }, screen: ChatsScreen.screen),
        .user("/chats/{id}", load: load, screen: ConversationScreen.screen, noteShown: noteShown),
    ]

    private static let listActions: [FormAction] = [
        .user("/chats/more") { _, user in
            await user.chat?.conversations.conversations.loadMore()
            return "/chats"
        },
        .user("/chats/activity") { visit, user in
            guard let settings = user.chat?.settings else { return "/chats" }
            visit.note(await settings.setSharesActivity(visit.form.has("shares")), at: "/chats")
            return "/chats"
        },
        .user("/chats/open/{kind}/{id}") { visit, user in
            guard let model = await open(visit, user) else {
                let failure = user.chat?.conversations.failure ?? user.unsent.failure
                let text = failure?.message ?? visit.word(.chatGone)
                visit.session.notices[visit.back] = PageNotice(text: text, isFailure: true)
                return visit.back
            }
            return path(of: model.id.rawValue)
        },
    ]

    private static let conversationActions: [FormAction] = [
        .user("/chats/{id}/{action}") { visit, user in
            let path = ChatPages.path(of: visit.parameter("id"))
            guard let model = await find(visit, user) else { return "/chats" }
            switch visit.parameter("action") {
            case "send":
                model.type(visit.form["text"])
                await model.send()
            case "cancel": model.cancelReplyOrEdit()
            case "earlier": await model.loadEarlier()
            case "later": await model.loadLater()
            case "end": await model.load()
            case "mute": await model.setMuted(true)
            case "unmute": await model.setMuted(false)
            case "report": return report(of: model, visit, user)
            default: break
            }
            return path
        },
        .user("/chats/{id}/messages/{row}/{action}") { visit, user in
            let path = ChatPages.path(of: visit.parameter("id"))
            guard let model = await find(visit, user) else { return "/chats" }
            let key = visit.parameter("row")
            guard let row = model.messages.value?.first(where: { MessageView.key(of: $0) == key }) else { return path }
            switch visit.parameter("action") {
            case "reply": model.startReply(to: row)
            case "edit": model.startEditing(row)
            case "delete": await model.delete(row)
            case "retry": await model.retry(row)
            case "remove": await model.remove(row)
            case "choose": model.toggleSelection(of: row)
            case "react":
                guard let emoji = Emoji(visit.form["emoji"]) else { break }
                let isSet = row.reactions.contains { $0.emoji == emoji && $0.isMine }
                await model.setReaction(!isSet, emoji, on: row)
            default: break
            }
            return path
        },
    ]

    /// The path of a conversation.
    static func path(of id: String) -> String { PagePath.to("chats", id) }

    /// The conversation of the path, if the session retains it.
    @MainActor static func conversation(_ visit: PageVisit) -> ConversationViewModel? {
        visit.session.models.existing(ConversationViewModel.self, visit.parameter("id"))
    }

    /// The proposals of a conversation. The session retains them while pages show them.
    @MainActor static func proposals(
        in model: ConversationViewModel, _ visit: PageVisit, _ chat: ChatModels
    ) -> ProposalsViewModel {
        visit.session.models.model(model.id.rawValue) { chat.proposals(in: model) }
    }

    /// Returns the conversation of the path, and requests it unless the session retains it. A failure is shown above the
    /// page of the conversation.
    @MainActor static func find(_ visit: PageVisit, _ user: SignedInUser) async -> ConversationViewModel? {
        if let model = conversation(visit) { return model }
        let id = visit.parameter("id")
        do {
            guard let model = try await user.chat?.conversation(ConversationID(id)) else { return nil }
            return visit.session.models.model(id) { model }
        } catch {
            visit.session.notices[path(of: id)] = PageNotice(
                text: Failure(error, in: visit.words).message, isFailure: true)
            return nil
        }
    }

    /// Loads the messages and proposals of the conversation in the path.
    @MainActor static func load(_ visit: PageVisit, _ user: SignedInUser) async -> String? {
        guard let chat = user.chat, let model = await find(visit, user) else { return nil }
        switch model.messages {
        case .idle, .failed: await model.open()
        case .loading, .loaded, .empty: break
        }
        let list = proposals(in: model, visit, chat)
        if list.proposals.items.needsLoad { await chat.load(list) }
        return nil
    }

    /// Notes that the messages of the page are on the screen. Newer messages are read once they are shown.
    @MainActor private static func noteShown(_ visit: PageVisit, _ user: SignedInUser) {
        guard let model = conversation(visit), let rows = model.messages.value else { return }
        model.show(through: rows.last(where: { $0.seq != nil })?.seq)
    }

    /// Opens the conversation of a match, of a group of three, or of a meetup.
    @MainActor private static func open(_ visit: PageVisit, _ user: SignedInUser) async -> ConversationViewModel? {
        guard let chat = user.chat else { return nil }
        let id = visit.parameter("id")
        let matches = user.matches.matches.known + (user.today.match.value?.matches ?? [])
        let match = matches.first { $0.id.rawValue == id }
        switch (visit.parameter("kind"), match) {
        case ("meetup", _): return await chat.conversation(of: MeetupID(id))
        case ("match", let match?): return await chat.conversation(of: match)
        case ("group", let match?): return await chat.conversation(ofGroupOf: match)
        default: return nil
        }
    }

    /// Creates the form in which the chosen messages are reported. Returns the path of the form.
    @MainActor private static func report(
        of model: ConversationViewModel, _ visit: PageVisit, _ user: SignedInUser
    ) -> String {
        let id = visit.parameter("id")
        guard let report = model.report else {
            visit.note(visit.word(.chooseMessages), at: path(of: id))
            return path(of: id)
        }
        let target = PagePath.to("report", "messages", id)
        // An earlier form has other messages.
        visit.session.models.remove(ReportFormViewModel.self, target)
        _ = visit.session.models.model(target) { user.report(report) }
        return target
    }
}
