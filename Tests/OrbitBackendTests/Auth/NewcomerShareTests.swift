import Auth
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Codes for people without an account, while an attacker on their network requests codes for made-up addresses.
@Suite struct NewcomerShareTests {
    private let shared = "192.0.2.1"
    private let newcomer = "newcomer@stanford.edu"
    /// The origin is crowded from the 21st request in ten minutes on, and overcrowded from the 201st request on.
    private let server = TestServer { $0.codesPerOrigin = 20 }

    @Test func `a newcomer behind a crowded network gets a code on the third request during an attack`()
        async throws
    {
        // The attacker requests a code each second. With 100 codes in ten minutes, the network is crowded but not
        // overcrowded.
        let server = TestServer()
        var (attacks, challenges): (Int, [ChallengeID]) = (0, [])
        for seconds in 1...360 {
            server.clock.advance(by: .seconds(1))
            _ = try await server.sendCode(to: "nobody\(attacks)@stanford.edu", origin: shared)
            attacks += 1
            guard seconds >= 300, seconds % 30 == 0 else { continue }
            #expect(server.mailTransport.mails(to: newcomer).isEmpty)
            let sent = try await server.sendCode(to: newcomer, origin: shared).payload(CodeSent.self)
            #expect(sent.mayBeWithheld)
            challenges.append(sent.challengeID)
        }
        // The attack continues while the code is being delivered.
        for _ in 0..<60 {
            server.clock.advance(by: .seconds(1))
            _ = try await server.sendCode(to: "nobody\(attacks)@stanford.edu", origin: shared)
            attacks += 1
        }
        let code = try server.mailTransport.code(for: newcomer)
        let last = try #require(challenges.last)
        let answer = try await server.verify(newcomer, code: code, challenge: last, origin: shared)
        #expect(try answer.payload(AuthGrant.self).isNewUser && challenges.count == 3)
        // 100 codes until the network is crowded, the newcomers' share of six minutes, and the newcomer's code.
        #expect(server.mailTransport.count <= 100 + 60 + 1)
    }

    @Test func `a newcomer behind an overcrowded network gets a code within ten minutes during an attack`()
        async throws
    {
        for number in 0..<200 { _ = try await server.sendCode(to: "crowd\(number)@stanford.edu", origin: shared) }
        // Here the share of an overcrowded network is one code in 30 seconds, and 15 made-up addresses ask in that
        // time.
        var (attacks, seconds): (Int, Int) = (0, 0)
        var challenge: ChallengeID?
        while server.mailTransport.mails(to: newcomer).isEmpty, seconds < 594 {
            server.clock.advance(by: .seconds(2))
            seconds += 2
            _ = try await server.sendCode(to: "nobody\(attacks)@stanford.edu", origin: shared)
            attacks += 1
            guard seconds % 6 == 0 else { continue }
            challenge = try await server.sendCode(to: newcomer, origin: shared).payload(CodeSent.self).challengeID
        }
        let code = try server.mailTransport.code(for: newcomer)
        let last = try #require(challenge)
        let answer = try await server.verify(newcomer, code: code, challenge: last, origin: shared)
        #expect(try answer.payload(AuthGrant.self).isNewUser)
        // 20 codes until the network is crowded, and one in 30 seconds as the share.
        #expect(server.mailTransport.count <= 20 + 1 + seconds / 30)
    }

    @Test func `made-up addresses behind a crowded network get one code for three requests`() async throws {
        for _ in 0..<4 {
            for number in 0..<70 { _ = try await server.sendCode(to: "nobody\(number)@stanford.edu", origin: shared) }
            server.clock.advance(by: .seconds(30))
        }
        // The origin gets 20 codes until it is crowded, and then one in 30 seconds as the share. Each of 60 addresses
        // gets a code for its third request. From the 201st request on, the origin is overcrowded, and third requests
        // no longer count.
        #expect((80...91).contains(server.mailTransport.count), "\(server.mailTransport.count)")
    }

    @Test func `behind an overcrowded origin, an address has one turn in ten minutes, and turns are spread evenly`() {
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
