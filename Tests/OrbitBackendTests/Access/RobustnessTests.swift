import Auth
import Discover
import Foundation
import Networking
import NetworkingTesting
import OrbitDemo
import OrbitModels
import OrbitStore
import Profiles
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// A store in which every operation throws `error`.
private struct FailingStore: BackendStore {
    let error: any Error

    func changes() -> AsyncStream<StoreChange> { AsyncStream { $0.finish() } }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        throw error
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        throw error
    }
}

@Suite struct RobustnessTests {
    @Test func `while the store is unreachable, requests get 503 with a retry time and no 401`() async throws {
        let server = TestServer(store: FailingStore(error: StoreError.unavailable))
        for response in [
            try await server.refresh(RefreshToken("token")), try await server.me(AccessToken("token")),
            try await server.sendCode(to: "maya@stanford.edu"), try await server.logOut(RefreshToken("token")),
        ] {
            #expect(response.status == 503)
            #expect(response.code == .unavailable)
            #expect(response.field("retry-after") == "1")
        }
        #expect(server.mailTransport.count == 0)
    }

    @Test func `any other failure of the store gives 500 without details`() async throws {
        let server = TestServer(store: FailingStore(error: StoreError.unreadableRecord(table: "sessions")))
        let response = try await server.refresh(RefreshToken("token"))
        #expect(response.status == 500)
        #expect(response.code == .unavailable)
        #expect(!String(decoding: response.body, as: UTF8.self).contains("sessions"))
    }

    /// Sends requests that are combined at random from valid and broken parts.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func `a random broken request gets a response that conforms to the contract, never a server error`(_ seed: UInt64)
        async throws
    {
        let server = TestServer(seed: seed)
        let grant = try await server.join("maya@stanford.edu")
        var random = SplitMix64(seed: seed)
        let paths =
            TestServer.routes.map(\.path) + [
                "/users/me?cursor=%", "/discover/users?limit=%2D1&cursor=AAAA", "/users/\(grant.userID)/photos/%2E%2E",
                "/%00", "/../users/me", "//", "?&&==", "/users/me;a=b", "/users/%F0%9F%AA%90/photos/x",
            ]
        let methods: [HTTPMethod] = [.get, .put, .post, .delete, .patch, .head]
        let values = [
            "", "*", "\"", "W/", "\"1\"", "application/json", "multipart/form-data; boundary=b", "multipart/form-data",
            "Bearer \(grant.accessToken.reveal)", "Bearer x", ",,,", "; ;", String(repeating: "9", count: 400), "🪐",
        ]
        let names = ["Authorization", "Content-Type", "If-Match", "If-None-Match", "Idempotency-Key", "X-Other"]
        let bodies = [
            "", "{}", "[]", "null", #"{"email":"maya@stanford.edu"}"#, #"{"refresh_token":"x"}"#,
            #"{"email":"a@stanford.edu","code":"123456","challenge_id":1}"#, #"{"name":"M","birth_month":"2006-13"}"#,
            #"{"name":"M","interests":[{}],"location":{"city":"x","coordinates":{"lat":1e999,"lng":0}}}"#,
            #"{"name":"\#(String(repeating: "e\u{301}", count: 5_000))"}"#,
            #"{"to_user_id":"x","note":"hello"}"#, #"{"to_user_id":"\#(grant.userID)","note":"🪐"}"#,
            #"{"before":"9999-12-31T23:59:59Z"}"#, #"{"from_user_id":7}"#,
            "--b\r\nContent-Disposition: form-data; name=\"photo\"\r\n\r\n\u{FF}\r\n--b--", "--b--", "--b\r\n\r\n",
        ]
        for _ in 0..<300 {
            let method = try #require(methods.randomElement(using: &random))
            let path = try #require(paths.randomElement(using: &random))
            guard let url = URL(string: "https://orbit.example/api" + path) else { continue }
            var headers = [("Authorization", "Bearer \(grant.accessToken.reveal)")]
            for name in names where Bool.random(using: &random) {
                headers.append((name, try #require(values.randomElement(using: &random))))
            }
            if Bool.random(using: &random) { headers.removeFirst() }
            let body = Data(try #require(bodies.randomElement(using: &random)).utf8)
            let request = HTTPRequest(method: method, url: url, headers: HTTPHeaders(lenient: headers), body: body)
            let response = await server.backend.respond(to: request, origin: "192.0.2.9")
            #expect((200..<500).contains(response.status))
            let faults = try Contract.current.get().faults(in: response, to: request)
            #expect(faults == [])
            #expect(response.field("date") != nil)
            if response.status >= 400 {
                let problem = try #require(response.problem)
                #expect(ProblemCode.known.contains(problem.code))
                #expect(!problem.message.isEmpty)
            }
            server.clock.advance(by: .seconds(1))
        }
    }

    @Test(arguments: [-1e15, -62_135_596_801, 0, 253_402_300_800, 1e15] as [TimeInterval])
    func `sign-in, refresh and reads succeed with a clock far from the present`(_ seconds: TimeInterval) async throws {
        let clock = VirtualClock(date: Date(timeIntervalSince1970: seconds))
        let mailTransport = RecordingMailTransport()
        let store = MemoryStore()
        let backend = OrbitBackend(
            store: store, time: clock, random: .seeded(1),
            configuration: .demonstration(mailTransport: mailTransport.receive))
        let server = TestServer(backend: backend, store: store, mailTransport: mailTransport, clock: clock)
        let grant = try await server.signIn("maya@orbit.example")
        #expect(try await server.me(grant.accessToken).status == 200)
        #expect(try await server.put(.valid(), token: grant.accessToken, ifMatch: "*").status < 500)
        #expect(try await server.refresh(grant.refreshToken).status == 200)
        try await CampusSeed(people: 3, seed: 1).populate(store, time: clock)
    }

    @Test func `a cancelled request over the in-process transport throws a cancellation`() async throws {
        let transport = InProcessTransport(TestServer().backend)
        let url = try #require(URL(string: "https://orbit.example/api/users/me"))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.send(HTTPRequest(method: .get, url: url))
        }
        await #expect(throws: TransportError.cancelled) { try await task.value }
        let opening = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.open(HTTPRequest(method: .get, url: url))
        }
        await #expect(throws: TransportError.cancelled) { try await opening.value }
    }
}
