public import Observation
public import OrbitModels
public import Presentation

/// The attendees of a meetup that the user attends or hosts.
@MainActor @Observable public final class AttendeesViewModel {
    /// The attendees, ordered by the time at which they entered their current state.
    public let attendees: PagedList<AttendeeListing>
    /// Whether the user is the host, who can remove guests.
    public let isHost: Bool

    private let meetup: MeetupID
    private let service: MeetupGuestService
    private let actions: ActionRunner<UserID>

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(
        of meetup: MeetupID, isHost: Bool, service: MeetupGuestService, log: EventLog, pageSize: Int = 20
    ) {
        self.meetup = meetup
        self.isHost = isHost
        self.service = service
        actions = ActionRunner(log: log)
        attendees = PagedList(.attendees(of: meetup, isHost: isHost), on: log) {
            try await service.attendees(of: meetup, after: $0, limit: pageSize)
        }
    }

    /// The people whose removal is in flight.
    public var inFlight: Set<UserID> { actions.inFlight }

    /// The failure of the last action. The next action clears it.
    public var failure: Failure? { actions.failure }

    /// Whether the host can remove this person.
    public func canRemove(_ attendee: AttendeeListing) -> Bool {
        isHost && (try? attendee.attendance.state.after(.remove)) == .removed  // an error means that it is not possible
    }

    /// Removes a guest. The server offers their place to the next person on the wait list.
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
