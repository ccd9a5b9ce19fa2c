import Auth
import Connections
import Discover
import Foundation
import Networking
import NetworkingTesting
import OrbitDemo
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// Due work reads campuses before the first request: after a start, and before midnight.
@Suite struct CampusCacheWarmerTests {
    private let tally = CountingStore()
    private let store: WholeCampusStore

    init() {
        store = WholeCampusStore(tally)
    }

    /// Creates a campus of generated people at 23:00, an hour before the next day.
    private func campus(_ count: Int) async throws -> (TestServer, [User]) {
        let clock = VirtualClock(date: try #require(RFC3339.date(from: "2027-01-16T04:00:00Z")))
        let users = try await CampusSeed(people: count, seed: 7).populate(tally, time: clock)
        return (server(at: clock), users)
    }

    private func server(at clock: VirtualClock) -> TestServer {
        let mailTransport = RecordingMailTransport()
        let backend = OrbitBackend(
            store: store, time: clock, random: .seeded(1),
            configuration: .demonstration(mailTransport: mailTransport.receive))
        return TestServer(backend: backend, store: store, mailTransport: mailTransport, clock: clock)
    }

    /// Signs users in and sends a request with each new token, because the server records the first use of a token.
    private func tokens(_ users: some Sequence<User>, on server: TestServer) async throws -> [AccessToken] {
        var tokens: [AccessToken] = []
        for user in users {
            tokens.append(try await server.session(of: user.id))
            _ = try await server.me(try #require(tokens.last))
        }
        return tokens
    }

    /// The store calls and look-ups of each person's first list on a day.
    private func costs(_ tokens: [AccessToken], on server: TestServer) async throws -> [[Int]] {
        var costs: [[Int]] = []
        for token in tokens {
            tally.reset()
            #expect(try await server.send(.get, "/discover/users", token: token).status == 200)
            costs.append([tally.calls, tally.lookUps])
        }
        return costs
    }

    @Test func `after a start and at midnight the first list costs no more than the second`() async throws {
        let (server, users) = try await campus(60)
        try await server.backend.runScheduledWork()
        #expect(store.readings == 1)
        let today = try await costs(try await tokens(users[0..<2], on: server), on: server)
        #expect(today[0] == today[1] && today[0][0] < 60, "\(today)")
        server.clock.advance(by: .seconds(1_799))
        try await server.backend.runScheduledWork()
        #expect(store.readings == 1)
        server.clock.advance(by: .seconds(1))
        for _ in 1...3 { try await server.backend.runScheduledWork() }
        #expect(store.readings == 2)
        server.clock.advance(by: .seconds(1_799))
        let late = try await server.send(
            .get, "/discover/users", token: try await tokens(users[2...2], on: server)[0])
        #expect(try late.payload(DiscoverPage.self).date == CalendarDay("2027-01-15"))
        server.clock.advance(by: .seconds(1))
        let tomorrow = try await costs(try await tokens(users[3..<5], on: server), on: server)
        #expect(tomorrow[0] == tomorrow[1], "\(tomorrow), \(today)")
        #expect(store.readings == 2)
    }

    @Test func `due work prepares a day without any request`() async throws {
        let (server, _) = try await campus(10)
        try await server.backend.runScheduledWork()
        for day in ["2027-01-16", "2027-01-17"] {
            server.clock.advance(by: .seconds(3_599))
            try await server.backend.runScheduledWork()
            server.clock.advance(by: .seconds(1))
            try await server.backend.runScheduledWork()
            #expect(server.backend.context.directory.recentChanges["orbit.example"]?.day == CalendarDay(day))
            server.clock.advance(by: .seconds(82_800))
        }
        #expect(store.readings == 3)
    }

    @Test(.timeLimit(.minutes(60)))
    func `due work retries after a failure of the store, and a request meanwhile reads the campus`() async throws {
        let (server, users) = try await campus(10)
        let token = try await tokens(users[0..<1], on: server)[0]
        let backend = server.backend
        store.fail(true)
        let host = Task { await backend.work() }
        await server.clock.waitForSleepers(atLeast: 6)
        #expect(store.readings == 1)
        #expect(try await server.send(.get, "/discover/users", token: token).status == 503)
        store.fail(false)
        #expect(try await server.send(.get, "/discover/users", token: token).status == 200)
        #expect(store.readings == 3)
        store.fail(true)
        server.clock.advance(by: .seconds(1_800))
        await server.clock.waitForSleepers(atLeast: 6)
        #expect(store.readings == 4)
        store.fail(false)
        server.clock.advance(by: .seconds(30))
        await server.clock.waitForSleepers(atLeast: 6)
        #expect(store.readings == 5)
        host.cancel()
        await host.value
        server.clock.advance(by: .seconds(1_770))
        let later = try await server.session(of: users[0].id)
        #expect(try await server.send(.get, "/discover/users", token: later).status == 200)
        #expect(store.readings == 5)
    }

    @Test func `due work prepares as many campuses as fit, and a failed campus does not stop the rest`()
        async throws
    {
        let (server, _) = try await campus(3)
        let names = (0..<70).map { "campus\($0 + 10).example" }
        try await tally.transaction { transaction in
            for name in names { try transaction.put(CampusRevision(key: name)) }
        }
        store.fail(true)
        store.runDuringNextRead { store.fail(false) }
        await #expect(throws: StoreError.unavailable) { try await server.backend.runScheduledWork() }
        let directory = server.backend.context.directory
        #expect(await directory.names == Array(names[1..<64]))
        try await server.backend.runScheduledWork()
        #expect(await directory.names == Array(names[1..<64]) + names[..<1])
        #expect(store.readings == 65)
    }

    @Test func `the work after a request reads no campus`() async throws {
        let (server, users) = try await campus(10)
        let transport = InProcessTransport(server.backend)
        let token = try await server.session(of: users[0].id)
        let url = try #require(URL(string: "https://orbit.example/api/users/me"))
        let headers = HTTPHeaders(lenient: [("Authorization", "Bearer \(token.reveal)")])
        #expect(try await transport.send(HTTPRequest(method: .get, url: url, headers: headers)).status == 200)
        #expect(store.readings == 0)
    }
}
