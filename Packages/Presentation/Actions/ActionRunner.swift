public import Networking
public import Observation
public import OrbitModels
import TimeAndChance

/// How an action of a view model has ended.
public enum ActionOutcome: Hashable, Sendable {
    /// The server has done it.
    case done
    /// It was not done, or whether it was is not known.
    case failed(Failure)
    /// The same is under way already, or the user has left: nothing to show.
    case skipped

    /// What went wrong, if something did.
    public var failure: Failure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}

/// Runs the actions of a view model: each at most once at a time, with its expected effect on the screen at once.
///
/// ```swift
/// await actions.run(poke.id, expecting: [.closed(poke)]) { key in
///     _ = try await service.decline(poke.id, key: key)
///     return [.closed(poke)]
/// }
/// ```
///
/// `ID` names what can be done independently of other actions, such as the poke that is declined.
@MainActor @Observable public final class ActionRunner<ID: Hashable & Sendable> {
    /// What has a request in flight.
    public private(set) var inFlight: Set<ID> = []
    /// What went wrong last, until the next attempt.
    public private(set) var failure: Failure?

    private let log: PersonLog
    /// The keys of requests that may have arrived although no response did: trying again must not have the effect twice.
    @ObservationIgnored private var unsettled: [Attempt: IdempotencyKey] = [:]

    @ObservationIgnored private var queues: [ID: Task<ActionOutcome, Never>] = [:]

    private struct Attempt: Hashable {
        let id: ID
        let name: String
    }

    /// Creates a runner whose expected events lie in the overlay of `log`.
    public init(log: PersonLog) {
        self.log = log
    }

    /// Runs one action.
    ///
    /// - Parameters:
    ///   - id: what is acted on; a second action on it is skipped until the first has ended.
    ///   - name: tells apart what can be done to the same thing, so that trying again repeats the same request.
    ///   - expected: the events that show the effect until the log does. They are taken back if the action fails.
    ///   - work: sends the request with the key, and returns the events that show the effect where no log does: those
    ///     expected, and whatever only the response could say.
    @discardableResult
    public func run(
        _ id: ID, _ name: String = "", expecting expected: [LogEvent] = [],
        _ work: (IdempotencyKey) async throws -> [LogEvent]
    ) async -> ActionOutcome {
        guard inFlight.insert(id).inserted else { return .skipped }
        defer { inFlight.remove(id) }
        failure = nil
        let attempt = Attempt(id: id, name: name)
        let key = takeKey(for: attempt)
        log.begin(key, expecting: expected)
        let outcome = await perform(key, work)
        if outcome == .skipped || outcome.failure?.kind == .noResponse { unsettled[attempt] = key }
        return outcome
    }

    /// Runs an action after those on the same `id` that were begun earlier. What it is expected to do shows at once, so
    /// what was done last is seen at once, and is what the server hears last.
    ///
    /// It goes on if the caller is cancelled: a request that is broken off may have arrived or not.
    @discardableResult
    public func enqueue(
        _ id: ID, expecting expected: [LogEvent] = [],
        _ work: @escaping @MainActor (IdempotencyKey) async throws -> [LogEvent]
    ) async -> ActionOutcome {
        let key = IdempotencyKey.random(from: log.random)
        let previous = queues[id]
        failure = nil
        log.begin(key, expecting: expected)
        let action = Task {
            _ = await previous?.value
            return await perform(key, work)
        }
        queues[id] = action
        inFlight.insert(id)
        let outcome = await action.value
        if queues[id] == action {
            queues[id] = nil
            inFlight.remove(id)
        }
        return outcome
    }

    private func perform(
        _ key: IdempotencyKey, _ work: (IdempotencyKey) async throws -> [LogEvent]
    ) async -> ActionOutcome {
        do {
            let events = try await work(key)
            log.complete(key, with: events)
            return .done
        } catch {
            if log.abandon(key) { return .done }
            if error is CancellationError { return .skipped }
            let failure = Failure(error, at: log.time.date, in: log.words)
            self.failure = failure
            return .failed(failure)
        }
    }

    /// The key of the last attempt, if no response has told what became of it and nothing else was done since: a key
    /// from before that would repeat the old response, not the action.
    private func takeKey(for attempt: Attempt) -> IdempotencyKey {
        let earlier = unsettled[attempt]
        unsettled = unsettled.filter { $0.key.id != attempt.id }
        guard let earlier, !log.hasEffect(of: earlier) else { return .random(from: log.random) }
        return earlier
    }

    /// Shows a failure that no request has caused, such as a rule that forbids the action.
    @discardableResult
    public func refuse(_ failure: Failure) -> ActionOutcome {
        self.failure = failure
        return .failed(failure)
    }

    /// Forgets the failure, once it was shown.
    public func clearFailure() { failure = nil }
}
