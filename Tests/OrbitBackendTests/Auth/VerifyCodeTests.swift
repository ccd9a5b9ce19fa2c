import Auth
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance
import Validation

@testable import OrbitBackend

@Suite struct VerifyCodeTests {
    private let server = TestServer()
    private let maya = "maya@stanford.edu"

    /// A code that is not the one that was sent.
    private func wrong(_ code: String) -> String { code == "000000" ? "000001" : "000000" }

    @Test func `the right code makes an account the first time and finds it the next`() async throws {
        let first = try await server.signIn(maya)
        #expect(first.isNewUser)
        #expect(first.expiresIn == 900)
        #expect(first.accessToken.reveal.utf8.count == 64)
        #expect(first.refreshToken.reveal != first.accessToken.reveal)
        server.clock.advance(by: .seconds(60))
        let second = try await server.signIn(maya)
        #expect(!second.isNewUser)
        #expect(second.userID == first.userID)
        #expect(second.accessToken != first.accessToken)
    }

    @Test func `letter case does not make another account`() async throws {
        let first = try await server.signIn(maya)
        server.clock.advance(by: .seconds(60))
        let second = try await server.signIn("Maya@stanford.edu")
        #expect(second.userID == first.userID)
    }

    @Test func `spaces pasted into a code are forgiven`() async throws {
        let challenge = try await server.challenge(for: maya)
        let code = try server.mailbox.code(for: maya)
        let response = try await server.verify(
            maya, code: " \(code.prefix(3)) \(code.suffix(3)) ", challenge: challenge)
        #expect(response.status == 200)
    }

    @Test func `a wrong code says how many tries are left, and the sixth try finds none`() async throws {
        let challenge = try await server.challenge(for: maya)
        let code = try server.mailbox.code(for: maya)
        for left in [4, 3, 2, 1, 0] {
            let response = try await server.verify(maya, code: wrong(code), challenge: challenge)
            #expect(response.status == 422)
            #expect(response.code == .codeIncorrect)
            #expect(response.problem?.details["attempts_left"] == .integer(left))
        }
        #expect(try await server.verify(maya, code: code, challenge: challenge).code == .codeExpired)
    }

    @Test func `a code is good until ten minutes have passed`() async throws {
        let challenge = try await server.challenge(for: maya)
        let code = try server.mailbox.code(for: maya)
        server.clock.advance(by: .seconds(600))
        #expect(try await server.verify(maya, code: code, challenge: challenge).code == .codeExpired)
        let next = try await server.challenge(for: maya)
        server.clock.advance(by: .milliseconds(599_999))
        let response = try await server.verify(maya, code: server.mailbox.code(for: maya), challenge: next)
        #expect(response.status == 200)
    }

    @Test func `a code is good once`() async throws {
        let challenge = try await server.challenge(for: maya)
        let code = try server.mailbox.code(for: maya)
        #expect(try await server.verify(maya, code: code, challenge: challenge).status == 200)
        #expect(try await server.verify(maya, code: code, challenge: challenge).code == .codeExpired)
    }

    @Test func `signing in ends the other codes of the address`() async throws {
        let first = try await server.challenge(for: maya)
        let firstCode = try server.mailbox.code(for: maya)
        server.clock.advance(by: .seconds(30))
        _ = try await server.signIn(maya)
        #expect(try await server.verify(maya, code: firstCode, challenge: first).code == .codeExpired)
    }

    @Test func `a code belongs to its challenge and its address`() async throws {
        let first = try await server.challenge(for: maya)
        let firstCode = try server.mailbox.code(for: maya)
        server.clock.advance(by: .seconds(30))
        let second = try await server.challenge(for: maya)
        let secondCode = try server.mailbox.code(for: maya)
        try #require(firstCode != secondCode)
        #expect(try await server.verify(maya, code: firstCode, challenge: second).code == .codeIncorrect)
        #expect(try await server.verify("liam@stanford.edu", code: firstCode, challenge: first).code == .codeExpired)
        #expect(try await server.verify(maya, code: firstCode, challenge: "guessed").code == .codeExpired)
        #expect(try await server.verify(maya, code: firstCode, challenge: first).status == 200)
    }

