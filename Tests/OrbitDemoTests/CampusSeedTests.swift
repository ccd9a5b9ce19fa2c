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

@testable import BackendRuntime
@testable import OrbitBackend
@testable import OrbitDemo

@Suite struct CampusSeedTests {
    private let clock = VirtualClock()

    @Test func `equal seeds give equal people, and different seeds give different people`() async throws {
        let first = try await CampusSeed(people: 24, seed: 7).populate(MemoryStore(), time: clock)
        let second = try await CampusSeed(people: 24, seed: 7).populate(MemoryStore(), time: clock)
        let other = try await CampusSeed(people: 24, seed: 8).populate(MemoryStore(), time: clock)
        #expect(first == second)
        #expect(first.count == 24)
        #expect(Set(first.map(\.id)).isDisjoint(with: other.map(\.id)))
    }

    @Test func `seeded people are distinct and pass the profile rules on any day`() async throws {
        for date in [clock.date, Date(timeIntervalSince1970: 1_709_200_000)] {
            let clock = VirtualClock(date: date)
            let people = try await CampusSeed(people: 300, seed: 1).populate(MemoryStore(), time: clock)
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

    @Test func `populating a store with a seed twice adds no duplicates`() async throws {
        let store = MemoryStore()
        for _ in 0..<2 { try await CampusSeed(people: 30, seed: 7).populate(store, time: clock) }
        let all = try await store.read {
            try $0.list(AccountRecord.self, IndexQuery(AccountRecord.discoverable, group: "orbit.example"))
        }
        #expect(all.count == 30)
    }

    @Test func `a seeded person can sign in and sees all other seeded people`() async throws {
        let store = MemoryStore()
        let people = try await CampusSeed(people: 24, seed: 7).populate(store, time: clock)
        let person = try #require(people.first)
        let device = try await signIn(person, on: store)
        #expect(!device.grant.isNewUser)
        #expect(device.grant.userID == person.id)
        #expect(device.code.digits == "123456")
        let page = try await device.discover.people(limit: 100).value
        #expect(page.people.elements.count == 23)
        #expect(page.people.quarantined.isEmpty)
    }

    @Test func `ten thousand people are added and listed in pages`() async throws {
        let store = MemoryStore()
        let people = try await CampusSeed(people: 10_000, seed: 7).populate(store, time: clock)
        #expect(Set(people.map(\.id)).count == 10_000)
        let device = try await signIn(try #require(people.last), on: store)
        let page = try await device.discover.people(limit: 60).value
        #expect(page.people.elements.count == 60)
        #expect(page.nextCursor != nil)
    }

    @Test(arguments: [0, -1, .min])
    func `a seed of zero or fewer people makes an empty campus`(_ count: Int) async throws {
        #expect(try await CampusSeed(people: count, seed: 7).populate(MemoryStore(), time: clock).isEmpty)
    }

    /// A person who has signed in with the code from their mail.
    private struct Device {
        let code: VerificationCode
        let grant: AuthGrant
        let discover: DiscoverService
    }

    private func signIn(_ person: User, on store: MemoryStore) async throws -> Device {
        let mails = LockedState<[OutgoingMail]>([])
        let backend = OrbitBackend(
            store: store, time: clock, random: .seeded(1),
            configuration: .demonstration(mailTransport: { mail in mails.withLock { $0.append(mail) } }))
        let server = try ServerAddress("https://orbit.example/api")
        let transport = InProcessTransport(backend)
        let client = APIClient(server: server, transport: transport, time: clock, random: .seeded(2))
        let session = CurrentSession(store: MemoryTokenStore(), client: client, time: clock)
        let auth = AuthService(client: client, session: session, time: clock, random: .seeded(3))
        let email = try EmailAddress(person.email)
        let sent = try await auth.sendCode(to: email)
        let mail = mails.withLock { mails in mails.last { $0.recipient == email } }
        guard case .verificationCode(let code, _)? = mail?.content else { throw UnexpectedMail() }
        let grant = try await auth.verify(code, for: email, challenge: sent.challengeID)
        let personal = APIClient(
            server: server, transport: transport, middleware: [AuthMiddleware(session: session)], time: clock,
            random: .seeded(4))
        return Device(code: code, grant: grant, discover: DiscoverService(client: personal))
    }

    private struct UnexpectedMail: Error {}
}
