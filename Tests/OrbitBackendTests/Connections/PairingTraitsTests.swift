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
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `the score of a pair is the share of their interests and sports that both have`(_ seed: UInt64) async throws {
        let store = MemoryStore()
        let users = try await CampusSeed(people: 20, seed: seed).populate(store, time: VirtualClock())
        let comparison = ComparisonContext(timeZone: .gmt, day: try #require(CalendarDay("2027-01-15")))
        let accounts = try await store.read { reader in
            try users.compactMap { try reader.get(AccountRecord.self, $0.id.rawValue) }
        }
        var traits = PairingTraits()
        var values: [Set<String>] = []
        for account in accounts {
            let profile = try #require(ComparedProfile(account, on: comparison.day)).shown
            let person = CachedPerson(profile, requirements: .nothing, on: comparison)
            traits.add(account.id, person, .nothing, isPaused: false)
            values.append(Set(profile.interests.map { "1 \($0.id)" } + profile.sports.map { "2 \($0.sport.rawValue)" }))
        }
        for (one, mine) in values.enumerated() {
            for (other, theirs) in values.enumerated() where other != one {
                let (shared, all) = (mine.intersection(theirs).count, mine.union(theirs).count)
                #expect(traits.score(one, other) == (all == 0 ? 0 : Double(shared) / Double(all)))
            }
        }
    }

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
