import Chat
import Foundation
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Profiles

/// The proposals to meet in a conversation, as cards.
@MainActor enum ProposalView {
    /// The number of cards of proposals that wait for no answer.
    private static let closedCards = 2

    /// Returns the name of a slot in forms. Starts are distinct within a proposal.
    nonisolated static func key(of slot: ProposalSlot) -> String { String(slot.startsAt.timeIntervalSince1970) }

    static func list(
        _ list: ProposalsViewModel, in model: ConversationViewModel, _ user: SignedInUser, _ visit: PageVisit
    ) -> Markup {
        let open = list.proposals.known.filter { list.state(of: $0).isOpen }
        let closed = list.proposals.known.filter { !list.state(of: $0).isOpen }.prefix(closedCards)
        let cards = (open + closed).map { card($0, list, model, user, visit) }
        let content: Markup = cards.isEmpty ? "" : "<ul class=\"list\">\(cards)</ul>"
        var buttons = Markup.empty
        if model.isOpen {
            buttons = visit.button(visit.word(.proposeMeetup), path(model, "new-proposal"))
        }
        return """
            \(visit.failure(list.proposals.items.failure))\(visit.failure(list.failure))\(content)
            \(offer(list, model, visit))<div class="actions">\(buttons)</div>
            """
    }

    /// The offer of common times in a conversation without new messages.
    private static func offer(
        _ list: ProposalsViewModel, _ model: ConversationViewModel, _ visit: PageVisit
    ) -> Markup {
        guard list.isStalled else { return .empty }
        return """
            <div class="card"><h2>\(visit.words.sentence("title", in: .stalledConversation))</h2>
            <p>\(visit.words.sentence("about", in: .stalledConversation))</p>
            \(visit.button(visit.word(.proposeTimes), path(model, "offer"), style: "primary"))</div>
            """
    }

    private static func path(_ model: ConversationViewModel, _ action: String) -> String {
        PagePath.to("chats", model.id.rawValue, action)
    }

    private static func card(
        _ proposal: Proposal, _ list: ProposalsViewModel, _ model: ConversationViewModel, _ user: SignedInUser,
        _ visit: PageVisit
    ) -> Markup {
        let state = list.state(of: proposal)
        let answers = proposal.answers.map { answer -> Markup in
            let name = model.known?.participants.first { $0.userID == answer.userID }?.name ?? visit.word(.someone)
            return "<li>\(name: name): \(visit.words(answer.answer))</li>"
        }
        var place = Markup.empty
        if let name = proposal.place?.name { place = "<p>\(name: name)</p>" }
        var meetup = Markup.empty
        if let id = proposal.meetupID {
            let path = PagePath.to("meetups", id.rawValue)
            meetup = "<a class=\"button primary\" href=\(path)>\(visit.word(.meetup))</a>"
        }
        let isMine = proposal.proposerID == user.profile.saved.value?.userID
        return """
            <li class="card" id=\("proposal-\(proposal.id.rawValue)")>
            <h2>\(name: proposal.title)</h2><p class="meta">\(visit.words(state))</p>\(place)
            \(slots(of: proposal, isAnswerable: state.isOpen && !isMine, list, model, visit))
            <ul>\(answers)</ul>
            <div class="actions">\(meetup)\(state.isOpen ? buttons(proposal, isMine: isMine, list, model, visit) : "")</div>
            </li>
            """
    }

    /// The times of a proposal. A person who can answer chooses one of them.
    private static func slots(
        of proposal: Proposal, isAnswerable: Bool, _ list: ProposalsViewModel, _ model: ConversationViewModel,
        _ visit: PageVisit
    ) -> Markup {
        let path = PagePath.to("chats", model.id.rawValue, "proposals", proposal.id.rawValue, "accept")
        let shown = proposal.acceptedSlot.map { [$0] } ?? proposal.slots
        let items = shown.map { slot -> Markup in
            let time = slot.span.map { visit.dates.span($0) } ?? visit.dates.dayAndTime(slot.startsAt)
            guard isAnswerable else { return "<li>\(time)</li>" }
            let accept = visit.button(
                visit.word(.accept), path, [("slot", key(of: slot))], style: "primary",
                isDisabled: list.inFlight.contains(proposal.id))
            return "<li>\(time) \(accept)</li>"
        }
        return "<ul>\(items)</ul>"
    }

    private static func buttons(
        _ proposal: Proposal, isMine: Bool, _ list: ProposalsViewModel, _ model: ConversationViewModel,
        _ visit: PageVisit
    ) -> Markup {
        let isBusy = list.inFlight.contains(proposal.id)
        func button(_ word: PageWord, _ action: String) -> Markup {
            let path = PagePath.to("chats", model.id.rawValue, "proposals", proposal.id.rawValue, action)
            return visit.button(visit.word(word), path, isDisabled: isBusy)
        }
        guard !isMine else { return button(.withdraw, "withdraw") }
        return "\(button(.counterProposal, "counter"))\(button(.decline, "decline"))"
    }
}
