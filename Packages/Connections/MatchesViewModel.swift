import Networking
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
    /// Told of every match that has ended.
    @ObservationIgnored var didEnd: @MainActor (Match) -> Void = { _ in }

    public init(service: MatchService, pageSize: Int = 20) {
        self.service = service
        matches = PagedList(of: \.partnerID) { cursor in
            let page = try await service.matches(after: cursor, limit: pageSize)
            return .init(page.matches, nextCursor: page.nextCursor)
        }
    }

    /// Ends a match for both.
    ///
    /// - Returns: what went wrong with it, whatever else goes on.
    @discardableResult
    public func disconnect(_ match: Match) async -> Failure? {
        guard busy.insert(match.id).inserted else { return nil }
        defer { busy.remove(match.id) }
        failure = nil
        do {
            _ = try await service.disconnect(match.id)
            end(match)
            return nil
        } catch is CancellationError {
            return nil
        } catch {
            failure = Failure(error)
            if (error as? APIError)?.problem?.code == .notFound { end(match) }
            return failure
        }
    }

    /// The match with someone, as far as one knows.
    public func match(with person: UserID) -> Match? {
        matches.known.first { $0.partnerID == person && $0.status == .active }
    }

    func add(_ match: Match) { matches.add(match) }

    func forget(_ person: UserID) { matches.remove(of: person) }

    private func end(_ match: Match) {
        forget(match.partnerID)
        didEnd(match)
    }
}
