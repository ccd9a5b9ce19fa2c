import NetworkingTesting
import Observation
import Testing

@Suite @MainActor struct WaitUntilTests {
    @MainActor @Observable final class ObservedSwitch {
        var isOn = false
    }

    private let model = ObservedSwitch()

    @Test func `a wait returns when its condition becomes true`() async {
        let wait = Task { await waitUntil { model.isOn } }
        model.isOn = true
        await wait.value
    }

    @Test func `a wait that is cancelled before it begins returns`() async {
        let wait = Task { await waitUntil { model.isOn } }
        wait.cancel()
        await wait.value
        #expect(!model.isOn)
    }

    @Test func `a suspended wait returns when its task is cancelled`() async {
        let (readings, reading) = AsyncStream.makeStream(of: Void.self)
        let wait = Task {
            await waitUntil {
                reading.yield()
                return model.isOn
            }
        }
        // The second evaluation registers the observation. The task suspends right after it.
        var count = 0
        for await _ in readings {
            count += 1
            if count == 2 { break }
        }
        wait.cancel()
        await wait.value
        #expect(!model.isOn)
    }
}
