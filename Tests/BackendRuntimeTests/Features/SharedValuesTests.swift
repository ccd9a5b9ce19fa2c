import Testing
import TimeAndChance

@testable import BackendRuntime

@Suite struct SharedValuesTests {
    private final class Counter: SharedValue {
        let count = LockedState(0)
    }

    private final class Other: SharedValue {}

    @Test func `a value of a type is made once, whoever asks`() async {
        let values = BackendContext.SharedValues()
        await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { values.value(Counter.self).count.withLock { $0 += 1 } } }
        }
        #expect(values.value(Counter.self).count.withLock { $0 } == 50)
    }

    @Test func `values of other types and other backends are others`() {
        let (one, other) = (BackendContext.SharedValues(), BackendContext.SharedValues())
        #expect(one.value(Other.self) === one.value(Other.self))
        #expect(one.value(Other.self) !== other.value(Other.self))
    }
}
