import Auth
import Networking
import NetworkingTesting
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Codes behind a crowded or overcrowded network address, for an address with an account and for an address without.
@Suite struct CrowdedCodesTests {
    private let server = TestServer { $0.codesPerOrigin = 2 }
    private let maya = "maya@stanford.edu"
    private let newcomer = "newcomer@stanford.edu"
    private let shared = "192.0.2.1"

    /// Makes the shared origin crowded from the third request on, and overcrowded from the 21st request on.
    private func crowd(_ count: Int, _ name: String = "nobody") async throws {
        for number in 0..<count {
            _ = try await server.sendCode(to: "\(name)\(number)@stanford.edu", origin: shared)
        }
    }

    /// Creates Maya's account from another origin, so long ago that no limit counts it.
    private func makeAccount() async throws {
        _ = try await server.signIn(maya, origin: "203.0.113.9")
        server.clock.advance(by: .seconds(2 * 86_400))
    }

    /// The number of codes that an origin gets for an address, at one request in ten minutes, until it is refused.
    private func codes(to address: String, from origin: String) async throws -> Int {
        var count = 0
        while try await server.sendCode(to: address, origin: origin).status == 200 {
            count += 1
            server.clock.advance(by: .seconds(600))
        }
        return count
    }

    @Test func `later refusals do not depend on the codes that an account got on an overcrowded network`()
        async throws
    {
        try await makeAccount()
        for round in 0..<4 {
            try await crowd(20, "nobody\(round)x")
            for address in [maya, newcomer] {
                #expect(try await server.sendCode(to: address, origin: shared).status == 200)
            }
            server.clock.advance(by: .seconds(600))
        }
        #expect(server.mailTransport.mails(to: maya).count == 3 && server.mailTransport.mails(to: newcomer).isEmpty)
        for (origin, expected) in [(shared, 4), ("198.51.100.7", 2)] {
            #expect(try await codes(to: maya, from: origin) == expected)
            #expect(try await codes(to: newcomer, from: origin) == expected)
        }
    }

    @Test(arguments: [3, 25])
    func `a mailed code stays valid when a resend from a crowded network mails nothing`(requests: Int) async throws {
        let first = try await server.challenge(for: newcomer, origin: shared)
        let code = try server.mailTransport.code(for: newcomer)
        try await crowd(requests)
        server.clock.advance(by: .seconds(30))
        let resent = try await server.sendCode(to: newcomer, replaces: first, origin: shared)
        #expect(try resent.payload(CodeSent.self).mayBeWithheld)
        #expect(server.mailTransport.mails(to: newcomer).count == 1)
        #expect(try await server.verify(newcomer, code: code, challenge: first).status == 200)
    }

    @Test(arguments: [3, 25])
    func `an earlier code does not reveal whether a resend from a crowded network was mailed`(
        requests: Int
    ) async throws {
        try await makeAccount()
        var held: [(address: String, challenge: ChallengeID, wrong: String)] = []
        for address in [maya, newcomer] {
            let challenge = try await server.challenge(for: address, origin: shared)
            let code = try server.mailTransport.code(for: address)
            held.append((address, challenge, code == "000000" ? "000001" : "000000"))
        }
        try await crowd(requests)
        server.clock.advance(by: .seconds(30))
        for (address, challenge, _) in held {
            _ = try await server.sendCode(to: address, replaces: challenge, origin: shared)
        }
        #expect(server.mailTransport.mails(to: maya).count == 3 && server.mailTransport.mails(to: newcomer).count == 1)
        for (address, challenge, wrong) in held {
            let answer = try await server.verify(address, code: wrong, challenge: challenge)
            #expect(answer.code == .codeIncorrect && answer.problem?.details["attempts_left"] == .integer(4))
        }
    }
}
