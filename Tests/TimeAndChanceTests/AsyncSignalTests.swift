import Testing
import TimeAndChance

@Suite struct AsyncSignalTests {
    private let signal = AsyncSignal()

    @Test func `a wait for a sent signal returns at once`() async {
        signal.send()
        signal.send()
        await signal.wait()
    }

    @Test func `a sent signal resumes all waiting tasks`() async {
        let waits = (0..<3).map { _ in Task { await signal.wait() } }
        signal.send()
        for wait in waits { await wait.value }
    }

    @Test func `a cancelled wait returns without a signal`() async {
        let wait = Task { await signal.wait() }
        wait.cancel()
        await wait.value
    }
}
