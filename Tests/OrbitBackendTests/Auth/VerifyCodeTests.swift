import Auth
import Foundation
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

@Suite struct VerifyCodeTests {
    private let server = TestServer()
    private let maya = "maya@stanford.edu"

    /// A code that differs from the given code.
    private func wrong(_ code: String) -> String { code == "000000" ? "000001" : "000000" }

    @Test func `the right code creates an account the first time and finds it the next`() async throws {
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

    @Test func `letter case does not create another account`() async throws {
        let first = try await server.signIn(maya)
        server.clock.advance(by: .seconds(60))
        let second = try await server.signIn("Maya@stanford.edu")
        #expect(second.userID == first.userID)
    }

    @Test func `spaces pasted into a code are ignored`() async throws {
        let challenge = try await server.challenge(for: maya)
        let code = try server.mailTransport.code(for: maya)
        let response = try await server.verify(
            maya, code: " \(code.prefix(3)) \(code.suffix(3)) ", challenge: challenge)
        #expect(response.status == 200)
    }

    @Test func `a wrong code gives the number of tries left, and a sixth try is refused`() async throws {
        let challenge = try await server.challenge(for: maya)
        let code = try server.mailTransport.code(for: maya)
        for left in [4, 3, 2, 1, 0] {
            let response = try await server.verify(maya, code: wrong(code), challenge: challenge)
            #expect(response.status == 422)
            #expect(response.code == .codeIncorrect)
            #expect(response.problem?.details["attempts_left"] == .integer(left))
        }
        #expect(try await server.verify(maya, code: code, challenge: challenge).code == .codeExpired)
    }

    @Test func `a code expires after ten minutes`() async throws {
        let challenge = try await server.challenge(for: maya)
        let code = try server.mailTransport.code(for: maya)
        server.clock.advance(by: .seconds(600))
        #expect(try await server.verify(maya, code: code, challenge: challenge).code == .codeExpired)
        let next = try await server.challenge(for: maya)
        server.clock.advance(by: .milliseconds(599_999))
        let response = try await server.verify(maya, code: server.mailTransport.code(for: maya), challenge: next)
        #expect(response.status == 200)
    }

    @Test func `a code signs in only once`() async throws {
        let challenge = try await server.challenge(for: maya)
        let code = try server.mailTransport.code(for: maya)
        #expect(try await server.verify(maya, code: code, challenge: challenge).status == 200)
        #expect(try await server.verify(maya, code: code, challenge: challenge).code == .codeExpired)
    }

    @Test func `a sign-in ends the earlier codes of the address`() async throws {
        let first = try await server.challenge(for: maya)
        let firstCode = try server.mailTransport.code(for: maya)
        server.clock.advance(by: .seconds(30))
        _ = try await server.signIn(maya)
        #expect(try await server.verify(maya, code: firstCode, challenge: first).code == .codeExpired)
    }

    @Test func `a sign-in ends all codes of the mailbox, from every origin, and no code of another`()
        async throws
    {
        var held: [(challenge: ChallengeID, code: String)] = []
        for number in 0..<5 {
            let challenge = try await server.challenge(for: maya, origin: "192.0.2.\(number)")
            held.append((challenge, try server.mailTransport.code(for: maya)))
            server.clock.advance(by: .seconds(30))
        }
        let other = try await server.challenge(for: "liam@stanford.edu", origin: "192.0.2.9")
        #expect(try await server.verify(maya, code: held[2].code, challenge: held[2].challenge).status == 200)
        for (challenge, code) in held {
            #expect(try await server.verify(maya, code: code, challenge: challenge).code == .codeExpired)
        }
        let code = try server.mailTransport.code(for: "liam@stanford.edu")
        #expect(try await server.verify("liam@stanford.edu", code: code, challenge: other).status == 200)
    }

    @Test func `a code is valid only with its challenge and its address`() async throws {
        let first = try await server.challenge(for: maya)
        let firstCode = try server.mailTransport.code(for: maya)
        server.clock.advance(by: .seconds(30))
        let second = try await server.challenge(for: maya)
        let secondCode = try server.mailTransport.code(for: maya)
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
    func `a malformed code is refused without costing a try`(_ text: String, _ reason: FailureCode) async throws {
        let challenge = try await server.challenge(for: maya)
        for _ in 0..<6 {
            let response = try await server.verify(maya, code: text, challenge: challenge)
            #expect(response.status == 422)
            #expect(response.problem?.fields.map(\.code) == [reason])
        }
        let code = try server.mailTransport.code(for: maya)
        #expect(try await server.verify(maya, code: code, challenge: challenge).status == 200)
    }

    @Test func `a hundred simultaneous correct codes create one session`() async throws {
        let challenge = try await server.challenge(for: maya)
        let code = try server.mailTransport.code(for: maya)
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
        let sessions = try await server.store.read {
            try $0.list(SessionRecord.self, IndexQuery(IndexEntry.expiryIndex)).count
        }
        #expect(sessions == 1)
    }

    @Test func `an attacker with any number of origins gets at most 90 guesses within a day`()
        async throws
    {
        struct UnusedCode {
            let challenge: ChallengeID
            let code: String
            let step: Int
        }
        let second = 289  // the first step of the second day; a step takes 299.5 s
        var (held, tries, origin) = ([UnusedCode](), [Int](), 0)
        for step in 0..<(second + 10) {
            while true {
                origin += 1
                let sent = try await server.sendCode(to: maya, origin: "origin \(origin)")
                guard sent.status == 200 else { break }
                let challenge = try sent.payload(CodeSent.self).challengeID
                held.append(
                    UnusedCode(challenge: challenge, code: try server.mailTransport.code(for: maya), step: step))
            }
            // Codes of the first day are tried as late as possible, codes of the second day as early as possible.
            for code in held where step >= second || step == code.step + 2 {
                while try await server.verify(maya, code: wrong(code.code), challenge: code.challenge).code
                    == .codeIncorrect
                {
                    tries.append(step)
                }
            }
            held.removeAll { step >= second || step == $0.step + 2 }
            server.clock.advance(by: .milliseconds(299_500))
        }
        let most = tries.map { first in tries.count { $0 >= first && $0 <= first + 288 } }.max() ?? 0
        #expect(most == 90)
        server.clock.advance(by: .seconds(86_400))
        #expect(try await server.signIn(maya).isNewUser)
    }

    @Test func `verifications of unknown challenges do not keep the owner out`() async throws {
        for number in 0..<100 {
            let answer = try await server.verify(
                maya, code: "123456", challenge: "guessed", origin: "198.51.100.\(number)")
            #expect(answer.code == .codeExpired)
        }
        #expect(try await server.signIn(maya).isNewUser)
    }

    @Test func `the demonstration code signs in to a demonstration`() async throws {
        let store = MemoryStore()
        let configuration = BackendConfiguration.demonstration()
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

    @Test func `the demonstration code is refused outside a demonstration`() async throws {
        for seed in 1...20 {
            let server = TestServer(seed: UInt64(seed))
            let challenge = try await server.challenge(for: maya)
            try #require(try server.mailTransport.code(for: maya) != "123456")
            #expect(try await server.verify(maya, code: "123456", challenge: challenge).code == .codeIncorrect)
        }
    }
}
