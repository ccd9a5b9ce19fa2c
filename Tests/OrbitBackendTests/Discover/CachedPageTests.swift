import Connections
import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitDemo
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// Cached pages of suggestions, and the cost of pages.
@Suite struct CachedPageTests {
    private func campus(_ count: Int, on store: any BackendStore) async throws -> (TestServer, [User]) {
        let (clock, mailTransport) = (VirtualClock(), RecordingMailTransport())
        let users = try await CampusSeed(people: count, seed: 7).populate(store, time: clock)
        let backend = OrbitBackend(
            store: store, time: clock, random: .seeded(1),
            configuration: .demonstration(mailTransport: mailTransport.receive))
        return (TestServer(backend: backend, store: store, mailTransport: mailTransport, clock: clock), users)
    }

    @Test func `a list takes few store calls, as many on a large as on a small campus`() async throws {
        var counts: [[Int]] = []
        // At most 300 people are candidates for a list.
        for people in [320, 640] {
            let store = CountingStore()
            let (server, users) = try await campus(people, on: store)
            let tokens = [try await server.signIn(users[0].email), try await server.signIn(users[1].email)]
                .map(\.accessToken)
            // The server records the first use of a token.
            for token in tokens { _ = try await server.me(token) }
            // The first request of a campus reads all of it.
            _ = try await server.send(.get, "/discover/users", token: tokens[0])
            var calls: [Int] = []
            var bodies: [Data] = []
            for _ in 1...2 {
                store.reset()
                let response = try await server.send(.get, "/discover/users", token: tokens[1])
                #expect(response.status == 200)
                calls.append(store.calls)
                bodies.append(response.body)
            }
            #expect(bodies[0] == bodies[1])
            counts.append(calls)
        }
        #expect(counts[0] == counts[1])
        #expect(counts[0][0] <= 60, "\(counts)")
        #expect(counts[0][1] <= 6, "\(counts)")
    }

    @Test func `a person who joins causes few store calls, and changes no list that is complete`() async throws {
        let store = CountingStore()
        let (server, users) = try await campus(200, on: store)
        let token = try await server.signIn(users[0].email).accessToken
        let before = try await server.send(.get, "/discover/users", token: token)
        let newcomer = try await server.signIn("newcomer@orbit.example").accessToken
        try await server.save(.valid("Newcomer"), token: newcomer)
        store.reset()
        let after = try await server.send(.get, "/discover/users", token: token)
        #expect(after.body == before.body)
        #expect(store.calls <= 20, "\(store.calls)")
        store.reset()
        _ = try await server.send(.get, "/discover/users", token: token)
        #expect(store.calls <= 6)
    }

    private enum Deed: CaseIterable {
        case poke, accept, decline, withdraw, disconnect, block, unblock, showLess, undoShowLess, demand, save, seen
        case join, day, hours, erase, today, pause, resume
    }

