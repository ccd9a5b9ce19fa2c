import Foundation
import OrbitModels
import TimeAndChance

/// How a value or a list gets loaded: the one set of rules of ``PagedList`` and ``Resource``.
///
/// A later request wins over an earlier, slower one. A snapshot that is older than what the log still knows is requested
/// again. A cancelled load leaves things as they were. What an event has outdated is loaded again by itself.
@MainActor final class LoadCycle {
    private(set) var phase: LoadPhase
    private let log: PersonLog
    private var requests = LatestRequest()
    private var refresh: Task<Void, Never>?

    private nonisolated static var mostAttempts: Int { 3 }

    /// - Parameter isSettled: whether there is something to show before the first load.
    init(log: PersonLog, isSettled: Bool = false) {
        self.log = log
        phase = isSettled ? .settled : .idle
    }

    /// - Parameters:
    ///   - read: reads a snapshot; `nil` if a later request has begun meanwhile.
    ///   - show: brings the snapshot up to date and takes it over; `false` if it is too old for that.
    ///   - didMove: called whenever ``phase`` has changed.
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
            for _ in 0..<Self.mostAttempts {
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

    /// There is something to show although nothing was loaded yet.
    func settle() {
        if phase == .idle { phase = .settled }
    }

    /// Loads again what an event has outdated, once for any number of events: at once if the user has caused it, else
    /// within two seconds, so that one event does not bring all who receive it to the server at the same moment.
    func refreshLater(isOwn: Bool, _ reload: @escaping @MainActor () async -> Void) {
        guard refresh == nil else { return }
        log.noteRefresh(begins: true)
        refresh = Task { [weak self, log] in
            if !isOwn { await log.pauseBeforeRefresh() }
            self?.refresh = nil
            await reload()
            log.noteRefresh(begins: false)
        }
    }

    /// Lets the latest of several overlapping requests win.
    ///
    /// A screen that is refreshed while an earlier load is still under way must not show the slow, old
    /// response over the fast, new one.
    ///
    /// ```swift
    /// let ticket = requests.begin()
    /// let people = try await service.people()
    /// guard requests.isCurrent(ticket) else { return }
    /// ```
    struct LatestRequest: Sendable {
        /// Names a request.
        struct Ticket: Hashable, Sendable {
            fileprivate let number: Int
        }

        private var newest = 0

        /// Starts a request; all earlier ones are outdated from now on.
        mutating func begin() -> Ticket {
            newest += 1
            return Ticket(number: newest)
        }

        /// Whether no later request was started.
        func isCurrent(_ ticket: Ticket) -> Bool {
            ticket.number == newest
        }
    }

    /// How far a load has got; with what is there it makes a ``LoadState``.
    enum LoadPhase: Equatable {
        case idle, loading, settled
        case failed(Failure)

        /// After an error. A cancelled load leaves things as they were.
        init(after error: any Error, at now: Date, in words: Words) {
            self = error is CancellationError ? .settled : .failed(Failure(error, at: now, in: words))
        }

        var isFailed: Bool {
            if case .failed = self { true } else { false }
        }

        /// - Parameters:
        ///   - list: what was loaded; `nil` before the first load has succeeded.
        ///   - hasMore: whether an empty list only means that nothing of what is loaded is shown.
        func state<Element>(of list: [Element]?, hasMore: Bool) -> LoadState<[Element]> {
            let shown = list.flatMap { $0.isEmpty ? nil : $0 }
            return switch self {
            case .idle: .idle
            case .loading: .loading(previous: shown)
            case .failed(let failure): .failed(failure, previous: shown)
            case .settled: list.map { $0.isEmpty && !hasMore ? .empty : .loaded($0) } ?? .idle
            }
        }

        /// - Parameter value: what was loaded; `nil` before the first load has succeeded, and when there is nothing.
        func state<Value>(of value: Value?, isLoaded: Bool) -> LoadState<Value> {
            switch self {
            case .idle: .idle
            case .loading: .loading(previous: value)
            case .failed(let failure): .failed(failure, previous: value)
            case .settled: value.map { .loaded($0) } ?? (isLoaded ? .empty : .idle)
            }
        }
    }

    /// What was read is older than what the log still knows, again and again.
    private struct StaleSnapshot: Error {}
}
