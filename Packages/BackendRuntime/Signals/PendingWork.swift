package import Foundation
import TimeAndChance

/// What this process knows of work: whether requests have left some, and which jobs it is at. The work itself stands in
/// the store.
package final class PendingWork: Sendable {
    private struct State {
        // What an earlier process has left is not known.
        var isSet = true
        var inHand: Set<String> = []
        var next = 0
        var hosts: [Int: AsyncStream<Void>.Continuation] = [:]
        var intervalBegan: Date?
        var lastDays: [String: Date] = [:]
        var steps: [String: (minute: Date, count: Int)] = [:]
    }

    /// Names this server among all that stand on its store, whatever their seeds.
    package let server = RandomSource.system.bytes(16).hexadecimal
    private let state = LockedState(State())

    /// Says that requests have left work.
    package func send() {
        for host in state.withLock({ state in
            state.isSet = true
            return Array(state.hosts.values)
        }) { host.yield() }
    }

    /// Whether there was a signal since it was last taken.
    package func take() -> Bool {
        state.withLock { state in
            defer { state.isSet = false }
            return state.isSet
        }
    }

    /// Has the next look find the signal that was taken. It wakes nobody: what has failed would fail again at once.
    package func putBack() {
        state.withLock { $0.isSet = true }
    }

    /// Begins a time in which something is done once; `false` if the last has not ended.
    package func beginInterval(_ length: TimeInterval, at now: Date) -> Bool {
        state.withLock { state in
            // A clock that was set back begins anew.
            if let began = state.intervalBegan, began <= now, now < began.addingTimeInterval(length) { return false }
            state.intervalBegan = now
            return true
        }
    }

    /// Does work of this process unless it was done within a day. Work that throws is due at once.
    package func daily(_ name: String, at now: Date, _ work: () async throws -> Void) async throws {
        let isDue = state.withLock { state in
            // A clock that was set back begins a new day.
            if let last = state.lastDays[name], last <= now, now < last.addingTimeInterval(86_400) { return false }
            state.lastDays[name] = now
            return true
        }
        guard isDue else { return }
        do {
            try await work()
        } catch {
            makeDue(name)
            throw error
        }
    }

    /// Has daily work done at the next look.
    package func makeDue(_ name: String) { state.withLock { _ = $0.lastDays.removeValue(forKey: name) } }

    /// Counts a step of a table's jobs, and returns how many they have taken in this minute.
    package func countStep(of table: String, at now: Date) -> Int {
        state.withLock { state in
            var steps = state.steps[table] ?? (now, 0)
            // A clock that was set back begins a new minute.
            if now < steps.minute || now >= steps.minute.addingTimeInterval(60) { steps = (now, 0) }
            steps.count += 1
            state.steps[table] = steps
            return steps.count
        }
    }

    /// Takes a job in hand; `false` if another task of this process has.
    package func begin(_ job: String) -> Bool { state.withLock { $0.inHand.insert(job).inserted } }

    package func end(_ job: String) { state.withLock { _ = $0.inHand.remove(job) } }

    /// One element for any number of signals since the last.
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
