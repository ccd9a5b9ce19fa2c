import Testing
import TimeAndChance

@Suite(.timeLimit(.minutes(60))) struct AsyncSignalTests {
    private let signal = AsyncSignal()

    @Test func `a wait for a sent signal returns at once`() async {
        signal.send()
        signal.send()
        await signal.wait()
    }

    @Test @MainActor func `a sent signal resumes all waiting tasks, and no task before it is sent`() async {
        let events = LockedState<[String]>([])
        let waits = (0..<3).map { _ in
            Task {
                await signal.wait()
                events.withLock { $0.append("resumed") }
            }
        }
        let sending = Task {
            events.withLock { $0.append("sent") }
            signal.send()
        }
        for task in waits + [sending] { await task.value }
        #expect(events.withLock { $0 } == ["sent", "resumed", "resumed", "resumed"])
    }

    @Test func `a cancelled wait returns, and sends the signal to another wait`() async {
        let wait = Task { await signal.wait() }
        let other = Task { await signal.wait() }
        wait.cancel()
        await wait.value
        await other.value
        #expect(wait.isCancelled && !other.isCancelled)
    }
}
