package import Foundation
import TimeAndChance

/// The state of jobs in this process: whether requests have stored jobs since the last run, and which jobs are running.
/// The jobs themselves are stored in the store.
package final class WorkSignal: Sendable {
    private struct State {
        // An earlier process may have stopped before it ran its jobs.
        var isSet = true
        var inHand: Set<String> = []
        var next = 0
        var hosts: [Int: AsyncStream<Void>.Continuation] = [:]
        var intervalBegan: Date?
        var lastDays: [String: Date] = [:]
        var steps: [String: (minute: Date, count: Int)] = [:]
    }

    /// The unique name of this server among all servers of its store, independent of seeds.
    package let server = RandomSource.system.bytes(16).hexadecimal
    private let state = LockedState(State())

    /// Signals that requests have stored jobs.
    package func send() {
        for host in state.withLock({ state in
            state.isSet = true
            return Array(state.hosts.values)
        }) { host.yield() }
    }

    /// Returns whether there was a signal since the last call, and clears it.
    package func take() -> Bool {
        state.withLock { state in
            defer { state.isSet = false }
            return state.isSet
        }
    }

    /// Sets the signal again for the next call of ``take()``. It wakes no host, because failed work would fail again at
    /// once.
    package func rearm() {
        state.withLock { $0.isSet = true }
    }

    /// Starts an interval for work that runs once per interval.
    ///
    /// - Parameters:
    ///   - length: The length of the interval in seconds.
    ///   - now: The current instant.
    /// - Returns: `false` if the last interval has not ended.
    package func beginInterval(_ length: TimeInterval, at now: Date) -> Bool {
        state.withLock { Self.begins(length, since: &$0.intervalBegan, at: now) }
    }

    /// Starts an interval at `now`, unless the last interval is running.
    private static func begins(_ length: TimeInterval, since began: inout Date?, at now: Date) -> Bool {
        if let began, isRunning(length, since: began, at: now) { return false }
        began = now
        return true
    }

    /// Whether an interval of some seconds has not ended. A clock that was set back ends it.
    private static func isRunning(_ length: TimeInterval, since began: Date, at now: Date) -> Bool {
        began <= now && now < began.addingTimeInterval(length)
    }

    /// Runs work of this process at most once a day. Work that throws is due again at once.
    ///
    /// - Parameters:
    ///   - name: The name of the work.
    ///   - now: The current instant.
    ///   - work: The work.
    /// - Throws: The error of the work.
    package func daily(_ name: String, at now: Date, _ work: () async throws -> Void) async throws {
        guard state.withLock({ Self.begins(86_400, since: &$0.lastDays[name], at: now) }) else { return }
        do {
            try await work()
        } catch {
            makeDue(name)
            throw error
        }
    }

    /// Makes daily work due at the next check.
    package func makeDue(_ name: String) { state.withLock { _ = $0.lastDays.removeValue(forKey: name) } }

    /// Counts a step of a table's jobs, and returns the number of their steps in this minute.
    package func countStep(of table: String, at now: Date) -> Int {
        state.withLock { state in
            var steps = state.steps[table] ?? (now, 0)
            if !Self.isRunning(60, since: steps.minute, at: now) { steps = (now, 0) }
            steps.count += 1
            state.steps[table] = steps
            return steps.count
        }
    }

    /// Marks a job as running; returns `false` if another task of this process runs it.
    package func begin(_ job: String) -> Bool { state.withLock { $0.inHand.insert(job).inserted } }

    package func end(_ job: String) { state.withLock { _ = $0.inHand.remove(job) } }

    /// Returns a stream of signals. Signals that arrive before the stream is read are merged into one element.
    package func signals() -> AsyncStream<Void> {
        let (stream, host) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.next += 1
            state.hosts[state.next] = host
            return state.next
        }
        host.onTermination = { [weak self] _ in self?.state.withLock { _ = $0.hosts.removeValue(forKey: id) } }
        return stream
    }
}
