import Auth
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// Requests for codes while the operator's mail server fails.
@Suite struct RefusedCodeTests {
    private let faultyTransport: FaultyMailTransport
    private let events: EventCounts
    private let server: TestServer
    private let maya = "maya@stanford.edu"

    init() {
        let (faultyTransport, events) = (FaultyMailTransport(), EventCounts())
        (self.faultyTransport, self.events) = (faultyTransport, events)
        server = TestServer {
            faultyTransport.install(in: &$0)
            ($0.count, $0.codesPerOrigin) = (events.add, 20)
        }
    }

    private func codes() async throws -> Int {
        try await server.store.read { try $0.count(CodeRecord.self, IndexQuery(IndexEntry.expiryIndex)) }
    }

    @Test func `a refused mail gives 503 with a retry time and does not count towards the limits`() async throws {
        faultyTransport.fault = .refuses
        for _ in 0..<12 {
            let refused = try await server.sendCode(to: maya, key: "k")
            #expect(refused.status == 503 && refused.code == .unavailable && refused.problem?.retryAfter == 30)
            #expect(try await codes() == 0)
        }
        #expect(events.count(of: .mailRefused) == 12)
        faultyTransport.fault = nil
        // A request without effect does not use up its key.
        #expect(try await server.sendCode(to: maya, key: "k").status == 200)
        #expect(server.mailTransport.mails(to: maya).count == 1)
        for status in [200, 200, 429] {
            server.clock.advance(by: .seconds(30))
            #expect(try await server.sendCode(to: maya).status == status)
        }
    }

    @Test func `a refused mail does not count towards the limits of a known device`() async throws {
        let device = try #require(try await server.signIn(maya).deviceToken)
        server.clock.advance(by: .seconds(86_400))
        faultyTransport.fault = .refuses
        for _ in 0..<5 { #expect(try await server.sendCode(to: maya, device: device).status == 503) }
        faultyTransport.fault = nil
        for status in [200, 200, 200, 429] {
            #expect(try await server.sendCode(to: maya, device: device).status == status)
            server.clock.advance(by: .seconds(30))
        }
    }

    @Test(arguments: [false, true])
    func `a code counts towards the limits if it is tried or replaced before its mail is refused`(
        isReplaced: Bool
    ) async throws {
        faultyTransport.fault = .hangs
        let asking = Task { try await server.deferringWork { try await server.sendCode(to: maya, key: "k") } }
        await faultyTransport.waitForHang()
        // A repeated request gets the challenge while the mail is being sent.
        let sent = try await server.sendCode(to: maya, key: "k").payload(CodeSent.self)
        if isReplaced {
            faultyTransport.fault = nil
            let resent = try await server.sendCode(to: maya, replaces: sent.challengeID, origin: "192.0.2.2")
            #expect(resent.status == 200)
        } else {
            guard case .verificationCode(let code, _) = try #require(faultyTransport.attempts.last).content else {
                throw TestServer.Unexpected()
            }
            let wrong = code.digits == "000000" ? "000001" : "000000"
            #expect(try await server.verify(maya, code: wrong, challenge: sent.challengeID).code == .codeIncorrect)
        }
        faultyTransport.fault = nil
        faultyTransport.release()
        #expect(try await asking.value.status == 503)
        #expect(try await server.sendCode(to: maya).code == .rateLimited)
    }

    @Test func `a refused mail does not invalidate the code that it should replace`() async throws {
        let first = try await server.challenge(for: maya)
        let code = try server.mailTransport.code(for: maya)
        server.clock.advance(by: .seconds(30))
        faultyTransport.fault = .refuses
        #expect(try await server.sendCode(to: maya, replaces: first).status == 503)
        #expect(try await server.verify(maya, code: code, challenge: first).status == 200)
    }

    @Test func `a request gets 503 after 30 seconds if the mail server hangs, and its mail counts towards the limits`()
        async throws
    {
        faultyTransport.fault = .hangs
        let asking = Task { try await server.deferringWork { try await server.sendCode(to: maya) } }
        await faultyTransport.waitForHang()
        await server.clock.waitForSleepers(atLeast: 1)
        server.clock.advance(by: MailDelivery.maxWait)
        #expect(try await asking.value.status == 503)
        #expect(try await codes() == 0)
        faultyTransport.fault = nil
        for status in [200, 200, 429] {
            #expect(try await server.sendCode(to: maya).status == status)
            server.clock.advance(by: .seconds(30))
        }
        faultyTransport.release()
    }

    @Test(.timeLimit(.minutes(60)))
    func `a call of a mail server that does not respond in time is cancelled`() async throws {
        faultyTransport.fault = .waits
        let asking = Task { try await server.deferringWork { try await server.sendCode(to: maya) } }
        await faultyTransport.waitForHang()
        await server.clock.waitForSleepers(atLeast: 1)
        server.clock.advance(by: MailDelivery.maxWait)
        await faultyTransport.waitForCancellation()
        #expect(try await asking.value.status == 503)
    }

    @Test func `a request cancelled while its mail is refused leaves no code`() async throws {
        faultyTransport.fault = .hangs
        let asking = Task { try await server.deferringWork { try await server.sendCode(to: maya) } }
        await faultyTransport.waitForHang()
        await server.clock.waitForSleepers(atLeast: 1)
        asking.cancel()
        faultyTransport.release()
        #expect(try await asking.value.status == 503)
        #expect(try await codes() == 0)
    }

    @Test func `a mail server that fails after acceptance leaves no valid code`() async throws {
        faultyTransport.fault = .failsAfterAcceptance
        #expect(try await server.sendCode(to: maya).status == 503)
        #expect(try await codes() == 0)
        faultyTransport.fault = nil
        _ = try await server.signIn(maya)
        #expect(Set(faultyTransport.attempts.map(\.id)).count == 2, "each code is a message of its own")
    }

    @Test func `behind a crowded network a refused mail does not reveal whether an account exists`()
        async throws
    {
        _ = try await server.signIn(maya)
        server.clock.advance(by: .seconds(3_600))
        for number in 0..<21 { _ = try await server.sendCode(to: "nobody\(number)@stanford.edu") }
        faultyTransport.fault = .refuses
        let known = try await server.sendCode(to: maya)
        let unknown = try await server.sendCode(to: "newcomer@stanford.edu")
        #expect(known.status == 200 && unknown.status == 200 && known.body.count == unknown.body.count)
        #expect(events.count(of: .mailRefused) == 1)
    }
}
