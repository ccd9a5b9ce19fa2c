import Chat
import Foundation
import OrbitApp
import OrbitModels
import PageParts
import Presentation

/// The page of the form of a proposal, and the answers to proposals.
enum ProposalPages {
    static let pages: [SitePage] = [
        .user("/chats/{id}/propose", load: ChatPages.load, screen: ProposalFormScreen.screen)
    ]

    static let actions: [FormAction] = [
        .user("/chats/{id}/new-proposal") { visit, user in
            guard let list = await find(visit, user) else { return "/chats" }
            list.begin(in: visit.session.settings.zone)
            return form(visit)
        },
        .user("/chats/{id}/offer") { visit, user in
            guard let list = await find(visit, user) else { return "/chats" }
            let hasTimes = await list.offerTimes(in: visit.session.settings.zone)
            if !hasTimes { visit.note(visit.word(.noTime), at: conversation(visit)) }
            return hasTimes ? form(visit) : conversation(visit)
        },
        .user("/chats/{id}/propose") { visit, user in
            guard let list = await find(visit, user) else { return "/chats" }
            if visit.form["go"] == "cancel" {
                list.form = nil
                return conversation(visit)
            }
            ProposalFormScreen.read(visit.form, into: list)
            let outcome = await list.submit()
            return outcome == .done ? conversation(visit) : form(visit)
        },
        .user("/chats/{id}/proposals/{proposal}/{action}") { visit, user in
            guard let list = await find(visit, user) else { return "/chats" }
            let id = visit.parameter("proposal")
            guard let proposal = list.proposals.known.first(where: { $0.id.rawValue == id }) else {
                visit.note(visit.word(.proposalOver), at: conversation(visit))
                return conversation(visit)
            }
            switch visit.parameter("action") {
            case "accept":
                let key = visit.form["slot"]
                guard let slot = proposal.slots.first(where: { ProposalView.key(of: $0) == key }) else { break }
                await list.accept(proposal, startingAt: slot.startsAt)
            case "decline": await list.decline(proposal)
            case "withdraw": await list.withdraw(proposal)
            case "counter": if list.beginCounter(to: proposal) == .done { return form(visit) }
            default: break
            }
            return conversation(visit)
        },
    ]

    @MainActor private static func conversation(_ visit: PageVisit) -> String {
        ChatPages.path(of: visit.parameter("id"))
    }

    @MainActor private static func form(_ visit: PageVisit) -> String {
        PagePath.to("chats", visit.parameter("id"), "propose")
    }

    /// Returns the proposals of the conversation in the path. They are loaded, because an answer needs its proposal.
    @MainActor private static func find(_ visit: PageVisit, _ user: SignedInUser) async -> ProposalsViewModel? {
        guard let chat = user.chat, let model = await ChatPages.find(visit, user) else { return nil }
        let list = ChatPages.proposals(in: model, visit, chat)
        if list.proposals.items.needsLoad { await chat.load(list) }
        return list
    }
}
