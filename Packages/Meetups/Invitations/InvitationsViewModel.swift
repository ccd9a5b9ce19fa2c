import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance
public import Validation

/// The invitations that wait for the user's reply.
@MainActor @Observable public final class InvitationsViewModel {
    /// The invitations, the earliest deadline first.
    public let invitations: PagedList<ReceivedInvitation>

    private let service: InvitationService
    private let actions: ActionRunner<InvitationID>
    private let time: any TimeSource
    private let catalogue: MessageCatalogue

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(
        service: InvitationService, log: EventLog, catalogue: MessageCatalogue = .meetups, pageSize: Int = 20
    ) {
        self.service = service
        self.catalogue = catalogue
        time = log.time
        actions = ActionRunner(log: log)
        invitations = PagedList(.meetupInvitations, on: log) { try await service.received(after: $0, limit: pageSize) }
        log.storage.add(invitations, as: "meetup_invitations")
    }

    /// The invitations with a reply in flight.
    public var inFlight: Set<InvitationID> { actions.inFlight }

    /// The failure of the last reply. The next reply clears it.
    public var failure: Failure? { actions.failure }

    /// Replies `yes`, `no` or `maybe`. After `maybe`, the invitation stays in the list until the deadline.
    ///
    /// - Parameters:
    ///   - invitation: The invitation.
    ///   - reply: The reply.
    ///   - companions: The number of companions, at most as many as the invitation allows.
    ///   - despiteBlocks: Whether to accept even if a person that the user has blocked attends. See
    ///     ``MeetupViewModel/join(message:companions:despiteBlocks:)``.
    @discardableResult
    public func reply(
        to invitation: ReceivedInvitation, _ reply: InvitationReply, companions: Int = 0, despiteBlocks: Bool = false
    ) async -> ActionOutcome {
        let wrong = Rule<Int>.within(0...max(0, invitation.invitation.maxCompanions)).failures(in: companions)
        if reply != .no, !wrong.isEmpty {
            return actions.refuse(Failure(wrong.under("companions"), in: .meetup, of: catalogue))
        }
        guard invitation.invitation.isOpen(at: time.date) else {
            invitations.removeExpired()
            return actions.refuse(Failure(.invitationOver, in: catalogue))
        }
        var expected = invitation
        (expected.invitation.reply, expected.invitation.companions) = (reply, reply == .no ? 0 : companions)
        let request = InvitationReplyRequest(
            reply: reply, companions: expected.invitation.companions, despiteBlocks: despiteBlocks)
        let outcome = await actions.run(
            invitation.id, "\(reply) \(request.companions) \(despiteBlocks)", expecting: [.replied(expected)]
        ) { key in
            let replied = try await service.reply(to: invitation.id, request, key: key)
            return [
                .replied(replied), .changed(MeetupListing(meetup: replied.meetup, host: replied.inviter)),
            ]
        }
        // The invitation was withdrawn or has expired.
        if case .refused = outcome.failure?.kind { await invitations.reload() }
        return outcome
    }
}
