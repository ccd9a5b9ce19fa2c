import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance

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
    private let log: EventLog
    private let actions: ActionRunner<TodayAction>
    private let session: TodaySession

    /// The longest delay before the first repeated request of ``loadUntilPaired()``. It doubles with each request.
    private static var firstDelay: Duration { .seconds(2) }
    /// The longest delay before any repeated request.
    private static var longestDelay: Duration { .seconds(10) }
    /// The maximum number of seconds of the server's `Retry-After` that a repeated request waits for.
    private static var longestRetryAfter: TimeInterval { 3_600 }

    /// One action at a time.
    private enum TodayAction { case any }

    /// Whether the session that sends the requests has ended.
    @MainActor private final class TodaySession {
        var hasEnded = false
    }

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: MatchService, log: EventLog) {
        self.service = service
        self.log = log
        actions = ActionRunner(log: log)
        let session = TodaySession()
        self.session = session
        today = Resource(.today, on: log) {
            do {
                return Snapshot(try await service.today())
            } catch let error as CancellationError {
                // After a sign-out, each request ends like this, although the task of the screen may continue.
                if !Task.isCancelled { session.hasEnded = true }
                throw error
            }
        }
        log.storage.add(today, as: "today")
    }

    /// The result of the daily pairing, as far as is known.
    public var match: LoadState<TodayMatch> { today.state.map { TodayMatch($0) } }

    /// Whether ``match`` is from an earlier launch, and may be outdated.
    public var isStored: Bool { today.isStored }

    /// Whether the user is excluded from the next pairing; `nil` until the server has responded.
    public var isPaused: Bool? { today.state.value?.isPaused }

    /// The day on the campus's calendar.
    public var day: CalendarDay? { today.state.value?.date }

    /// Whether a new day has begun on campus, so that the match has to be loaded again.
    public var isOutdated: Bool {
        today.state.value.map { log.clock.now(changingAt: [$0.endsAt]) >= $0.endsAt } ?? false
    }

    /// Whether an action is in progress. Further actions are skipped until it has ended.
    public var isBusy: Bool { !actions.inFlight.isEmpty }

    /// The most recent failure to disconnect, pause or resume, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Loads the match of the day.
    public func load() async { await today.load() }

    /// Loads the match of the day, and loads it again while the pairing of the campus is under way.
    ///
    /// A repeated request gets the match earlier than the event that announces it. Call this method in the task of the
    /// screen instead of ``load()``. It returns when the pairing has ended for the user, when the server refuses, and
    /// after a sign-out. A cancellation of the task, such as when the user leaves the screen, ends it as well.
    ///
    /// The delays grow from 2 to 10 seconds, with jitter. A delay is never shorter than the server's `Retry-After`.
    public func loadUntilPaired() async {
        session.hasEnded = false
        var delay = Self.firstDelay
        await today.load()
        while isUnderWay {
            // The jitter prevents that all people of a campus send their requests at the same moment.
            let pause = max(retryAfter, delay * (0.5 + log.random.unit() / 2))
            do { try await log.time.sleep(for: pause) } catch { return }
            // An event may have announced the match.
            guard isUnderWay else { return }
            await today.load()
            delay = min(delay * 2, Self.longestDelay)
        }
    }

    /// Whether a repeated request may find the match.
    private var isUnderWay: Bool {
        match.value == .waiting(.underWay) && !session.hasEnded && today.state.failure?.canRetry != false
    }

    /// The time until the server accepts the next request; zero if it has not stated a time.
    private var retryAfter: Duration {
        guard let end = today.state.failure?.retryAt else { return .zero }
        return .seconds(min(max(0, end.timeIntervalSince(log.time.date)), Self.longestRetryAfter))
    }

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
