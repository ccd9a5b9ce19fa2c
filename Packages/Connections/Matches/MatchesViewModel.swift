import Networking
public import Observation
public import OrbitModels
public import Presentation

/// The people the user is matched with.
@MainActor @Observable public final class MatchesViewModel {
    /// The active matches, the latest first.
    public let matches: PagedList<Match>

    private let service: MatchService
    private let actions: ActionRunner<MatchID>

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: MatchService, log: EventLog, pageSize: Int = 20) {
        self.service = service
        actions = ActionRunner(log: log)
        matches = PagedList(.matches, on: log) { try await service.matches(after: $0, limit: pageSize) }
        log.storage.add(matches, as: "matches")
    }

    /// The matches that are being ended.
    public var inFlight: Set<MatchID> { actions.inFlight }

    /// The most recent failure, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Ends a match for both people.
    @discardableResult
    public func disconnect(_ match: Match) async -> ActionOutcome {
        let outcome = await actions.run(match.id, expecting: [.ended(match)]) { key in
            _ = try await service.disconnect(match.id, key: key)
            return [.ended(match)]
        }
        // The match has ended already, so the list is loaded again.
        if outcome.failure?.kind == .refused(.notFound) { await matches.reload() }
        return outcome
    }

    /// Returns the match with a person, as far as is known.
    public func match(with person: UserID) -> Match? {
        matches.known.first { $0.partnerID == person && $0.status == .active }
    }
}
