import Testing
import TimeAndChance

@Suite struct LockedTests {
    @Test func `concurrent changes are not lost`() async {
        let counter = LockedState(0)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1_000 { counter.withLock { $0 += 1 } }
                }
            }
        }
        #expect(counter.withLock { $0 } == 8_000)
    }

    @Test func `a change that throws releases the lock`() {
        struct Failure: Error {}
        let value = LockedState(1)
        #expect(throws: Failure.self) {
            try value.withLock { state in
                state = 2
                throw Failure()
            }
        }
        #expect(value.withLock { $0 } == 2)
    }
}
