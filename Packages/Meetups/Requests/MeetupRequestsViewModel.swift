import Networking
public import Observation
public import OrbitModels
public import Presentation

/// The requests that wait for the user's decision, for all meetups that the user hosts.
@MainActor @Observable public final class MeetupRequestsViewModel {
    /// The requests, the oldest first.
    public let requests: PagedList<IncomingRequest>

    private let service: MeetupRequestService
    private let actions: ActionRunner<JoinRequestID>

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: MeetupRequestService, log: EventLog, pageSize: Int = 20) {
        self.service = service
        actions = ActionRunner(log: log)
        requests = PagedList(.meetupRequests, on: log) { try await service.requests(after: $0, limit: pageSize) }
        log.storage.add(requests, as: "meetup_requests")
    }

    /// The requests with a decision in flight.
    public var inFlight: Set<JoinRequestID> { actions.inFlight }

    /// The failure of the last action. The next action clears it.
    public var failure: Failure? { actions.failure }

    /// Approves a request. If the meetup is full, the person joins the wait list.
    @discardableResult
    public func approve(_ request: IncomingRequest) async -> ActionOutcome {
        await decide(request, "approve") { _ = try await service.approve(request.id, key: $0) }
    }

    /// Declines a request. The person sees the reason, if there is a reason.
    @discardableResult
    public func decline(_ request: IncomingRequest, because reason: DeclineReason? = nil) async -> ActionOutcome {
        await decide(request, "decline \(reason?.rawValue ?? "")") {
            _ = try await service.decline(request.id, because: reason, key: $0)
        }
    }

    private func decide(
        _ request: IncomingRequest, _ name: String, _ send: (IdempotencyKey) async throws -> Void
    ) async -> ActionOutcome {
        let outcome = await actions.run(request.id, name, expecting: [.closed(request)]) { key in
            try await send(key)
            return [.closed(request)]
        }
        // The request was decided on another device, was withdrawn, or has expired.
        if case .refused = outcome.failure?.kind { await requests.reload() }
        return outcome
    }
}
