import Dispatch
import Foundation
import OrbitStore
import Testing

@testable import OrbitStoreTesting

/// Tests of `MemoryStore` beyond the contract. `StoreConformanceTests` checks the contract.
@Suite struct MemoryStoreTests {
    @Test func `a memory store and its copy do not see later writes to each other`() async throws {
        let store = MemoryStore()
        try await store.transaction { try $0.put(Book(key: "a", shelf: "novels", year: 1)) }
        let copy = store.copy()
        try await store.transaction { try $0.put(Book(key: "b", shelf: "novels", year: 2)) }
        try await copy.transaction { try $0.delete(Book.self, "a") }
        let query = IndexQuery("shelf", group: "novels")
        #expect(try await store.read { try $0.list(Book.self, query).map(\.year) } == [1, 2])
        #expect(try await copy.read { try $0.list(Book.self, query).map(\.year) } == [])
    }

    @Test func `a read keeps the snapshot of its start while another transaction commits`() async throws {
        let store = MemoryStore()
        try await store.transaction { try $0.put(Book(key: "a", shelf: "novels", year: 1)) }
        let (reading, begins) = AsyncStream.makeStream(of: Void.self)
        let isWritten = DispatchSemaphore(value: 0)
        async let years = OwnThread().read(store) { reader in
            let before = try reader.get(Book.self, "a")?.year
            begins.finish()
            isWritten.wait()
            return [before, try reader.get(Book.self, "a")?.year]
        }
        for await _ in reading {}
        try await store.transaction { try $0.put(Book(key: "a", shelf: "novels", year: 2)) }
        #expect(try await store.read { try $0.get(Book.self, "a")?.year } == 2)
        isWritten.signal()
        #expect(try await years == [1, 1])
    }

    @Test func `ten thousand records of a group are listed in order of rank`() async throws {
        let store = MemoryStore()
        try await store.transaction { transaction in
            for number in 0..<10_000 {
                try transaction.put(Book(key: "\(number)", shelf: "novels", year: Int64(number * 7 % 10_000)))
            }
        }
        let years = try await store.read { try $0.list(Book.self, IndexQuery("shelf", group: "novels")).map(\.year) }
        #expect(years == Array(0..<10_000))
    }
}

/// An actor on its own queue. A read that waits there blocks no thread of other tests.
private actor OwnThread {
    private final class Queue: SerialExecutor {
        private let queue = DispatchQueue(label: "reads")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    private let queue = Queue()
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func read<Result: Sendable>(
        _ store: MemoryStore, _ body: @Sendable (any StoreReader) throws -> Result
    ) async throws -> Result {
        try await store.read(body)
    }
}
