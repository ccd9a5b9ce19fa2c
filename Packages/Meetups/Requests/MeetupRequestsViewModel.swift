import Networking
public import Observation
public import OrbitModels
public import Presentation

/// The requests that wait for the user's decision, over all meetups that they host.
@MainActor @Observable public final class MeetupRequestsViewModel {
    /// The oldest first.
    public let requests: PagedList<IncomingRequest>

    private let service: MeetupRequestService
    private let actions: ActionRunner<JoinRequestID>

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: MeetupRequestService, log: PersonLog, pageSize: Int = 20) {
        self.service = service
        actions = ActionRunner(log: log)
        requests = PagedList(.meetupRequests, on: log) { try await service.requests(after: $0, limit: pageSize) }
    }

    /// Those that are being decided.
    public var inFlight: Set<JoinRequestID> { actions.inFlight }

    /// What went wrong last, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Lets a person in; without room they wait for a place.
    @discardableResult
    public func approve(_ request: IncomingRequest) async -> ActionOutcome {
        await decide(request, "approve") { _ = try await service.approve(request.id, key: $0) }
    }

    /// Turns a person down, with a reason that they are told, or without.
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
        // It was decided elsewhere, taken back, or is over.
        if case .refused = outcome.failure?.kind { await requests.reload() }
        return outcome
    }
}
