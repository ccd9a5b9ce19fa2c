import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Outbox
import Presentation
import Testing
import TimeAndChance

@testable import Chat

@Suite @MainActor struct ProposalsViewModelTests {
    private typealias Given = ChatUnderTest

    private let clock = VirtualClock()
    private let listPath = "/api/conversations/c1/proposals?limit=20"

    /// Returns proposals that use a scripted transport, in a conversation with messages of both people.
    private func proposals(
        _ exchanges: [StubTransport.Exchange], isOpen: Bool = true, times: [ProposalSlot] = [],
        clock: VirtualClock? = nil
    ) async throws -> (model: ProposalsViewModel, conversation: ConversationViewModel) {
        let clock = clock ?? self.clock
        let server = ScriptedChat(clock: clock)
        server.add("Hi", from: "liam")
        server.add("Hello", from: "maya")
        server.setOpen(isOpen)
        let device = try await ChatDevice(server, clock: clock)
        await device.model.load()
        let conversation = ConversationViewModel(
            of: server.conversation(for: "maya"), as: "maya", service: try Given.service(StubTransport(exchanges)),
            outbox: device.messages, log: EventLog(time: clock, random: .seeded(3)))
        conversation.window = device.model.window
        return (ProposalsViewModel(of: conversation) { _ in times }, conversation)
    }

