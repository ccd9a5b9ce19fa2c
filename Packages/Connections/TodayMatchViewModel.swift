import Networking
public import Observation
public import OrbitModels
public import Presentation
public import TimeAndChance

/// What the day has brought.
public enum TodayMatch: Hashable, Sendable {
    /// - Parameter third: the other partner in a group of three.
    case matched(Match, third: Match?)
    case waiting(TodayWaitReason?)
    case disconnected

    /// One partner, or two in a group of three.
    public var matches: [Match] {
        if case .matched(let match, let third) = self { [match] + [third].compactMap(\.self) } else { [] }
    }
}

/// The match of the day.
@MainActor @Observable public final class TodayMatchViewModel {
    /// Whether something is being changed. Until that is done, nothing else is.
    public private(set) var isBusy = false
    /// What went wrong last with disconnecting or pausing, until the next attempt.
    public private(set) var failure: Failure?

    private let service: MatchService
    private let time: any TimeSource
    private var state: LoadState<TodayData> = .idle
    private var hidden: Set<UserID> = []
    /// With whom a match has ended since the day was last asked for; an answer on its way may not tell of it.
    private var parted: Set<UserID> = []
    private var requests = LatestRequest()
    /// Told of the day's matches whenever they come.
    @ObservationIgnored var didLearn: @MainActor ([Match]) -> Void = { _ in }
    /// Told of every match that has ended.
    @ObservationIgnored var didEnd: @MainActor (Match) -> Void = { _ in }

    public init(service: MatchService, time: any TimeSource = SystemClock()) {
        self.service = service
        self.time = time
    }

    public var matchState: LoadState<TodayMatch> { state.map { TodayMatch($0.without(hidden)) } }

    /// Whether the next pairing leaves one out; `nil` until the server has said so.
    public var isPaused: Bool? { state.value?.isPaused }

    /// The day on the campus's calendar.
    public var day: CalendarDay? { state.value?.date }

    /// Whether a new day has begun on campus since: load again.
    public var isOutdated: Bool { state.value.map { time.date >= $0.endsAt } ?? false }

    /// Asks whom one meets today.
    public func load() async {
        let ticket = requests.begin()
        let before = state.settled
        state = .loading(previous: before.value)
        if !isBusy { parted = [] }
        do {
            let data = try await service.today()
            guard requests.isCurrent(ticket) else { return }
            show(data)
        } catch {
            guard requests.isCurrent(ticket) else { return }
            state =
                error is CancellationError
                ? before.map { $0.without(parted) } : .failed(Failure(error), previous: state.value)
        }
    }

    /// Ends today's match, or one of two, for good.
    public func disconnect(_ match: Match) async {
        await attempt {
            do {
                _ = try await service.disconnect(match.id)
            } catch let error as APIError where error.problem?.code == .notFound {
                end(match)  // it is over already
                throw error
            }
            end(match)
        }
    }

    /// Stays out of the pairing from the next one on.
    public func pause() async {
        await attempt { replace(with: try await service.pause()) }
    }

    public func resume() async {
        await attempt { replace(with: try await service.resume()) }
    }

    func hide(_ person: UserID) { hidden.insert(person) }

    func unhide(_ person: UserID) { hidden.remove(person) }

    /// Takes out the match with someone, which has ended.
    func forget(_ person: UserID) {
        parted.insert(person)
        state = state.map { $0.without([person]) }
    }

    private func end(_ match: Match) {
        forget(match.partnerID)
        didEnd(match)
    }

    private func attempt(_ action: () async throws -> Void) async {
        guard !isBusy else { return }
        isBusy = true
        defer { isBusy = false }
        failure = nil
        do {
            try await action()
        } catch {
            if !(error is CancellationError) { failure = Failure(error) }
        }
    }

    /// What an action brings is newer than any load that began before it.
    private func replace(with data: TodayData) {
        _ = requests.begin()
        show(data)
    }

    private func show(_ data: TodayData) {
        let data = data.without(parted)
        state = .loaded(data)
        didLearn(data.matches.elements)
    }
}

extension TodayMatch {
    fileprivate init(_ data: TodayData) {
        let matches = data.matches.elements
        switch (data.status, matches.first) {
        case (.matched, let match?): self = .matched(match, third: matches.dropFirst().first)
        case (.disconnected, _): self = .disconnected
        default: self = .waiting(data.reason)
        }
    }
}

extension TodayData {
    /// As the server tells it once the matches with these people have ended.
    fileprivate func without(_ people: Set<UserID>) -> TodayData {
        guard matches.elements.contains(where: { people.contains($0.partnerID) }) else { return self }
        var rest = self
        rest.matches.elements.removeAll { people.contains($0.partnerID) }
        if rest.matches.elements.isEmpty { rest.status = .disconnected }
        return rest
    }
}
