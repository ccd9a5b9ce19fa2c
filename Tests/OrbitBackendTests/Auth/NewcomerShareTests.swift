import Auth
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Codes for people without an account, while an attacker at their network asks for codes to made-up addresses.
@Suite struct NewcomerShareTests {
    private let shared = "192.0.2.1"
    private let newcomer = "newcomer@stanford.edu"
    /// Crowded from the 21st request in ten minutes on, and overcrowded from the 201st on.
    private let server = TestServer { $0.codesPerOrigin = 20 }

    @Test func `a newcomer behind a crowded network gets a code on the third request while made-up addresses ask`()
        async throws
    {
        // An attacker asks for one address a second, which is crowded and not overcrowded with 100 codes in ten minutes.
        let server = TestServer()
        var (attacks, challenges): (Int, [ChallengeID]) = (0, [])
        for seconds in 1...360 {
            server.clock.advance(by: .seconds(1))
            _ = try await server.sendCode(to: "nobody\(attacks)@stanford.edu", origin: shared)
            attacks += 1
            guard seconds >= 300, seconds % 30 == 0 else { continue }
            #expect(server.mailbox.mails(to: newcomer).isEmpty)
            let sent = try await server.sendCode(to: newcomer, origin: shared).payload(CodeSent.self)
            #expect(sent.mayBeWithheld)
            challenges.append(sent.challengeID)
        }
        // The attack goes on for as long as the code is on its way.
        for _ in 0..<60 {
            server.clock.advance(by: .seconds(1))
            _ = try await server.sendCode(to: "nobody\(attacks)@stanford.edu", origin: shared)
            attacks += 1
        }
        let code = try server.mailbox.code(for: newcomer)
        let last = try #require(challenges.last)
        let answer = try await server.verify(newcomer, code: code, challenge: last, origin: shared)
        #expect(try answer.payload(AuthGrant.self).isNewUser && challenges.count == 3)
        // 100 before the crowd, the share of five minutes, and the newcomer's.
        #expect(server.mailbox.count <= 100 + 60 + 1)
    }

    @Test func `a newcomer behind an overcrowded network gets a code within ten minutes while made-up addresses ask`()
        async throws
    {
        for number in 0..<200 { _ = try await server.sendCode(to: "crowd\(number)@stanford.edu", origin: shared) }
        // A share of an overcrowded network is one code in 30 seconds here, for 15 made-up addresses in the same time.
        var (attacks, seconds): (Int, Int) = (0, 0)
        var challenge: ChallengeID?
        while server.mailbox.mails(to: newcomer).isEmpty, seconds < 594 {
            server.clock.advance(by: .seconds(2))
            seconds += 2
            _ = try await server.sendCode(to: "nobody\(attacks)@stanford.edu", origin: shared)
            attacks += 1
            guard seconds % 6 == 0 else { continue }
            challenge = try await server.sendCode(to: newcomer, origin: shared).payload(CodeSent.self).challengeID
        }
        let code = try server.mailbox.code(for: newcomer)
        let last = try #require(challenge)
        let answer = try await server.verify(newcomer, code: code, challenge: last, origin: shared)
        #expect(try answer.payload(AuthGrant.self).isNewUser)
        // 20 before the crowd, and one in 30 seconds of the share.
        #expect(server.mailbox.count <= 20 + 1 + seconds / 30)
    }

    @Test func `made-up addresses behind a crowded network get one code each for three requests`() async throws {
        for _ in 0..<4 {
            for number in 0..<70 { _ = try await server.sendCode(to: "nobody\(number)@stanford.edu", origin: shared) }
            server.clock.advance(by: .seconds(30))
        }
        // 20 before the crowd, one in 30 seconds of the share, and those that asked three times among 200 requests.
        #expect((80...91).contains(server.mailbox.count), "\(server.mailbox.count)")
    }

    @Test func `turns of addresses are spread, and each address has one in ten minutes`() {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        var counts = [Int](repeating: 0, count: 20)
        for number in 0..<400 {
            let turns = (0..<20).filter { turn in
                CodeRules.isTurn(of: "mailbox \(number)", at: start.addingTimeInterval(30 * Double(turn) + 29))
            }
            #expect(turns.count == 1)
            for turn in turns { counts[turn] += 1 }
        }
        #expect(counts.allSatisfy { (5...40).contains($0) }, "\(counts)")
    }
}