    private func berlin() throws -> TimeZone { try #require(TimeZone(identifier: "Europe/Berlin")) }

    @Test func `a proposal is accepted with one of its slots`() async throws {
        var accepted = try Given.proposal(.accepted)
        accepted.version = 2
        accepted.acceptedSlot = Given.slot(24)
        let (model, _) = try await proposals([
            .expect(.get, listPath, response: try .success(Page([try Given.proposal()]))),
            .expect(.post, "/api/proposals/p1/accept", response: try .success(Keyed(accepted))),
        ])
        await model.proposals.load()
        let open = try #require(model.open)
        #expect(await model.accept(open, startingAt: Given.slot(24).startsAt) == .done)
        #expect(model.proposals.items.value?.first?.state == .accepted)
        #expect(model.open == nil)
    }

    @Test func `an own, an expired and an answered proposal, and a past slot, are not accepted`() async throws {
        let (model, _) = try await proposals([])
        let own = Proposal(
            id: "p2", conversationID: "c1", messageID: "m6", proposerID: "maya", title: "Coffee",
            timeZone: try berlin(), slots: [Given.slot(24)], createdAt: Given.now, expiresAt: Given.slot(24).startsAt)
        let (open, declined) = (try Given.proposal(), try Given.proposal(.declined))
        let (first, last) = (Given.slot(24).startsAt, Given.slot(48).startsAt)
        #expect(await model.accept(own, startingAt: first).failure == Failure(ProposalFailure.own))
        #expect(await model.accept(declined, startingAt: first).failure == Failure(ProposalFailure.closed))
        clock.advance(by: .seconds(25 * 3_600))
        #expect(await model.accept(open, startingAt: first).failure == Failure(ProposalFailure.slotGone))
        clock.advance(by: .seconds(24 * 3_600))
        #expect(await model.accept(open, startingAt: last).failure == Failure(ProposalFailure.closed))
        #expect(model.state(of: open) == .expired)
    }

    @Test func `a proposal that was closed meanwhile is loaded again`() async throws {
        let problem = Problem(code: .proposalClosed, message: "It is closed.")
        let (model, _) = try await proposals([
            .expect(.get, listPath, response: try .success(Page([try Given.proposal()]))),
            .expect(.post, "/api/proposals/p1/decline", response: try .problem(409, problem)),
            .expect(.get, listPath, response: try .success(Page([try Given.proposal(.superseded)]))),
        ])
        await model.proposals.load()
        let outcome = await model.decline(try Given.proposal())
        #expect(outcome.failure?.message == "It is closed.")
        #expect(model.proposals.items.value?.first?.state == .superseded)
    }

    @Test func `a counterproposal names the proposal that it counters`() async throws {
        let sent = try Given.proposal()
        let stub = StubTransport([
            .expect(.post, "/api/conversations/c1/proposals", response: try .success(Keyed(sent)))
        ])
        let (_, conversation) = try await proposals([])
        let model = ProposalsViewModel(
            of: ConversationViewModel(
                of: Given.conversation(), as: "maya", service: try Given.service(stub), outbox: conversation.outbox,
                log: EventLog(time: clock, random: .seeded(3))))
        #expect(model.beginCounter(to: sent) == .done)
        #expect(model.form?.title == "Coffee" && model.form?.slots.isEmpty == true)
        #expect(await model.submit().failure?.kind == .invalid)
        #expect(model.shownFailures.contains { $0.path == "slots" })
        model.form?.add(Given.slot(30))
        model.form?.add(Given.slot(30, length: 2))
        #expect(model.form?.slots.count == 1)
        #expect(await model.submit() == .done)
        #expect(model.form == nil)
        let request = try #require(await stub.requests.first)
        let body = String(decoding: request.body, as: UTF8.self)
        #expect(body.contains(#""counters":"p1""#))
    }

    @Test func `only the proposer withdraws, and links a meetup after the acceptance`() async throws {
        let (model, _) = try await proposals([])
        let proposal = try Given.proposal()
        #expect(await model.withdraw(proposal).failure == Failure(ProposalFailure.notYours))
        #expect(await model.link(proposal, to: "x").failure == Failure(ProposalFailure.notYours))
        let own = Proposal(
            id: "p2", conversationID: "c1", messageID: "m6", proposerID: "maya", title: "Coffee",
            timeZone: try berlin(), slots: [Given.slot(24)], createdAt: Given.now, expiresAt: Given.slot(24).startsAt)
        #expect(await model.link(own, to: "x").failure == Failure(ProposalFailure.notAccepted))
    }

    @Test func `an event with an older version does not reopen a proposal`() async throws {
        var accepted = try Given.proposal(.accepted)
        accepted.version = 2
        let (model, conversation) = try await proposals([
            .expect(.get, listPath, response: try .success(Page([accepted])))
        ])
        await model.proposals.load()
        let old = LogEvent(.proposalChanged, seq: 1, data: Keyed(try Given.proposal()))
        conversation.log.receive(LogSlice(at: LogPosition(epoch: "e", seq: 1), events: [old]))
        #expect(model.proposals.known.first?.state == .accepted)
    }

    @Test func `the proposals of a person are loaded again after a block`() async throws {
        let (model, conversation) = try await proposals(
            [
                .expect(.get, listPath, response: try .success(Page([try Given.proposal()]))),
                .expect(.get, listPath, response: try .success(Page([try Given.proposal()]))),
            ], clock: .selfAdvancing())
        await model.proposals.load()
        let hidden = LogEvent(.personHidden, seq: 2, subject: "liam")
        conversation.log.receive(LogSlice(at: LogPosition(epoch: "e", seq: 2), events: [hidden]))
        #expect(model.proposals.known.isEmpty)
        let shown = LogEvent(.personShown, seq: 3, subject: "liam")
        conversation.log.receive(LogSlice(at: LogPosition(epoch: "e", seq: 3), events: [shown]))
        await conversation.log.refreshesEnd()
        #expect(model.proposals.known.map(\.id) == ["p1"])
    }

    @Test func `a stalled conversation offers three future times once`() async throws {
        let times = [-1, 60, 61, 62, 63].map { Given.slot($0) }
        let (model, _) = try await proposals(
            [.expect(.get, listPath, response: try .success(Page([Proposal]())))], times: times)
        await model.proposals.load()
        #expect(!model.isStalled)
        let zone = try berlin()
        #expect(await model.offerTimes(in: zone) == false)
        clock.advance(by: .seconds(48 * 3_600))
        #expect(model.isStalled)
        #expect(await model.offerTimes(in: zone))
        #expect(model.form?.slots == [60, 61, 62].map { Given.slot($0) })
        model.form = nil
        #expect(!model.isStalled)
        #expect(await model.offerTimes(in: zone) == false)
    }

    @Test func `a closed conversation sends no proposal`() async throws {
        let (model, _) = try await proposals([], isOpen: false)
        model.begin(in: try berlin(), title: "Coffee", slots: [Given.slot(24)])
        #expect(await model.submit().failure?.kind == .refused(.conversationClosed))
    }
}