    @Test(arguments: 0..<3) func `after random actions a cached page equals a newly created page`(_ seed: UInt64)
        async throws
    {
        let server = TestServer(seed: seed) { $0.codesPerOrigin = 10_000 }
        var random = SplitMix64(seed: seed)
        var people = try await server.members((0..<7).map { "s\($0)" })
        var deeds: [Deed] = []
        for step in 0..<40 {
            let pair = people.shuffled(using: &random).prefix(2)
            let (one, other) = (try #require(pair.first), try #require(pair.last))
            let deed = try #require(Deed.allCases.randomElement(using: &random))
            deeds.append(deed)
            switch deed {
            case .poke: _ = try await server.poke(other.id, by: one)
            case .accept, .decline:
                guard let poke = try await server.incoming(one).list.elements.first else { break }
                _ = try await server.act(deed == .accept ? "accept" : "decline", poke.poke.id, by: one)
            case .withdraw:
                guard let poke = try await server.outgoing(one).list.elements.first else { break }
                _ = try await server.act("withdraw", poke.poke.id, by: one)
            case .disconnect:
                guard let match = try await server.matches(one).list.elements.first else { break }
                _ = try await server.disconnect(match.id, by: one)
            case .block: _ = try await server.block(other.id, by: one)
            case .unblock: _ = try await server.unblock(other.id, by: one)
            case .showLess: _ = try await server.send(.put, "/discover/less-like/\(other.id)", token: one.token)
            case .undoShowLess: _ = try await server.send(.delete, "/discover/less-like/\(other.id)", token: one.token)
            case .demand:
                _ = try await server.set(Dealbreakers(ages: Bool.random(using: &random) ? 18...30 : 30...40), by: one)
            case .save:
                let interests = ["music", "travel", "gaming", "reading", "nature"].shuffled(using: &random).prefix(3)
                try await server.save(.valid("Me", interests: Array(interests)), token: one.token)
            case .seen:
                let body = SeenRequest(userIDs: [other.id])
                _ = try await server.post("/discover/seen", body, token: one.token)
            case .join: people += try await server.members("joins\(step)")
            case .day: try await server.advanceTime(days: random.next() % 4 == 0 ? 45 : 1, &people)
            case .hours: try await server.advanceTime(days: 0.2, &people)
            case .erase:
                guard people.count > 5 else { break }
                _ = try await server.send(.delete, "/users/me", token: one.token)
                people.removeAll { $0.id == one.id }
            case .today: _ = try await server.today(one)
            case .pause: _ = try await server.send(.put, "/matches/pause", token: one.token)
            case .resume: _ = try await server.send(.delete, "/matches/pause", token: one.token)
            }
            for person in people {
                let path = "/discover/users?limit=2"
                let sent = try await server.send(.get, path, token: person.token)
                server.backend.context.pages.removeAll()
                let made = try await server.send(.get, path, token: person.token)
                #expect(sent.status == 200)
                #expect(made.body == sent.body, "seed \(seed), step \(step): \(deeds.suffix(6))")
            }
            // Requests a page for each person, so that each has a cached page before the next action.
            for person in people { _ = try await server.send(.get, "/discover/users?limit=2", token: person.token) }
        }
    }

    /// A page of a list without people, and the recent changes of its campus.
    private func emptyPage(until: Date) async throws -> (
        page: DiscoverPeople.CachedPage, recentChanges: CampusSnapshot.RecentChanges
    ) {
        let day = try #require(CalendarDay("2027-01-15"))
        var account = AccountRecord(
            id: "a", email: try EmailAddress("a@orbit.example"), campus: "orbit.example", createdAt: .distantPast)
        account.replaceProfile(with: .valid(), on: day)
        let campus = CampusSnapshot(of: CampusReading(), on: ComparisonContext(timeZone: .gmt, day: day))
        let list = try await MemoryStore().read { [account] reader in
            let preferences = PreferenceRecord(userID: "a")
            var list = try DailyList(of: account, preferences, on: day, now: .distantPast)
            try list.extend(with: [], of: campus, preferences, in: reader)
            return list
        }
        let page = DiscoverPeople.CachedPage(
            data: Data(count: 2_000),
            basis: .init(
                list: list, head: LogHead(owner: "a", epoch: "e"), departures: 0, today: day, until: until,
                campus: campus.recentChanges.version))
        return (page, campus.recentChanges)
    }

    @Test func `a cached page is valid until the instant at which it may change`() async throws {
        let until = Date(timeIntervalSince1970: 1_800_000_000)
        let (page, recentChanges) = try await emptyPage(until: until)
        #expect(page.isCurrent(page.basis, at: until.addingTimeInterval(-1), recentChanges))
        #expect(!page.isCurrent(page.basis, at: until, recentChanges))
    }

    @Test func `the cache is bounded and keeps a page that is used`() async throws {
        let page = try await emptyPage(until: .distantFuture).page
        let pages = DiscoverPeople.CachedPage.cache(capacity: 200_000)
        pages["asked for"] = page
        for number in 0..<1_000 {
            pages["\(number)"] = page
            #expect(pages["asked for"] != nil)
        }
        #expect((0..<1_000).count { pages["\($0)"] != nil } <= 20)
    }
}
