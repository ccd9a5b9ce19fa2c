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
    @Test func `a pair in which either person's dealbreaker excludes the partner has no score`() async throws {
        let store = MemoryStore()
        let users = try await CampusSeed(people: 2, seed: 7).populate(store, time: VirtualClock())
        let comparison = ComparisonContext(timeZone: .gmt, day: try #require(CalendarDay("2027-01-15")))
        let accounts = try await store.read { reader in
            try users.compactMap { try reader.get(AccountRecord.self, $0.id.rawValue) }
        }
        func score(_ one: Int, _ other: Int, strict: Int?) throws -> Double? {
            var traits = PairingTraits(on: comparison)
            for (place, account) in accounts.enumerated() {
                var preferences = PreferenceRecord(userID: account.id)
                if place == strict { preferences.set(Dealbreakers(ages: 120...120)) }
                traits.add(
                    account.id, try #require(ComparedProfile(account, on: comparison.day)), preferences, isPaused: false
                )
            }
            return traits.score(one, other)
        }
        for (one, other) in [(0, 1), (1, 0)] {
            #expect(try score(one, other, strict: nil) != nil)
            #expect(try score(one, other, strict: 0) == nil)
            #expect(try score(one, other, strict: 1) == nil)
        }
    }
}
