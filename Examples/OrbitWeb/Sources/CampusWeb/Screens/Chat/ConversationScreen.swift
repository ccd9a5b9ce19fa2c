import Chat
import Foundation
import OrbitApp
import OrbitModels
import PageParts
import Presentation

/// One conversation: its messages, its proposals, and the form of a new message.
@MainActor enum ConversationScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        guard let chat = user.chat, let model = ChatPages.conversation(visit), model.known != nil else {
            return missing(visit, user)
        }
        let list = ChatPages.proposals(in: model, visit, chat)
        return PageScreen(
            model.title, tab: .chats,
            [
                PageScreen.Region("about", about(model, visit)),
                PageScreen.Region("proposals", ProposalView.list(list, in: model, user, visit)),
                PageScreen.Region("search", search(model, visit)),
                PageScreen.Region("messages", messages(model, list, visit)),
                PageScreen.Region("typing", typing(model)),
                PageScreen.Region("write", write(model, visit)),
                PageScreen.Region("report", report(model, visit)),
            ])
    }

    /// The page of a conversation that the user may not see, or that cannot be shown yet.
    static func missing(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let sentence = visit.word(user.chat?.messages == nil ? .chatUnavailable : .chatGone)
        return PageScreen(
            visit.words(HomeTab.chats), tab: .chats,
            content: """
                \(visit.failure(user.unsent.failure))
                \(visit.empty(sentence, link: (visit.words(HomeTab.chats), "/chats")))
                """)
    }

    private static func path(_ model: ConversationViewModel, _ action: String) -> String {
        PagePath.to("chats", model.id.rawValue, action)
    }

    private static func about(_ model: ConversationViewModel, _ visit: PageVisit) -> Markup {
        guard let known = model.known else { return .empty }
        let people = known.participants.map { person -> Markup in
            "<li><a href=\(PagePath.to("people", person.userID.rawValue))>\(name: person.name)</a></li>"
        }
        let mute = visit.button(
            visit.word(known.isMuted ? .unmute : .mute), path(model, known.isMuted ? "unmute" : "mute"))
        var meetup = Markup.empty
        if let id = known.origin.meetupID {
            meetup = """
                <a class="button" href=\(PagePath.to("meetups", id.rawValue))>\(visit.word(.meetup))</a>
                """
        }
        return """
            <details><summary>\(visit.words(known.kind))</summary><ul>\(people)</ul></details>
            <div class="actions">\(mute)\(meetup)
            <a class="button" href="/chats">\(visit.words(HomeTab.chats))</a></div>
            """
    }

    /// The search in the loaded messages. It is a form of the browser, so that a result has an address.
    private static func search(_ model: ConversationViewModel, _ visit: PageVisit) -> Markup {
        let text = String(visit.query["q"].prefix(100))
        let form: Markup = """
            <form method="get" action=\(ChatPages.path(of: model.id.rawValue)) role="search" class="row">
            \(visit.field(
                visit.word(.searchMessages), "q", text, type: "search", attributes: " maxlength=\"100\""))
            <button>\(visit.word(.search))</button></form>
            """
        guard !text.isEmpty else {
            return "<details><summary>\(visit.word(.searchMessages))</summary>\(form)</details>"
        }
        let found = model.search(text)
        let items = found.messages.prefix(20).map { message -> Markup in
            """
            <li class="card"><p dir="auto">\(message.text ?? "")</p>
            <p class="meta">\(visit.dates.dayAndTime(message.createdAt))</p></li>
            """
        }
        let reach =
            found.horizon.map {
                visit.words.sentence("searched_back", in: .chatScreen, ["date": .text(visit.dates.day($0))])
            } ?? visit.words.sentence("searched_all", in: .chatScreen)
        var newest = Markup.empty
        if found.lacksNewest {
            newest = "<p class=\"meta\">\(visit.words.sentence("not_newest", in: .chatScreen))</p>"
        }
        return "\(form)<ul class=\"list\">\(items)</ul><p class=\"meta\">\(reach)</p>\(newest)"
    }

    private static func messages(
        _ model: ConversationViewModel, _ proposals: ProposalsViewModel, _ visit: PageVisit
    ) -> Markup {
        let none: Markup = "<p class=\"meta\">\(visit.words.sentence("no_messages", in: .chatLines))</p>"
        let content = visit.state(model.messages, empty: none) { rows in
            let items = rows.map { MessageView.row($0, in: model, proposals, visit) }
            return "<ol class=\"list messages\">\(items)</ol>"
        }
        var earlier = Markup.empty
        if model.hasEarlier { earlier = visit.button(visit.word(.earlierMessages), path(model, "earlier")) }
        var later = Markup.empty
        if model.hasLater {
            let count = visit.words.sentence("later", in: .chatScreen, ["count": .integer(model.laterCount)])
            later = """
                \(visit.button(visit.word(.laterMessages), path(model, "later")))\
                \(visit.button(count, path(model, "end")))
                """
        }
        return "<div class=\"actions\">\(earlier)</div>\(content)<div class=\"actions\">\(later)</div>"
    }

    private static func typing(_ model: ConversationViewModel) -> Markup {
        guard let line = model.typingLine else { return .empty }
        return "<p class=\"meta\">\(name: line)</p>"
    }

    private static func write(_ model: ConversationViewModel, _ visit: PageVisit) -> Markup {
        guard model.isOpen else {
            return "<p class=\"notice\">\(visit.words.sentence("closed", in: .chatScreen))</p>"
        }
        let draft = model.draft
        var about = Markup.empty
        if draft.editing != nil {
            about = "<p class=\"notice\">\(visit.word(.editingMessage))</p>"
        } else if let reply = draft.replyTo {
            let text = reply.excerpt ?? visit.word(.message)
            about = "<p class=\"notice\">\(name: visit.word(.replyingTo, ["title": .text(text)]))</p>"
        }
        var cancel = Markup.empty
        if draft.editing != nil || draft.replyTo != nil {
            cancel = visit.button(visit.word(.cancel), path(model, "cancel"))
        }
        let hints = (model.contactHint?.messages(in: visit.words) ?? []).map { hint -> Markup in
            "<p class=\"hint\">\(hint)</p>"
        }
        return """
            \(about)
            \(visit.form(
                path(model, "send"),
                """
                \(visit.textArea(
                    visit.word(.message), "text", draft.text, maxLength: ChatLimits.text.upperBound,
                    problem: model.failure?.message))
                <button class="primary"\("disabled", if: model.isSubmitting)>\(visit.word(.send))</button>
                """))
            \(hints)\(cancel)
            """
    }

    /// The button that reports the chosen messages, while messages are chosen.
    private static func report(_ model: ConversationViewModel, _ visit: PageVisit) -> Markup {
        guard !model.selection.isEmpty else { return .empty }
        return """
            <p class="hint">\(visit.word(.chooseMessages))</p>
            \(visit.button(visit.word(.reportMessages), path(model, "report"), style: "danger"))
            """
    }
}
