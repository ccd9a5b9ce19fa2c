import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct RandomCampusTests {
    @Test(arguments: 0..<3)
    func `random actions keep blocked people hidden, match each pair once and respect the limits`(_ seed: UInt64)
        async throws
    {
        var campus = try await RandomCampus(seed: seed, people: 5)
        for step in 1...48 {
            let concerned = try await campus.doSomething()
            // A request for today's match makes the server pair the campus, so the test does not send it after every
            // step.
            let isFull = step.isMultiple(of: 12)
            let story = "seed \(seed), step \(step): \(campus.deeds.suffix(8))"
            for member in isFull ? campus.members : concerned {
                #expect(try await campus.blockedAreUnseen(by: member, today: isFull), "\(story)")
                #expect(try await campus.hidesRefusalsAndRespectsLimits(for: member), "\(story)")
            }
            #expect(try await campus.matchesAgree(), "\(story)")
            #expect(try await campus.hasAtMostOneOpenPokePerPair(), "\(story)")
        }
    }

    /// Compares two campuses that differ only in the way people refuse pokes.
    @Test(arguments: 10..<13)
    func `profiles and lists do not reveal whether a poke was declined or ignored`(_ seed: UInt64) async throws {
        var declining = try await RandomCampus(seed: seed, people: 4, refusal: .decline)
        var ignoring = try await RandomCampus(seed: seed, people: 4, refusal: .ignore)
        for step in 1...40 {
            _ = try await declining.doSomething()
            _ = try await ignoring.doSomething()
            #expect(declining.deeds == ignoring.deeds)
            guard step.isMultiple(of: 4) else { continue }
            for (one, twin) in zip(declining.members, ignoring.members) {
                let seen = try await declining.everythingSeen(by: one)
                let story = "seed \(seed), step \(step), \(one.address): \(declining.deeds.suffix(8))"
                let twinSeen = try await ignoring.everythingSeen(by: twin)
                #expect(twinSeen == seen, "\(story)")
            }
        }
    }
}
