import OrbitStore
import OrbitStoreTesting
import Testing
import TimeAndChance

@Suite struct StoreConformanceTests {
    @Test(arguments: StoreConformance.checks)
    func `a memory store meets the requirements of a store`(_ check: StoreCheck) async throws {
        try await check.run {
            let store = MemoryStore()
            return StoreUnderTest { store }
        }
    }

    @Test(arguments: FaultyStore.Fault.allCases)
    func `the conformance checks detect a store with a single fault`(_ fault: FaultyStore.Fault) async {
        var found: [any Error] = []
        for check in StoreConformance.checks where found.isEmpty {
            do {
                try await check.run {
                    let (store, feed) = (MemoryStore(), StoreFeed())
                    return StoreUnderTest {
                        FaultyStore(fault, on: fault == .isNotShared ? store.copy() : store, feed)
                    }
                }
            } catch {
                found.append(error)
            }
        }
        #expect(found.count == 1)
        for error in found { #expect(!"\(error)".isEmpty) }
    }

    @Test(arguments: [false, true])
    func `the durability check fails only for a store that loses an acknowledged write`(isValid: Bool) async throws {
        let disk = Disk(losesLast: !isValid)
        let check = try #require(StoreConformance.durabilityChecks.first)
        do {
            try await check.run {
                var database = StoreUnderTest { disk }
                database.crash = { disk.crash() }
                return database
            }
            #expect(isValid)
        } catch {
            #expect(!isValid)
            #expect("\(error)".contains("lost"))
        }
    }
}

/// A store that keeps a copy of the state after each commit, or of the state before it.
private final class Disk: BackendStore {
    private struct State {
        var store = MemoryStore()
        var kept = MemoryStore()
    }

    private let losesLast: Bool
    private let state = LockedState(State())

    init(losesLast: Bool) { self.losesLast = losesLast }

    func crash() { state.withLock { $0.store = $0.kept.copy() } }

    func changes() -> AsyncStream<StoreChange> { AsyncStream { $0.finish() } }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await state.withLock { $0.store }.read(body)
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        let (store, before) = state.withLock { ($0.store, $0.store.copy()) }
        let result = try await store.transaction(body)
        state.withLock { $0.kept = losesLast ? before : store.copy() }
        return result
    }
}
