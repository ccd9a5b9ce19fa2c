import DiskSimulation
import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@testable import Auth

/// A session shared by several processes, each with its own view of the file.
@Suite struct SharedSessionTests {
    private let clock = VirtualClock()
    private let disk = SimulatedDisk()

    /// The clock by which processes wait for the lock.
    private let waiting = VirtualClock()

    /// Returns the store of a further process. Only the locks of the disk separate the stores.
    private func store() -> FileTokenStore {
        FileTokenStore(
            in: PrivateDirectory("orbit", under: "/home", on: disk), lockTimeout: .seconds(1_000_000), time: waiting,
            random: .seeded(1))
    }

    private func process(_ transport: any HTTPTransport) async throws -> CurrentSession {
        let client = APIClient(
            server: try ServerAddress("https://orbit.example/api"), transport: transport, time: clock,
            random: .seeded(1))
        let current = CurrentSession(store: store(), client: client, time: clock)
        await current.restore()
        return current
    }

    private func refresh(_ response: HTTPResponse) -> StubTransport.Exchange {
        .expect(.post, "/api/auth/refresh", response: response)
    }

    @Test(arguments: [61, 869])
    func `a token that another process has exchanged is adopted without a request`(seconds: Int) async throws {
        try await store().save(session(1, issued: clock.date))
        let stub = StubTransport([refresh(try .success(grant(2)))])
        let (first, second) = (try await process(stub), try await process(StubTransport([])))
        clock.advance(by: .seconds(870))
        #expect(try await first.token().token.reveal == "access-2")
        clock.advance(by: .seconds(seconds))
        #expect(try await second.token().token.reveal == "access-2")
        try await stub.finish()
    }

    @Test func `an adopted token is renewed at the same time as in the process that received it`() async throws {
        try await store().save(session(1, issued: clock.date))
        let second = StubTransport([refresh(try .success(grant(3)))])
        let processes = (
            try await process(StubTransport([refresh(try .success(grant(2)))])), try await process(second)
        )
        clock.advance(by: .seconds(870))
        _ = try await processes.0.token()
        clock.advance(by: .seconds(400))
        #expect(try await processes.1.token().token.reveal == "access-2")
        clock.advance(by: .seconds(469))
        #expect(try await processes.1.token().token.reveal == "access-2")
        clock.advance(by: .seconds(1))
        #expect(try await processes.1.token().token.reveal == "access-3")
        try await second.finish()
    }

    @Test func `an expired adopted token is exchanged instead of the original token`() async throws {
        try await store().save(session(1, issued: clock.date))
        let second = StubTransport([
            .expect(.post, "/api/auth/refresh") { request in
                String(decoding: request.body, as: UTF8.self).contains("refresh-2")
                    ? (try? .success(grant(3))) ?? HTTPResponse(status: 500) : HTTPResponse(status: 500)
            }
        ])
        let processes = (
            try await process(StubTransport([refresh(try .success(grant(2)))])), try await process(second)
        )
        clock.advance(by: .seconds(870))
        _ = try await processes.0.token()
        clock.advance(by: .seconds(1_000))
        #expect(try await processes.1.token().token.reveal == "access-3")
        try await second.finish()
    }

    @Test(arguments: [false, true])
    func `a process whose session ended in another process signs out and restores nothing`(
        isReplaced: Bool
    ) async throws {
        try await store().save(session(1, issued: clock.date))
        let (first, second) = (try await process(StubTransport([])), try await process(StubTransport([])))
        _ = await first.signOut()
        if isReplaced { await first.signIn(grant(7, user: "u_2"), askedAt: clock.uptime) }
        let left = await store().load()
        clock.advance(by: .seconds(870))
        await #expect(throws: AuthError.signedOut) { try await second.token() }
        #expect(await second.state == .signedOut(.elsewhere))
        #expect(await second.signOut().storeError == nil)
        #expect(await store().load() == left)
        #expect((left == .absent) != isReplaced)
    }

    @Test func `signing out keeps the stored session of another user`() async throws {
        try await store().save(session(1, issued: clock.date))
        let (first, second) = (try await process(StubTransport([])), try await process(StubTransport([])))
        await first.signIn(grant(7, user: "u_2"), askedAt: clock.uptime)
        let left = await second.signOut()
        #expect(left.refreshToken?.reveal == "refresh-1" && left.storeError == nil)
        guard case .session(let stored) = await store().load() else {
            Issue.record("the newcomer's session is gone")
            return
        }
        #expect(stored.userID == "u_2")
    }

    @Test func `signing out removes and revokes the pair that another process stored for the same user`() async throws {
        try await store().save(session(1, issued: clock.date))
        let stub = StubTransport([refresh(try .success(grant(2)))])
        let (first, second) = (try await process(stub), try await process(StubTransport([])))
        clock.advance(by: .seconds(870))
        _ = try await first.token()
        #expect(await second.signOut().refreshToken?.reveal == "refresh-2")
        #expect(await store().load() == .absent)
    }

