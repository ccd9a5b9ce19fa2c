public import Observation
public import OrbitModels
public import Presentation

/// The people one is matched with.
@MainActor @Observable public final class MatchesViewModel {
    /// The latest first.
    public let matches: PagedList<Match>
    /// Those that are being ended.
    public private(set) var busy: Set<MatchID> = []
    /// What went wrong last, until the next attempt.
    public private(set) var failure: Failure?

    private let service: MatchService

    public init(service: MatchService, pageSize: Int = 20) {
        self.service = service
        matches = PagedList { cursor in
            let page = try await service.matches(after: cursor, limit: pageSize)
            return .init(page.matches, nextCursor: page.nextCursor)
        }
    }

    /// Ends a match for both.
    public func disconnect(_ match: Match) async {
        guard busy.insert(match.id).inserted else { return }
        defer { busy.remove(match.id) }
        failure = nil
        do {
            _ = try await service.disconnect(match.id)
            matches.remove { $0.id == match.id }
        } catch {
            if !(error is CancellationError) { failure = Failure(error) }
        }
    }
}
