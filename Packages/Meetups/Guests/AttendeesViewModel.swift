public import Observation
public import OrbitModels
public import Presentation

/// Those who attend a meetup that the user attends or hosts.
@MainActor @Observable public final class AttendeesViewModel {
    /// By when they came to be what they are.
    public let attendees: PagedList<AttendeeListing>
    /// Whether the user is the host, who can take people off the list.
    public let isHost: Bool

    private let meetup: MeetupID
    private let service: MeetupGuestService
    private let actions: ActionRunner<UserID>

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(
        of meetup: MeetupID, isHost: Bool, service: MeetupGuestService, log: PersonLog, pageSize: Int = 20
    ) {
        self.meetup = meetup
        self.isHost = isHost
        self.service = service
        actions = ActionRunner(log: log)
        attendees = PagedList(.attendees(of: meetup, isHost: isHost), on: log) {
            try await service.attendees(of: meetup, after: $0, limit: pageSize)
        }
    }

    /// Those who are being taken off the list.
    public var inFlight: Set<UserID> { actions.inFlight }

    /// What went wrong last, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Whether the host can take this person off the list.
    public func canRemove(_ attendee: AttendeeListing) -> Bool {
        // Whatever the table refuses cannot be done.
        isHost && (try? attendee.attendance.state.after(.remove)) == .removed  // else it cannot be done
    }

    /// Takes a guest off the list. Their place goes to the next who waits.
    @discardableResult
    public func remove(_ attendee: AttendeeListing) async -> ActionOutcome {
        guard canRemove(attendee) else { return .skipped }
        var removed = attendee
        removed.attendance.state = .removed
        let outcome = await actions.run(attendee.id, expecting: [.changed(removed, in: meetup)]) { key in
            removed.attendance = try await service.remove(attendee.id, from: meetup, key: key)
            return [.changed(removed, in: meetup)]
        }
        if case .refused = outcome.failure?.kind { await attendees.reload() }
        return outcome
    }
}
