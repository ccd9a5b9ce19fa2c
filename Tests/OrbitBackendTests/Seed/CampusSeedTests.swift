import Auth
import Discover
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance
import Validation

@testable import OrbitBackend

@Suite struct CampusSeedTests {
    private let clock = VirtualClock()

    @Test func `the same seed gives the same people, another seed others`() async throws {
        let first = try await CampusSeed(people: 24, seed: 7).plant(in: MemoryStore(), time: clock)
        let second = try await CampusSeed(people: 24, seed: 7).plant(in: MemoryStore(), time: clock)
        let other = try await CampusSeed(people: 24, seed: 8).plant(in: MemoryStore(), time: clock)
        #expect(first == second)
        #expect(first.count == 24)
        #expect(Set(first.map(\.id)).isDisjoint(with: other.map(\.id)))
    }

    @Test func `everyone passes the rules that people pass, on whatever day`() async throws {
        for date in [clock.date, Date(timeIntervalSince1970: 1_709_200_000)] {
            let clock = VirtualClock(date: date)
            let people = try await CampusSeed(people: 300, seed: 1).plant(in: MemoryStore(), time: clock)
            let rules = ProfileRules(on: CalendarDay(date, in: CampusSeed.timeZone))
            for person in people {
                let profile = try #require(person.profile)
                #expect(rules.failures(in: profile).filter { $0.code != .leftUnanswered }.isEmpty)
                #expect(profile == profile.cleaned)
                let age = try #require(profile.age(on: rules.day))
                #expect((18...26).contains(age))
                #expect(try EmailAddress(person.email).text == person.email)
            }
            #expect(Set(people.map(\.email)).count == 300)
            #expect(Set(people.map(\.id)).count == 300)
            #expect(Set(people.compactMap(\.profile?.name)).count > 100)
        }
    }

    @Test func `planting again puts the same people in the same places`() async throws {
        let store = MemoryStore()
        for _ in 0..<2 { try await CampusSeed(people: 30, seed: 7).plant(in: store, time: clock) }
        let all = try await store.read {
            try $0.list(AccountRecord.self, IndexQuery(AccountRecord.discoverable, group: "orbit.example"))
        }
        #expect(all.count == 30)
    }

    private func demonstration(on store: MemoryStore) -> TestServer {
        let mailbox = Mailbox()
        let backend = OrbitBackend(
            store: store, time: clock, random: .seeded(1), configuration: .demonstration(mailbox: mailbox.receive))
        return TestServer(backend: backend, store: store, mailbox: mailbox, clock: clock)
    }

    @Test func `anyone on the seeded campus can sign in and sees the others`() async throws {
        let store = MemoryStore()
        let people = try await CampusSeed(people: 24, seed: 7).plant(in: store, time: clock)
        let server = demonstration(on: store)
        let person = try #require(people.first)
        let grant = try await server.signIn(person.email)
        #expect(!grant.isNewUser)
        #expect(grant.userID == person.id)
        #expect(try server.mailbox.code(for: person.email) == "123456")
        let page = try await server.send(.get, "/discover/users?limit=100", token: grant.accessToken)
            .payload(DiscoverPage.self)
        #expect(page.people.elements.count == 23)
        #expect(page.people.quarantined.isEmpty)
    }

    @Test func `ten thousand people are planted and looked through`() async throws {
        let store = MemoryStore()
        let people = try await CampusSeed(people: 10_000, seed: 7).plant(in: store, time: clock)
        #expect(Set(people.map(\.id)).count == 10_000)
        let server = demonstration(on: store)
        let grant = try await server.signIn(try #require(people.last).email)
        let page = try await server.send(.get, "/discover/users?limit=60", token: grant.accessToken)
            .payload(DiscoverPage.self)
        #expect(page.people.elements.count == 60)
        #expect(page.nextCursor != nil)
    }

    @Test(arguments: [0, -1, .min])
    func `a campus can be empty`(_ count: Int) async throws {
        #expect(try await CampusSeed(people: count, seed: 7).plant(in: MemoryStore(), time: clock).isEmpty)
    }
}
