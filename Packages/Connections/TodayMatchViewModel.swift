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
}

/// The match of the day.
@MainActor @Observable public final class TodayMatchViewModel {
    public private(set) var matchState: LoadState<TodayMatch> = .idle
    /// Whether tomorrow's pairing leaves one out; `nil` until the server has said so.
    public private(set) var isPaused: Bool?
    /// The day on the campus's calendar.
    public private(set) var day: CalendarDay?
    /// What went wrong last with disconnecting or pausing, until the next attempt.
    public private(set) var failure: Failure?

    private let service: MatchService
    private let time: any TimeSource
    private var data: TodayData?
    private var requests = LatestRequest()

    public init(service: MatchService, time: any TimeSource = SystemClock()) {
        self.service = service
        self.time = time
    }

    /// Whether a new day has begun on campus since: load again.
    public var isOutdated: Bool { data.map { time.date >= $0.endsAt } ?? false }

    /// Asks whom one meets today.
    public func load() async {
        let ticket = requests.begin()
        let before = matchState
        matchState = .loading(previous: before.value)
        do {
            let data = try await service.today()
            guard requests.isCurrent(ticket) else { return }
            show(data)
        } catch {
            guard requests.isCurrent(ticket) else { return }
            matchState = error is CancellationError ? before : .failed(Failure(error), previous: before.value)
        }
    }

    /// Ends today's match, or one of two, for good.
    public func disconnect(_ match: Match) async {
        await attempt {
            _ = try await service.disconnect(match.id)
            guard var data, data.matches.elements.contains(where: { $0.id == match.id }) else { return nil }
            data.matches.elements.removeAll { $0.id == match.id }
            if data.matches.elements.isEmpty { data.status = .disconnected }
            return data
        }
    }

    /// Stays out of the pairing from tomorrow on.
    public func pause() async {
        await attempt { try await service.pause() }
    }

    public func resume() async {
        await attempt { try await service.resume() }
    }

    /// What an action answers is newer than any load that began before it.
    private func attempt(_ action: () async throws -> TodayData?) async {
        failure = nil
        do {
            guard let data = try await action() else { return }
            _ = requests.begin()
            show(data)
        } catch {
            if !(error is CancellationError) { failure = Failure(error) }
        }
    }

    private func show(_ data: TodayData) {
        self.data = data
        day = data.date
        isPaused = data.isPaused
        matchState = .loaded(TodayMatch(data))
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