    @Test func `a refusal removes only the refused token from the store`() async throws {
        try await store().save(session(1, issued: clock.date - 900))
        let arrived = Gate()
        let gate = Gate()
        let stub = StubTransport([
            .expect(.post, "/api/auth/refresh") { _ in
                await arrived.open()
                await gate.pass()
                return (try? .problem(401, sessionEnded)) ?? HTTPResponse(status: 500)
            }
        ])
        let current = try await process(stub)
        let waiter = Task { try await current.token() }
        await arrived.pass()
        // Written without the lock, as by an earlier version of the app.
        let newcomer = AuthSession(
            userID: "u_2", accessToken: AccessToken("a"), refreshToken: RefreshToken("r"), issuedAt: clock.date,
            accessExpiresAt: clock.date + 900)
        let elsewhere = SimulatedDisk()
        let other = FileTokenStore(in: PrivateDirectory("orbit", under: "/home", on: elsewhere))
        try await other.save(newcomer)
        let bytes = try #require(elsewhere.files(in: "/home/orbit")?["session"])
        disk.plant(bytes, as: "session", in: "/home/orbit")
        await gate.open()
        await #expect(throws: AuthError.sessionEnded) { try await waiter.value }
        #expect(await store().load() == .session(newcomer))
    }

    @Test func `an unreadable store prevents the renewal, but does not end the session`() async throws {
        try await store().save(session(1, issued: clock.date))
        let stub = StubTransport([refresh(try .success(grant(2)))])
        let current = try await process(stub)
        disk.failAlways(with: .tooManyOpenFiles)
        clock.advance(by: .seconds(880))
        #expect(try await current.token().token.reveal == "access-1")
        clock.advance(by: .seconds(30))
        await #expect(throws: TokenStoreError.self) { try await current.token() }
        #expect(await current.state == .signedIn("u_1", isStored: true))
        disk.failAlways(with: nil)
        #expect(try await current.token().token.reveal == "access-2")
        try await stub.finish()
    }

    @Test func `renewing an unsaved session keeps the stored session of another user`()
        async throws
    {
        let stub = StubTransport([refresh(try .success(grant(2)))])
        let current = try await process(stub)
        disk.failAlways(with: .deviceFailed)
        await current.signIn(grant(1), askedAt: clock.uptime)
        disk.failAlways(with: nil)
        let newcomer = grant(7, user: "u_2").session(issuedAt: clock.date)
        try await store().save(newcomer)
        clock.advance(by: .seconds(900))
        #expect(try await current.token().token.reveal == "access-2")
        #expect(await current.state == .signedIn("u_1", isStored: false))
        #expect(await store().load() == .session(newcomer))
        try await stub.finish()
    }

    @Test func `a renewal stores a session that could not be saved at the sign-in`() async throws {
        let stub = StubTransport([refresh(try .success(grant(2)))])
        let current = try await process(stub)
        disk.failAlways(with: .deviceFailed)
        await current.signIn(grant(1), askedAt: clock.uptime)
        #expect(await current.state == .signedIn("u_1", isStored: false))
        disk.failAlways(with: nil)
        clock.advance(by: .seconds(900))
        #expect(try await current.token().token.reveal == "access-2")
        #expect(await current.state == .signedIn("u_1", isStored: true))
        #expect(await store().load() == .session(session(2, issued: clock.date)))
        try await stub.finish()
    }

    @Test func `a failed sign-out can be repeated`() async throws {
        try await store().save(session(1, issued: clock.date))
        let current = try await process(StubTransport([]))
        disk.failAlways(with: .deviceFailed)
        #expect(await current.signOut().storeError != nil)
        #expect(await current.signOut().storeError != nil)
        disk.failAlways(with: nil)
        #expect(await current.signOut().storeError == nil)
        #expect(await store().load() == .absent)
    }

    @Test func `sixteen processes with fifty tasks each exchange each token once`() async throws {
        try await store().save(session(1, issued: clock.date))
        let driver = Task {
            while !Task.isCancelled {
                await waiting.waitForSleepers(atLeast: 1)
                waiting.advance(by: .milliseconds(50))
            }
        }
        defer { driver.cancel() }
        let server = StrictServer()
        var processes: [CurrentSession] = []
        for _ in 0..<16 { processes.append(try await process(server)) }
        for round in 1...4 {
            clock.advance(by: .seconds(900))
            let tokens = try await withThrowingTaskGroup(of: String.self) { group in
                for current in processes {
                    for _ in 0..<50 { group.addTask { try await current.token().token.reveal } }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(tokens == ["access-\(round + 1)"])
        }
        #expect(await server.current == 5)
        #expect(await server.reuses == 0)
        for current in processes { #expect(await current.state == .signedIn("u_1", isStored: true)) }
    }
}

/// A server that accepts each refresh token once. A token that is sent again ends its session.
private actor StrictServer: HTTPTransport {
    private(set) var current = 1
    private(set) var reuses = 0

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let body = String(decoding: request.body, as: UTF8.self)
        do {
            guard body.contains("\"refresh-\(current)\"") else {
                reuses += 1
                return try .problem(401, sessionEnded)
            }
            current += 1
            return try .success(grant(current))
        } catch {
            throw .malformedResponse
        }
    }
}
