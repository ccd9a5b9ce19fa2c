import Foundation
import OrbitStore
import Testing

@testable import BackendRuntime

/// The instants from which and until which a use counts.
@Suite struct RateLimitTests {
    private let store = MemoryStore()
    private let limit = RateLimit(name: "tests", tiers: [.init(count: 1, window: 60)])

    private static func date(_ seconds: TimeInterval) -> Date {
        Date(timeIntervalSince1970: 1_800_000_000 + seconds)
    }

    private func record(_ limit: RateLimit, at times: [TimeInterval]) async throws {
        try await store.transaction { transaction in
            for time in times { try limit.record("maya", in: transaction, now: Self.date(time)) }
        }
    }

    @Test(
        arguments: [(-60, nil, 1), (-59, 119, 0), (0, 60, 0), (59.5, 1, 0), (60, nil, 1)]
            as [(TimeInterval, Int?, Int)])
    func `a use counts for less than the window of its limit, also if the clock is set back`(
        later: TimeInterval, wait: Int?, room: Int
    ) async throws {
        try await record(limit, at: [0])
        let found = try await store.read { [limit] reader in
            (
                try limit.wait(for: "maya", in: reader, now: Self.date(later)),
                try limit.room(for: "maya", in: reader, now: Self.date(later))
            )
        }
        #expect(found.0 == wait && found.1 == room)
    }

    @Test func `a record contains only uses that count, and expires a window after the last use`() async throws {
        try await record(limit, at: [0, 60])
        let usage = try #require(try await store.read { try $0.get(UsageRecord.self, "tests/maya") })
        #expect(usage.times == [Self.date(60)] && usage.expiresAt == Self.date(120))
        try await record(limit, at: [30])
        let later = try #require(try await store.read { try $0.get(UsageRecord.self, "tests/maya") })
        #expect(later.times == [Self.date(60), Self.date(30)] && later.expiresAt == Self.date(120))
    }

    @Test func `the wait ends in the last tier that has room again`() async throws {
        let limit = RateLimit(name: "tests", tiers: [.init(count: 2, window: 60), .init(count: 4, window: 600)])
        func wait() async throws -> Int? {
            try await store.read { try limit.wait(for: "maya", in: $0, now: Self.date(20)) }
        }
        try await record(limit, at: [0, 10, 20])
        #expect(try await wait() == 50)
        try await record(limit, at: [20])
        #expect(try await wait() == 580)
    }

    @Test(arguments: [(29.5, 1), (30, nil)] as [(TimeInterval, Int?)])
    func `an origin waits for the spacing of a shared limit, and another origin does not`(
        later: TimeInterval, wait: Int?
    ) async throws {
        let limit = SharedLimit(name: "tests", spacing: 30, tiers: [.init(count: 8, window: 600)])
        try await store.transaction { try limit.record("maya", from: "a", in: $0, now: Self.date(0)) }
        let waits = try await store.read { reader in
            try ["a", "b"].map { try limit.wait(for: "maya", from: $0, in: reader, now: Self.date(later)) }
        }
        #expect(waits == [wait, nil])
    }
}
