import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance
import Validation

@testable import Auth

@Suite struct AuthServiceTests {
    let clock = VirtualClock()
    let store = MemoryTokenStore()

    @Test func `signing out clears the device, and then revokes the refresh token at the server`() async throws {
        let goodbye = try HTTPResponse.success(MessageData(message: "Bye."))
        let session = LockedState<CurrentSession?>(nil)
        let (states, stored) = (LockedState<[SessionState?]>([]), LockedState<[StoredSession]>([]))
        let stub = StubTransport([
            .expect(.post, "/api/auth/logout") { [store] _ in
                let state = await session.withLock { $0 }?.state
                let record = await store.load()
                states.withLock { $0.append(state) }
                stored.withLock { $0.append(record) }
                return goodbye
            }
        ])
        let (service, current) = try await signedIn(stub)
        session.withLock { $0 = current }
        try await service.logout()
        #expect(states.withLock { $0 } == [.signedOut(.byUser)])
        #expect(stored.withLock { $0 } == [.absent])
        #expect(await current.state == .signedOut(.byUser))
        #expect(await store.load() == .absent)
        let body = try #require(await stub.requests.first?.body)
        #expect(String(decoding: body, as: UTF8.self) == #"{"refresh_token":"refresh-1"}"#)
        try await stub.finish()
    }

    @Test func `signing out without a network clears the device`() async throws {
        let stub = StubTransport([.expect(.post, "/api/auth/logout", error: .cannotConnect)])
        let (service, current) = try await signedIn(stub)
        try await service.logout()
        #expect(await current.state == .signedOut(.byUser))
        #expect(await store.load() == .absent)
    }

    @Test func `signing out twice sends a single request`() async throws {
        let stub = StubTransport([
            .expect(.post, "/api/auth/logout", response: try .success(MessageData(message: "Bye.")))
        ])
        let (service, _) = try await signedIn(stub)
        try await service.logout()
        try await service.logout()
        try await stub.finish()
    }

    @Test func `a retried code request has the same idempotency key`() async throws {
        let sent = CodeSent(message: "Sent.", challengeID: "ch_1", expiresIn: 600, resendAfter: 30, attempts: 5)
        let stub = StubTransport([
            .expect(.post, "/api/auth/send-code", error: .connectionLost),
            .expect(.post, "/api/auth/send-code", response: try .success(sent)),
        ])
        let retrying = APIClient(
            server: try ServerAddress("https://orbit.example/api"), transport: stub,
            time: VirtualClock.selfAdvancing(), random: .seeded(3))
        let service = AuthService(
            client: retrying, session: CurrentSession(store: store, client: retrying, time: clock), time: clock)
        #expect(try await service.sendCode(to: EmailAddress("maya@stanford.edu")) == sent)
        let keys = await stub.requests.compactMap { $0.headers[.idempotencyKey] }
        #expect(keys.count == 2)
        #expect(Set(keys).count == 1)
    }

    private func signedIn(_ stub: StubTransport) async throws -> (AuthService, CurrentSession) {
        let client = try APIClient.scripted(stub, time: clock)
        let current = CurrentSession(store: store, client: client, time: clock)
        await current.signIn(grant(1), askedAt: clock.uptime)
        return (AuthService(client: client, session: current, time: clock, random: .seeded(4)), current)
    }
}
