import Foundation
import OrbitModels
import Testing

@testable import OrbitBackend

/// Every action of every person on a proposal in every state.
@Suite struct ProposalMachineTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let slots = [1.0, 2, 3].map { day in
        ProposalSlot(
            startsAt: now.addingTimeInterval(day * 86_400), endsAt: now.addingTimeInterval(day * 86_400 + 3_600))
    }
    private static let others: Set<UserID> = ["liam", "ana"]

    private static func proposal(
        _ state: ProposalState = .proposed, _ answers: [ProposalAnswer] = []
    ) -> Proposal {
        Proposal(
            id: "p", conversationID: "c", messageID: "c-1", proposerID: "maya", title: "Coffee", timeZone: .gmt,
            slots: slots, answers: answers, state: state, createdAt: now, expiresAt: slots[2].startsAt)
    }

    private static func after(
        _ action: ProposalAction, by person: UserID, on proposal: Proposal, others: Set<UserID> = others,
        at date: Date = now
    ) -> Result<Proposal, ProposalRefusal> {
        do {
            return .success(try ProposalMachine.after(action, by: person, on: proposal, others: others, at: date))
        } catch {
            return .failure(error)
        }
    }

    private static let actions: [ProposalAction] = [.accept(slots[0].startsAt), .decline, .withdraw, .replace]

    @Test(arguments: ProposalState.known, actions)
    func `no action changes a proposal that has ended, and every permitted action changes an open proposal`(
        _ state: ProposalState, _ action: ProposalAction
    ) throws {
        for person: UserID in ["maya", "liam"] {
            let proposal = Self.proposal(state)
            let isProposer = person == "maya"
            let isForbidden =
                switch action {
                case .accept, .decline: isProposer
                case .withdraw: !isProposer
                case .replace: false
                }
            let result = Self.after(action, by: person, on: proposal)
            if isForbidden {
                #expect(result == .failure(.notYours))
            } else if action == .withdraw, state == .withdrawn {
                #expect(result == .success(proposal))
            } else if state != .proposed {
                #expect(result == .failure(.closed))
            } else {
                #expect(try result.get() != proposal)
            }
        }
    }

    @Test func `each action leads to the state of its table`() throws {
        let proposal = Self.proposal()
        #expect(try Self.after(.withdraw, by: "maya", on: proposal).get().state == .withdrawn)
        #expect(try Self.after(.replace, by: "maya", on: proposal).get().state == .superseded)
        #expect(try Self.after(.replace, by: "liam", on: proposal).get().state == .countered)
        #expect(try Self.after(.decline, by: "liam", on: proposal).get().state == .declined)
        let pair = try Self.after(.accept(Self.slots[1].startsAt), by: "liam", on: proposal, others: ["liam"]).get()
        #expect(pair.state == .accepted && pair.acceptedSlot == Self.slots[1])
    }

    @Test func `in a group, a proposal is accepted once all others have accepted the same slot`() throws {
        let first = try Self.after(.accept(Self.slots[0].startsAt), by: "liam", on: Self.proposal()).get()
        #expect(first.state == .proposed && first.acceptedSlot == nil && first.answers.count == 1)
        let split = try Self.after(.accept(Self.slots[1].startsAt), by: "ana", on: first).get()
        #expect(split.state == .proposed && split.answers.count == 2)
        let agreed = try Self.after(.accept(Self.slots[1].startsAt), by: "liam", on: split).get()
        #expect(agreed.state == .accepted && agreed.acceptedSlot == Self.slots[1] && agreed.answers.count == 2)
    }

    @Test func `a repeated answer returns the proposal as it is, and another answer after the end is refused`() throws {
        let start = Self.slots[0].startsAt
        let accepted = try Self.after(.accept(start), by: "liam", on: Self.proposal(), others: ["liam"]).get()
        #expect(Self.after(.accept(start), by: "liam", on: accepted, others: ["liam"]) == .success(accepted))
        #expect(
            Self.after(.accept(Self.slots[1].startsAt), by: "liam", on: accepted, others: ["liam"])
                == .failure(.closed))
        #expect(Self.after(.withdraw, by: "maya", on: accepted) == .failure(.closed))
        let declined = try Self.after(.decline, by: "liam", on: Self.proposal()).get()
        #expect(Self.after(.decline, by: "liam", on: declined) == .success(declined))
        #expect(Self.after(.accept(start), by: "ana", on: declined) == .failure(.closed))
    }

    @Test func `an unknown slot and a slot that has begun are refused, and the last start ends the proposal`() {
        let proposal = Self.proposal()
        #expect(Self.after(.accept(Self.now), by: "liam", on: proposal) == .failure(.noSuchSlot))
        let first = Self.slots[0].startsAt
        #expect(Self.after(.accept(first), by: "liam", on: proposal, at: first) == .failure(.noSuchSlot))
        let last = Self.slots[2].startsAt
        for action in Self.actions where action != .withdraw {
            #expect(Self.after(action, by: "liam", on: proposal, at: last) == .failure(.closed))
        }
        #expect(ProposalMachine.current(proposal, at: last).state == .expired)
        #expect(ProposalMachine.current(proposal, at: last.addingTimeInterval(-1)).state == .proposed)
    }

    @Test(arguments: ProposalState.known)
    func `only an open proposal expires`(_ state: ProposalState) {
        #expect(ProposalMachine.expired(Self.proposal(state)).state == (state == .proposed ? .expired : state))
    }
}
