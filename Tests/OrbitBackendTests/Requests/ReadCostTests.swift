import Networking
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The store calls of requests that only read.
@Suite struct ReadCostTests {
    private let store = CountingStore()

    @Test func `a read of the own profile finds the caller once`() async throws {
        let server = TestServer(store: store)
        let maya = try await server.members("maya")[0]
        _ = try await server.me(maya.token)  // the first use of a token is stored
        store.reset()
        let response = try await server.deferringWork { try await server.me(maya.token) }
        #expect(response.status == 200)
        // The token, the session, the account and the head of the log.
        #expect(store.calls == 4 && store.largestRead == 4 && store.transactions == 0)
    }

    @Test func `the first read with a token finds the caller once before the write and once after it`() async throws {
        let server = TestServer(store: store)
        var people = try await server.members("maya")
        try await server.renewSessions(of: &people)
        store.reset()
        let response = try await server.deferringWork { [token = people[0].token] in try await server.me(token) }
        #expect(response.status == 200)
        // Each read takes four calls, and the transaction reads and writes the session.
        #expect(store.calls == 10 && store.largestRead == 4 && store.transactions == 1)
    }

    @Test func `a page of meetups without a search by words is one read of the store`() async throws {
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam")
        try await server.host(by: people[0])
        _ = try await server.browse(people[1], query: "")
        store.reset()
        let page = try await server.deferringWork { try await server.browse(people[1], query: "") }
        #expect(page.list.elements.count == 1)
        #expect(store.largestRead == store.calls && store.transactions == 0)
    }

    @Test func `a read without a session is refused, and a read without the role is refused`() async throws {
        let server = TestServer(store: store)
        for path in ["/users/me", "/meetups", "/meetups?q=chess"] {
            #expect(try await server.send(.get, path).status == 401)
        }
        let grant = try await server.signIn("maya@stanford.edu")
        for _ in 1...2 {  // the first use of a token and a later use
            let response = try await server.send(.get, "/meetups", token: grant.accessToken)
            #expect(response.status == 403 && response.code == .profileIncomplete)
        }
    }
}
