import Foundation
import Matching
import NetworkingTesting
import OrbitDemo
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct PairingTraitsTests {
    @Test func `a pair has no score if either person's requirements are unknown or exclude the partner`() async throws {
        let store = MemoryStore()
        let users = try await CampusSeed(people: 2, seed: 7).populate(store, time: VirtualClock())
        let comparison = ComparisonContext(timeZone: .gmt, day: try #require(CalendarDay("2027-01-15")))
        let accounts = try await store.read { reader in
            try users.compactMap { try reader.get(AccountRecord.self, $0.id.rawValue) }
        }
        func score(_ one: Int, _ other: Int, _ requirements: [CachedPerson.Requirements]) throws -> Double? {
            var traits = PairingTraits()
            for (account, requirements) in zip(accounts, requirements) {
                let profile = try #require(ComparedProfile(account, on: comparison.day)).shown
                let person = CachedPerson(profile, requirements: .nothing, on: comparison)
                traits.add(account.id, person, requirements, isPaused: false)
            }
            return traits.score(one, other)
        }
        let strict = CachedPerson.Requirements(Dealbreakers(ages: 120...120))
        for (one, other) in [(0, 1), (1, 0)] {
            #expect(try score(one, other, [.nothing, .nothing]) != nil)
            for excluding in [strict, .unknown] {
                #expect(try score(one, other, [excluding, .nothing]) == nil)
                #expect(try score(one, other, [.nothing, excluding]) == nil)
            }
        }
    }
}
