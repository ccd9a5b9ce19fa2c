import Foundation
public import Networking
public import Observation
public import OrbitModels
import TimeAndChance

/// The outcome of an action of a view model.
public enum ActionOutcome: Hashable, Sendable {
    /// The server has performed the action.
    case done
    /// The action failed, or its result is unknown because no response arrived.
    case failed(Failure)
    /// The server could not be reached. The action is stored on this device, and is sent later, also after a restart.
    /// Its expected effect is shown until then.
    case queued
    /// The action was not sent, or it was cancelled, for example because the user has signed out. There is no failure
    /// to show.
    ///
    /// A view model does not send an action in these cases:
    /// - The same action is already in flight.
    /// - The object of the action is not loaded.
    /// - The state of the object does not allow the action. A screen does not offer such an action.
    case skipped

    /// The reason why the action failed; `nil` for the other outcomes.
    public var failure: Failure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}

/// Runs the actions of a view model, at most one at a time for each object, and shows their expected effects
/// immediately.
///
/// ```swift
/// await actions.run(poke.id, expecting: [.closed(poke)]) { key in
///     _ = try await service.decline(poke.id, key: key)
///     return [.closed(poke)]
/// }
/// ```
///
/// `ID` identifies the object of an action, such as the poke to decline. Actions on different objects are independent.
@MainActor @Observable public final class ActionRunner<ID: Hashable & Sendable> {
    /// The objects of the actions with a request in flight.
    public private(set) var inFlight: Set<ID> = []
    /// The most recent failure, until the next action or ``clearFailure()``.
    public private(set) var failure: Failure?

    private let log: EventLog
    /// The keys of requests that have ended without a response, and that may have reached the server.
    // A retry sends the same key, so that the effect occurs once.
    @ObservationIgnored private var unsettled: [Attempt: IdempotencyKey] = [:]

    @ObservationIgnored private var queues: [ID: Task<ActionOutcome, Never>] = [:]

    private struct Attempt: Hashable {
        let id: ID
        let name: String
    }

    /// Creates a runner that shows expected events as pending actions on `log`.
    public init(log: EventLog) {
        self.log = log
    }

    /// Runs an action, unless another action on `id` is in flight.
    ///
    /// - Parameters:
    ///   - id: The object of the action. A second action on it is skipped until the first action has ended.
    ///   - name: The name of the action, unique for `id`. A retry under the same name repeats the same request.
    ///   - expected: The events that show the effect until the log contains it. They are reverted if the action fails.
    ///   - work: Sends the request with the key. Returns the events that show the effect if the server has no log. They
    ///     are the expected events and those that only the response can provide.
    /// - Returns: The outcome; ``ActionOutcome/skipped`` if an action on `id` is in flight.
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

    /// Runs an action like ``run(_:_:expecting:_:)``, and stores it for later if no response arrives.
    ///
    /// The stored action has the key of the first attempt, so its effect occurs once even if the response was lost.
    ///
    /// - Parameters:
    ///   - id: The object of the action.
    ///   - name: The name of the action, unique for `id`.
    ///   - content: The content of the action, for a later attempt.
    ///   - kind: The kind under which ``ActionQueue`` sends it.
    ///   - lane: The object of the action in the queue.
    ///   - work: Sends the request with the key. Returns the events that show the effect if the server has no log.
    /// - Returns: The outcome; ``ActionOutcome/queued`` if the action was stored.
    @discardableResult
    public func run(
        _ id: ID, _ name: String, queueing content: some Codable & Sendable, as kind: String, on lane: String,
        _ work: (IdempotencyKey) async throws -> [LogEvent]
    ) async -> ActionOutcome {
        guard inFlight.insert(id).inserted else { return .skipped }
        defer { inFlight.remove(id) }
        failure = nil
        let attempt = Attempt(id: id, name: name)
        let key = takeKey(for: attempt)
        log.begin(key, expecting: [])
        let outcome = await perform(key, work)
        switch outcome.failure?.kind {
        case .unreachable, .noResponse:
            // A content that cannot be encoded could not be sent either, and the failure is shown.
            if let data = try? OrbitJSON.encoder.encode(content),
                await log.queue.add(ActionQueue.Item(key: key, kind: kind, lane: lane, content: data))
            {
                failure = nil
                return .queued
            }
        default: break
        }
        if outcome == .skipped || outcome.failure?.kind == .noResponse { unsettled[attempt] = key }
        return outcome
    }

    /// Runs an action after all earlier actions on the same `id`. The expected effect is shown before they end.
    ///
    /// The requests are sent in order, so the last action determines the final state on the server as well as on the
    /// screen.
    ///
    /// The action continues if the caller is cancelled, because an interrupted request may or may not have reached the
    /// server.
    ///
    /// - Parameters:
    ///   - id: The object of the action.
    ///   - expected: The events that show the effect until the log contains it. They are reverted if the action fails.
    ///   - work: Sends the request with the key. Returns the events that show the effect if the server has no log.
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

    /// Returns the key of the last attempt if its result is unknown and no other action on the object followed.
    /// Otherwise returns a new key.
    private func takeKey(for attempt: Attempt) -> IdempotencyKey {
        let earlier = unsettled[attempt]
        // After another action, the old key would repeat the old response instead of the action.
        unsettled = unsettled.filter { $0.key.id != attempt.id }
        guard let earlier, !log.hasEffect(of: earlier) else { return .random(from: log.random) }
        return earlier
    }

    /// Shows a failure that no request has caused, for example because a rule forbids the action.
    @discardableResult
    public func refuse(_ failure: Failure) -> ActionOutcome {
        self.failure = failure
        return .failed(failure)
    }

    /// Removes the failure after it was shown.
    public func clearFailure() { failure = nil }
}
