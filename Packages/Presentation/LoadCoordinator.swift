import Foundation
import OrbitModels
import TimeAndChance

/// The loading rules that ``PagedList`` and ``Resource`` share.
///
/// - A later request replaces an earlier, slower request.
/// - A snapshot is requested again if the log no longer contains all events since the snapshot.
/// - A cancelled load is not a failure, and keeps the previous value.
/// - A value that an event has outdated is loaded again automatically.
@MainActor final class LoadCoordinator {
    private(set) var phase: LoadPhase
    private let log: EventLog
    private var requests = LatestRequest()
    private var refresh: Task<Void, Never>?

    private nonisolated static var maxAttempts: Int { 3 }

    /// Creates the coordinator of a value or list.
    ///
    /// - Parameters:
    ///   - log: The log that the value or list follows.
    ///   - isSettled: Whether there is something to show before the first load.
    init(log: EventLog, isSettled: Bool = false) {
        self.log = log
        phase = isSettled ? .settled : .idle
    }

    /// Loads a snapshot and shows it. Reads it up to three times if it is too old.
    ///
    /// - Parameters:
    ///   - read: Reads a snapshot; returns `nil` if a later request has begun.
    ///   - show: Brings the snapshot up to date and stores it; returns `false` if the snapshot is too old.
    ///   - didMove: Called after each change of ``phase``.
    func run<Snapshot>(
        _ read: (_ isCurrent: () -> Bool) async throws -> Snapshot?, show: (Snapshot) -> Bool, didMove: () -> Void
    ) async {
        let ticket = requests.begin()
        func isCurrent() -> Bool { requests.isCurrent(ticket) }
        func move(to next: LoadPhase) {
            phase = next
            didMove()
        }
        move(to: .loading)
        do {
            for _ in 0..<Self.maxAttempts {
                let snapshot = try await read(isCurrent)
                guard isCurrent(), let snapshot else { return }
                if show(snapshot) { return move(to: .settled) }
                await log.isCaughtUp()
            }
            throw StaleSnapshot()
        } catch {
            guard isCurrent() else { return }
            move(to: LoadPhase(after: error, at: log.time.date, in: log.words))
        }
    }

    /// Marks a value as available although it was not loaded.
    func settle() {
        if phase == .idle { phase = .settled }
    }

    /// Loads an outdated value again, once for any number of events.
    ///
    /// - Parameters:
    ///   - isOwn: Whether an action on this device caused the event. If so, the load starts immediately, and otherwise
    ///     within two seconds.
    ///   - reload: Loads the value.
    func refreshLater(isOwn: Bool, _ reload: @escaping @MainActor () async -> Void) {
        guard refresh == nil else { return }
        log.noteRefresh(begins: true)
        refresh = Task { [weak self, log] in
            // Without the delay, all recipients of an event would contact the server at the same moment.
            if !isOwn { await log.pauseBeforeRefresh() }
            self?.refresh = nil
            await reload()
            log.noteRefresh(begins: false)
        }
    }

    /// Lets the latest of several overlapping requests win.
    ///
    /// The slow response to an earlier request must not replace the newer response to a refresh.
    ///
    /// ```swift
    /// let ticket = requests.begin()
    /// let people = try await service.people()
    /// guard requests.isCurrent(ticket) else { return }
    /// ```
    struct LatestRequest: Sendable {
        /// The identity of a request.
        struct Ticket: Hashable, Sendable {
            fileprivate let number: Int
        }

        private var newest = 0

        /// Starts a request. All earlier requests are outdated from now on.
        mutating func begin() -> Ticket {
            newest += 1
            return Ticket(number: newest)
        }

        /// Whether no later request was started.
        func isCurrent(_ ticket: Ticket) -> Bool {
            ticket.number == newest
        }
    }

    /// The phase of a load. With the loaded value, it determines a ``LoadState``.
    enum LoadPhase: Equatable {
        case idle, loading, settled
        case failed(Failure)

        /// Creates the phase after an error. After a cancelled load, the previous value is shown without a failure.
        init(after error: any Error, at now: Date, in words: LocalizedStrings) {
            self = error is CancellationError ? .settled : .failed(Failure(error, at: now, in: words))
        }

        var isFailed: Bool {
            if case .failed = self { true } else { false }
        }

        /// Returns the state of a list.
        ///
        /// - Parameters:
        ///   - list: The loaded elements; `nil` before the first successful load.
        ///   - hasMore: Whether more pages exist. If so, an empty list means only that no loaded element is shown.
        func state<Element>(of list: [Element]?, hasMore: Bool) -> LoadState<[Element]> {
            let shown = list.flatMap { $0.isEmpty ? nil : $0 }
            return switch self {
            case .idle: .idle
            case .loading: .loading(previous: shown)
            case .failed(let failure): .failed(failure, previous: shown)
            case .settled: list.map { $0.isEmpty && !hasMore ? .empty : .loaded($0) } ?? .idle
            }
        }

        /// Returns the state of a value.
        ///
        /// - Parameters:
        ///   - value: The loaded value; `nil` before the first successful load and if the resource is empty.
        ///   - isLoaded: Whether a load has succeeded.
        func state<Value>(of value: Value?, isLoaded: Bool) -> LoadState<Value> {
            switch self {
            case .idle: .idle
            case .loading: .loading(previous: value)
            case .failed(let failure): .failed(failure, previous: value)
            case .settled: value.map { .loaded($0) } ?? (isLoaded ? .empty : .idle)
            }
        }
    }

    /// The error after repeated snapshots that the events in the log could not bring up to date.
    private struct StaleSnapshot: Error {}
}
