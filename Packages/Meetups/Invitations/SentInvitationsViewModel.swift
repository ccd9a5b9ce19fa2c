public import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation

/// The sent invitations to a meetup that the user hosts.
@MainActor @Observable public final class SentInvitationsViewModel {
    /// The invitations, the latest first.
    public let invitations: PagedList<SentInvitation>
    /// The people who could not be invited by the last call of ``invite(_:until:companions:role:)``, with the reasons.
    public private(set) var refused: [RefusedInvitee] = []

    private let meetup: MeetupID
    private let service: InvitationService
    private let actions: ActionRunner<InvitationSubject>

    /// The subject of an action.
    private enum InvitationSubject: Hashable {
        case newPeople
        case invitation(InvitationID)
    }

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(to meetup: MeetupID, service: InvitationService, log: EventLog, pageSize: Int = 20) {
        self.meetup = meetup
        self.service = service
        actions = ActionRunner(log: log)
        invitations = PagedList(.sentInvitations(to: meetup), on: log) {
            try await service.sent(to: meetup, after: $0, limit: pageSize)
        }
    }

    /// Whether people are being invited.
    public var isInviting: Bool { actions.inFlight.contains(.newPeople) }

    /// The invitations whose withdrawal is in flight.
    public var inFlight: Set<InvitationID> {
        Set(actions.inFlight.compactMap { if case .invitation(let id) = $0 { id } else { nil } })
    }

    /// The failure of the last action. The next action clears it.
    public var failure: Failure? { actions.failure }

    /// Invites people. Duplicates are ignored. The property ``refused`` contains the people who could not be invited.
    ///
    /// - Parameters:
    ///   - people: The people to invite.
    ///   - deadline: The deadline for a reply, or `nil` for the time until which people may join.
    ///   - companions: The maximum number of companions of each person.
    ///   - role: The role for which the people are invited.
    @discardableResult
    public func invite(
        _ people: [UserID], until deadline: Date? = nil, companions: Int = 0, role: InvitationRole = .attendee
    ) async -> ActionOutcome {
        var seen: Set<UserID> = []
        let request = InvitePeopleRequest(
            userIDs: people.filter { seen.insert($0).inserted }, respondBy: deadline, companions: companions, role: role
        )
        guard !request.userIDs.isEmpty, !isInviting else { return .skipped }
        refused = []
        return await actions.run(.newPeople, "\(request)") { key in
            let response = try await service.invite(to: meetup, request, key: key)
            refused = response.refused
            return response.invited.elements.map(LogEvent.changed)
        }
    }

    /// Withdraws an invitation.
    @discardableResult
    public func withdraw(_ invitation: SentInvitation) async -> ActionOutcome {
        guard invitation.invitation.isUnsettled else { return .skipped }
        var withdrawn = invitation
        withdrawn.invitation.state = .withdrawn
        let outcome = await actions.run(.invitation(invitation.id), expecting: [.changed(withdrawn)]) { key in
            withdrawn.invitation = try await service.withdraw(invitation.id, key: key)
            return [.changed(withdrawn)]
        }
        if case .refused = outcome.failure?.kind { await invitations.reload() }
        return outcome
    }
}
