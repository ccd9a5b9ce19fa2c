import Chat
import Foundation
import Networking
import OrbitDemo
import OrbitModels
import Presentation

/// The steps of people who agree on a time to meet.
extension World {
    /// Performs a step with the proposals of the conversation on the screen.
    func propose(_ kind: StepKind, in chat: ChatModels, _ choice: UInt64) async {
        if chat.proposals == nil { await openConversation(in: chat, choice) }
        guard let proposals = chat.proposals else { return }
        if proposals.open == nil { await proposals.proposals.load() }
        let slot = newSlot(choice)
        if kind == .chatPropose {
            if let open = proposals.open, open.proposerID != chat.owner, choice >> 40 & 1 == 0 {
                guard proposals.beginCounter(to: open) == .done else { return }
                proposals.form?.slots = [slot]
                if await proposals.submit() == .done { findings.reach(.proposalCountered) }
            } else {
                proposals.begin(in: CampusSeed.timeZone, title: "Coffee", slots: [slot])
                await proposals.submit()
            }
            return
        }
        guard let open = proposals.open else { return }
        if open.proposerID == chat.owner {
            await proposals.withdraw(open)
        } else if choice >> 40 & 3 == 0 {
            await proposals.decline(open)
        } else if let first = open.slots.first, await proposals.accept(open, startingAt: first.startsAt) == .done {
            findings.reach(.proposalAccepted)
        }
    }

    /// Returns an hour on one of the next days.
    private func newSlot(_ choice: UInt64) -> ProposalSlot {
        let hours = Double(choice >> 8 & 63) + 24
        let start = DeviceClock.start.addingTimeInterval((time.now / .seconds(3_600)).rounded() * 3_600 + hours * 3_600)
        return ProposalSlot(startsAt: start, endsAt: start.addingTimeInterval(3_600))
    }

    /// Compares the proposals of a conversation, and checks that their states agree with each other.
    func compareProposals(
        of chat: ChatModels, in conversations: [Conversation], on device: Device, _ service: ChatService
    ) async throws {
        // A conversation that the person cannot see any more has no proposals.
        guard let screen = chat.screen, let shown = chat.proposals,
            conversations.contains(where: { $0.id == screen.id })
        else { return }
        let truth = try await service.proposals(in: screen.id, limit: 100).value.list.elements
        try await compare("proposals", shown.proposals, on: device) { truth }
        findings.require(
            truth.filter { $0.state == .proposed }.count <= 1, "proposals", "a conversation has two open proposals")
        for proposal in truth {
            findings.require(
                (proposal.acceptedSlot != nil) == (proposal.state == .accepted), "proposals",
                "a proposal in the state \(proposal.state.rawValue) has the slot of another state")
        }
    }
}
