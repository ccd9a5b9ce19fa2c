import Auth
import Networking
import NetworkingTesting
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The events of sign-ins and sessions that the operator counts.
@Suite struct SignInCountTests {
    private let events = EventCounts()
    private let server: TestServer
    private let maya = "maya@stanford.edu"

    init() {
        server = TestServer { [events] in $0.count = events.add }
    }

    @Test func `codes, wrong codes, new accounts and sign-ins are counted once each`() async throws {
        let challenge = try await server.challenge(for: maya)
        let code = try server.mailTransport.code(for: maya)
        let wrong = try await server.verify(maya, code: code == "000000" ? "111111" : "000000", challenge: challenge)
        #expect(wrong.code == .codeIncorrect)
        #expect(events.count(of: .codeSent) == 1 && events.count(of: .codeWrong) == 1)
        #expect(events.count(of: .accountMade) == 0 && events.count(of: .signedIn) == 0)
        #expect(try await server.verify(maya, code: code, challenge: challenge).status == 200)
        #expect(events.count(of: .accountMade) == 1 && events.count(of: .signedIn) == 1)
        server.clock.advance(by: .seconds(60))
        _ = try await server.signIn(maya)
        #expect(events.count(of: .codeSent) == 2 && events.count(of: .codeWrong) == 1)
        #expect(events.count(of: .accountMade) == 1 && events.count(of: .signedIn) == 2)
    }

    @Test func `a request beyond a limit is counted with the name of the limit`() async throws {
        for isRefused in [false, true] {
            #expect(try await server.sendCode(to: maya).status == (isRefused ? 429 : 200))
            #expect(events.count(of: .limitHit("codes-per-mailbox")) == (isRefused ? 1 : 0))
        }
    }

    @Test func `a second use of a replaced token is counted`() async throws {
        let first = try await server.signIn(maya)
        let second = try await server.refresh(first.refreshToken).payload(AuthGrant.self)
        #expect(try await server.refresh(second.refreshToken).status == 200)
        #expect(events.count(of: .sessionReused) == 0)
        #expect(try await server.refresh(first.refreshToken).code == .sessionEnded)
        #expect(events.count(of: .sessionReused) == 1)
    }
}
