import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation

/// The result of the daily pairing.
public enum TodayMatch: Hashable, Sendable {
    /// There is a match today.
    ///
    /// - Parameter third: The other partner in a group of three.
    case matched(Match, third: Match?)
    /// There is no match today. The value is the reason, if the server stated it.
    case waiting(TodayWaitReason?)
    /// There was a match today, and it has ended.
    case disconnected

    /// One partner, or two in a group of three.
    public var matches: [Match] {
        if case .matched(let match, let third) = self { [match] + [third].compactMap(\.self) } else { [] }
    }
}

/// The match of the day.
@MainActor @Observable public final class TodayMatchViewModel {
    private let today: Resource<TodayData>
    private let service: MatchService
    private let clock: ScreenClock
    private let actions: ActionRunner<TodayAction>

    /// One action at a time.
    private enum TodayAction { case any }

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: MatchService, log: EventLog) {
        self.service = service
        clock = log.clock
        actions = ActionRunner(log: log)
        today = Resource(.today, on: log) { Snapshot(try await service.today()) }
    }

    /// The result of the daily pairing, as far as is known.
    public var match: LoadState<TodayMatch> { today.state.map { TodayMatch($0) } }

    /// Whether the user is excluded from the next pairing; `nil` until the server has responded.
    public var isPaused: Bool? { today.state.value?.isPaused }

    /// The day on the campus's calendar.
    public var day: CalendarDay? { today.state.value?.date }

    /// Whether a new day has begun on campus, so that the match has to be loaded again.
    public var isOutdated: Bool { today.state.value.map { clock.now(changingAt: [$0.endsAt]) >= $0.endsAt } ?? false }

    /// Whether an action is in progress. Further actions are skipped until it has ended.
    public var isBusy: Bool { !actions.inFlight.isEmpty }

    /// The most recent failure to disconnect, pause or resume, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Loads the match of the day.
    public func load() async { await today.load() }

    /// Ends today's match, or one of two matches, permanently.
    @discardableResult
    public func disconnect(_ match: Match) async -> ActionOutcome {
        let outcome = await actions.run(.any, "disconnect", expecting: [.ended(match)]) { key in
            _ = try await service.disconnect(match.id, key: key)
            return [.ended(match)]
        }
        // The match has ended already, so the value is loaded again.
        if outcome.failure?.kind == .refused(.notFound) { await today.reload() }
        return outcome
    }

    /// Excludes the user from the following pairings.
    @discardableResult
    public func pause() async -> ActionOutcome {
        await actions.run(.any, "pause") { key in [.changed(try await service.pause(key: key))] }
    }

    /// Includes the user in the pairing again.
    @discardableResult
    public func resume() async -> ActionOutcome {
        await actions.run(.any, "resume") { key in [.changed(try await service.resume(key: key))] }
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