    @Test(arguments: [
        ("", FailureCode.required), ("12345", .tooShort), ("1234567", .tooLong), ("12345a", .malformed),
        ("١٢٣٤٥٦", .foreignDigits),
    ])
    func `what is no code is refused without costing a try`(_ text: String, _ reason: FailureCode) async throws {
        let challenge = try await server.challenge(for: maya)
        for _ in 0..<6 {
            let response = try await server.verify(maya, code: text, challenge: challenge)
            #expect(response.status == 422)
            #expect(response.problem?.fields.map(\.code) == [reason])
        }
        let code = try server.mailbox.code(for: maya)
        #expect(try await server.verify(maya, code: code, challenge: challenge).status == 200)
    }

    @Test func `a hundred right answers at once make one session`() async throws {
        let challenge = try await server.challenge(for: maya)
        let code = try server.mailbox.code(for: maya)
        let answers = try await withThrowingTaskGroup { group in
            for number in 0..<100 {
                group.addTask { [server, maya] in
                    try await server.verify(maya, code: code, challenge: challenge, origin: "192.0.2.\(number)")
                }
            }
            return try await group.reduce(into: [HTTPResponse]()) { $0.append($1) }
        }
        #expect(answers.count { $0.status == 200 } == 1)
        #expect(answers.count { $0.code == .codeExpired } == 99)
        let sessions = try await server.store.read { try $0.list(SessionRecord.self, IndexQuery(Sweep.index)).count }
        #expect(sessions == 1)
    }

    @Test func `thirty wrong tries a day is all an address allows, across codes and origins`() async throws {
        var tried = 0
        for round in 0..<10 {
            let sent = try await server.sendCode(to: maya, origin: "192.0.2.\(round)")
            guard sent.status == 200 else {
                #expect(sent.code == .rateLimited)
                break
            }
            let challenge = try sent.payload(CodeSent.self).challengeID
            let code = try server.mailbox.code(for: maya)
            for _ in 0..<5 {
                let origin = "198.51.100.\(tried)"
                let answer = try await server.verify(maya, code: wrong(code), challenge: challenge, origin: origin)
                #expect(answer.code == .codeIncorrect)
                tried += 1
            }
            server.clock.advance(by: .seconds(300))
        }
        #expect(tried == 30)
        server.clock.advance(by: .seconds(86_400))
        #expect(try await server.signIn(maya).isNewUser)
    }

    @Test func `requests without a code that was sent lock nobody out`() async throws {
        for number in 0..<100 {
            let answer = try await server.verify(
                maya, code: "123456", challenge: "guessed", origin: "198.51.100.\(number)")
            #expect(answer.code == .codeExpired)
        }
        #expect(try await server.signIn(maya).isNewUser)
    }

    @Test func `one origin cannot try codes without end`() async throws {
        let server = TestServer { $0.triesPerOrigin = 3 }
        for _ in 0..<3 {
            #expect(try await server.verify(maya, code: "123456", challenge: "guessed").code == .codeExpired)
        }
        let fourth = try await server.verify(maya, code: "123456", challenge: "guessed")
        #expect(fourth.status == 429)
        #expect(fourth.field("retry-after") == "600")
    }

    @Test func `the demonstration code opens a demonstration`() async throws {
        let store = MemoryStore()
        let configuration = OrbitBackend.Configuration.demonstration()
        let backend = OrbitBackend(store: store, time: VirtualClock(), random: .seeded(1), configuration: configuration)
        let client = APIClient(
            server: try ServerAddress("https://orbit.example/api"), transport: InProcessTransport(backend),
            time: VirtualClock())
        let sent = try await client.send(
            Endpoint<CodeSent>(AuthRoutes.sendCode).json(SendCodeRequest(email: "maya@orbit.example")))
        let body = VerifyCodeRequest(email: "maya@orbit.example", code: "123456", challengeID: sent.challengeID)
        let grant = try await client.send(Endpoint<AuthGrant>(AuthRoutes.verifyCode).json(body))
        #expect(grant.isNewUser)
    }

    @Test func `the demonstration code opens nothing else`() async throws {
        for seed in 1...20 {
            let server = TestServer(seed: UInt64(seed))
            let challenge = try await server.challenge(for: maya)
            try #require(try server.mailbox.code(for: maya) != "123456")
            #expect(try await server.verify(maya, code: "123456", challenge: challenge).code == .codeIncorrect)
        }
    }
}
