import Auth
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// How long several origins can keep an owner from signing in on a new device.
@Suite struct SharedCodesTests {
    private let maya = "maya@stanford.edu"
    private let limit = CodeRules.codesPerMailbox

    /// Every half hour for six days, each origin takes all codes that it gets, one origin after another.
    ///
    /// - Returns: The number of refusals among 287 tries of the owner, who has an origin of their own.
    private func refusals(byOrigins count: Int) async throws -> Int {
        let (clock, store, limit) = (VirtualClock(), TestStore.make(), limit)
        var refused = 0
        for _ in 0..<287 {
            for origin in 0..<count {
                while try await store.transaction({ [now = clock.date] transaction in
                    guard try limit.wait(for: "m", from: "\(origin)", in: transaction, now: now) == nil else {
                        return false
                    }
                    try limit.record("m", from: "\(origin)", in: transaction, now: now)
                    return true
                }) {
                    clock.advance(by: .seconds(30))
                }
            }
            let now = clock.date
            if try await store.read({ try limit.wait(for: "m", from: "owner", in: $0, now: now) }) != nil {
                refused += 1
            }
            clock.advance(by: .seconds(1_800))
        }
        return refused
    }

    /// `Docs/decisions`, decision 25, states these figures.
    @Test(arguments: [(1, 0...0), (2, 0...0), (4, 0...0), (8, 250...287)])
    func `up to four origins never keep an owner off a new device, and eight do`(
        _ origins: Int, _ refused: ClosedRange<Int>
    ) async throws {
        let count = try await refusals(byOrigins: origins)
        #expect(refused.contains(count), "\(count) of 287")
    }

    /// Tries all orders in which origins can take codes, while no window ends.
    @Test(arguments: [(1, 6, 5), (2, 4, 3), (3, 2, 2), (4, 1, 1), (5, 0, 0)])
    func `a new origin always has the stated number of codes left, in any order of other origins`(
        _ origins: Int, _ leftOfDay: Int, _ leftOfTenMinutes: Int
    ) {
        for (tier, expected) in zip(limit.tiers, [leftOfTenMinutes, leftOfDay]) {
            var (seen, least) = (Set<[Int]>(), tier.count)
            var open = [Array(repeating: 0, count: origins)]
            while let uses = open.popLast() {
                guard seen.insert(uses).inserted else { continue }
                let left = tier.count - uses.reduce(0, +)
                least = min(least, left)
                for origin in uses.indices where left > SharedLimit.reserve * uses[origin] {
                    var next = uses
                    next[origin] += 1
                    open.append(next.sorted())
                }
            }
            #expect(least == expected)
        }
    }

    @Test func `an owner signs in on a new device while four origins take all their codes`() async throws {
        let server = TestServer()
        let owner = try await server.signIn(maya, origin: "203.0.113.9").userID
        server.clock.advance(by: .seconds(2 * 86_400))
        for _ in 0..<3 {
            for origin in 0..<4 {
                while try await server.sendCode(to: maya, origin: "198.51.100.\(origin)").status == 200 {
                    server.clock.advance(by: .seconds(30))
                }
            }
            #expect(try await server.signIn(maya, origin: "203.0.113.9").userID == owner)
            server.clock.advance(by: .seconds(86_400))
        }
    }

    @Test func `the stated wait ends exactly when the next code is admitted`() async throws {
        let server = TestServer()
        var refusals = 0
        for step in 0..<60 {
            let origin = "198.51.100.\(step % 3)"
            let answer = try await server.sendCode(to: maya, origin: origin)
            if answer.status == 429 {
                refusals += 1
                let wait = try #require(answer.problem?.retryAfter)
                server.clock.advance(by: .seconds(wait - 1))
                #expect(try await server.sendCode(to: maya, origin: origin).status == 429)
                server.clock.advance(by: .seconds(1))
                #expect(try await server.sendCode(to: maya, origin: origin).status == 200)
            }
            server.clock.advance(by: .seconds(step * 7))
        }
        #expect(refusals >= 2)
    }
}
