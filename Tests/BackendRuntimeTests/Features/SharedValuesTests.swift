import Testing
import TimeAndChance

@testable import BackendRuntime

@Suite struct SharedValuesTests {
    private final class Counter: SharedValue {
        let count = LockedState(0)
    }

    private final class Other: SharedValue {}

    @Test func `concurrent callers share a single value of a type`() async {
        let values = BackendContext.SharedValues()
        await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { values.value(Counter.self).count.withLock { $0 += 1 } } }
        }
        #expect(values.value(Counter.self).count.withLock { $0 } == 50)
    }

    @Test func `a shared value is created once for each backend`() {
        let (one, other) = (BackendContext.SharedValues(), BackendContext.SharedValues())
        #expect(one.value(Other.self) === one.value(Other.self))
        #expect(one.value(Other.self) !== other.value(Other.self))
    }
}
