import Auth
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// Every attack that is possible without an account. The attacker knows the victim's address and shares the network.
enum Weapon: String, CaseIterable, Sendable {
    case codesFromOneOrigin, codesFromManyOrigins, codesToTaggedAddresses, codesToCaseVariants, codesToMadeUpAddresses
    case codesPastEveryLimit, guessesAtOwnChallenges, guessesFromManyOrigins, guessesAtUnknownChallenges
    case resentCodes, replacingByGuess, refreshes, logouts, foreignDeviceToken
}

@Suite struct SignInAbuseTests {
    private let shared = "192.0.2.1"
    private let maya = "maya@stanford.edu"
    private let events: EventCounts
    private let server: TestServer

    init() {
        let events = EventCounts()
        self.events = events
        server = TestServer { ($0.count, $0.codesPerOrigin) = (events.add, 20) }
    }

    /// Maya and Liam have accounts. Maya has a known device. Liam is on the same network without a known device.
    @Test(arguments: Weapon.allCases)
    func `no attack keeps an owner out or guesses a code`(_ weapon: Weapon) async throws {
        let grant = try await server.signIn(maya)
        _ = try await server.signIn("liam@stanford.edu")
        let device = try #require(grant.deviceToken)
        server.clock.advance(by: .seconds(86_400))
        // This code is requested before the attack and used after it.
        let inHand = try await server.sendCode(to: maya, device: device, origin: shared).payload(CodeSent.self)
        let codeInHand = try server.mailTransport.code(for: maya)
        let before = server.mailTransport.mails(to: maya).count
        let guesses = try await attack(with: weapon)

        // A code has six digits and permits five tries. So fewer than 100 guesses succeed with a probability of less
        // than one in ten thousand.
        #expect(guesses < 100)
        #expect(server.mailTransport.mails(to: maya).count - before <= 12)
        if guesses > 20 { #expect(events.count(of: .guessing) > 0) }
        if weapon == .codesToMadeUpAddresses || weapon == .codesPastEveryLimit {
            #expect(events.count(of: .originCrowded) > 0)
        }

        let first = try await server.verify(
            maya, code: codeInHand, challenge: inHand.challengeID, origin: shared)
        #expect(first.status == 200, "the right code in hand is good")
        server.clock.advance(by: .seconds(30))
        let sent = try await server.sendCode(to: maya, device: device, origin: shared).payload(CodeSent.self)
        let again = try await server.verify(
            maya, code: server.mailTransport.code(for: maya), challenge: sent.challengeID, origin: shared)
        #expect(try again.payload(AuthGrant.self).userID == grant.userID, "a known device gets a code")
        let other = try await server.sendCode(to: "liam@stanford.edu", origin: shared).payload(CodeSent.self)
        let liam = try await server.verify(
            "liam@stanford.edu", code: server.mailTransport.code(for: "liam@stanford.edu"),
            challenge: other.challengeID,
            origin: shared)
        #expect(liam.status == 200, "others behind the network get in")
    }

    /// Attacks for less time than a code is valid.
    ///
    /// - Returns: The number of guesses that the server has compared with codes for Maya.
    private func attack(with weapon: Weapon) async throws -> Int {
        var guesses = 0
        switch weapon {
        case .codesFromOneOrigin:
            for _ in 0..<17 { try await ask(maya, shared) }
        case .codesFromManyOrigins:
            for number in 0..<40 { try await ask(maya, "198.51.100.\(number)") }
        case .codesToTaggedAddresses:
            for number in 0..<40 { try await ask("maya+\(number)@stanford.edu", "198.51.100.\(number)") }
        case .codesToCaseVariants:
            for address in ["MAYA@stanford.edu", "Maya@Stanford.edu", "mAya+A@STANFORD.edu"] {
                for number in 0..<10 { try await ask(address, "198.51.100.\(number)") }
            }
        case .codesToMadeUpAddresses:
            let mails = server.mailTransport.count
            for number in 0..<60 { _ = try await server.sendCode(to: "nobody\(number)@stanford.edu", origin: shared) }
            // 20 codes until the network address is crowded, and one as the newcomers' share.
            #expect(server.mailTransport.count - mails <= 21)
        case .codesPastEveryLimit:
            for number in 0..<210 {
                _ = try await server.sendCode(to: "nobody\(number)@stanford.edu", origin: shared)
            }
        case .guessesAtOwnChallenges:
            for _ in 0..<17 { guesses += try await guess(maya, shared) }
        case .guessesFromManyOrigins:
            for number in 0..<40 { guesses += try await guess("maya+\(number)@stanford.edu", "198.51.100.\(number)") }
        case .guessesAtUnknownChallenges:
            for number in 0..<400 {
                let challenge = ChallengeID("guessed \(number)")
                let answer = try await server.verify(maya, code: "123456", challenge: challenge, origin: shared)
                #expect(answer.code == .codeExpired)
            }
            #expect(events.count(of: .codeUnknown) == 400)
        case .resentCodes:
            var last: ChallengeID?
            for _ in 0..<17 {
                let answer = try await server.sendCode(to: maya, replaces: last, origin: shared)
                last = answer.status == 200 ? try answer.payload(CodeSent.self).challengeID : last
                server.clock.advance(by: .seconds(30))
            }
        case .replacingByGuess:
            for number in 0..<40 {
                _ = try await server.sendCode(
                    to: maya, replaces: ChallengeID("guessed \(number)"), origin: "203.0.113.\(number)")
            }
            server.clock.advance(by: .seconds(30))
        case .refreshes:
            for number in 0..<200 { _ = try await server.refresh(RefreshToken("guessed \(number)")) }
        case .logouts:
            for number in 0..<200 { _ = try await server.logOut(RefreshToken("guessed \(number)")) }
        case .foreignDeviceToken:
            let own = try #require(try await server.signIn("mallory@stanford.edu").deviceToken)
            for number in 0..<40 {
                _ = try await server.sendCode(to: maya, device: own, origin: "198.51.100.\(number)")
            }
        }
        return guesses
    }

    private func ask(_ address: String, _ origin: String) async throws {
        _ = try await server.sendCode(to: address, origin: origin)
        server.clock.advance(by: .seconds(10))
    }

    /// Requests a code and tries wrong codes as often as the challenge permits.
    private func guess(_ address: String, _ origin: String) async throws -> Int {
        let sent = try await server.sendCode(to: address, origin: origin)
        server.clock.advance(by: .seconds(10))
        guard sent.status == 200 else { return 0 }
        let (challenge, code) = (
            try sent.payload(CodeSent.self).challengeID, try server.mailTransport.code(for: address)
        )
        let wrong = code == "000000" ? "000001" : "000000"
        var judged = 0
        while try await server.verify(address, code: wrong, challenge: challenge, origin: origin).code
            == .codeIncorrect
        {
            judged += 1
        }
        return judged
    }

    @Test func `a crowded network gives all addresses equal responses and two tries for each code`() async throws {
        _ = try await server.signIn(maya)
        server.clock.advance(by: .seconds(3_600))
        // The last of these requests takes the newcomers' share of the next 30 seconds.
        for number in 0..<21 { _ = try await server.sendCode(to: "nobody\(number)@stanford.edu", origin: shared) }
        let mails = server.mailTransport.count
        let known = try await server.sendCode(to: maya, origin: shared)
        #expect(server.mailTransport.count == mails + 1)
        let unknown = try await server.sendCode(to: "newcomer@stanford.edu", origin: shared)
        #expect(server.mailTransport.count == mails + 1)
        #expect(events.count(of: .codeWithheld) == 1)
        let (first, second) = (try known.payload(CodeSent.self), try unknown.payload(CodeSent.self))
        #expect(first.message == second.message)
        #expect(first.attempts == 2 && second.attempts == 2)
        for (address, sent) in [(maya, first), ("newcomer@stanford.edu", second)] {
            var codes: [ProblemCode?] = []
            for _ in 0..<3 {
                let wrong = try server.mailTransport.code(for: maya) == "000000" ? "000001" : "000000"
                codes.append(try await server.verify(address, code: wrong, challenge: sent.challengeID).code)
            }
            #expect(codes == [.codeIncorrect, .codeIncorrect, .codeExpired])
        }
        #expect(try await server.sendCode(to: "newcomer@stanford.edu", origin: shared).status == 429)
    }

    @Test func `the operator is notified of a network address at its first code beyond the limit`() async throws {
        for number in 0..<20 { _ = try await server.sendCode(to: "nobody\(number)@stanford.edu", origin: shared) }
        #expect(events.count(of: .originCrowded) == 0)
        _ = try await server.sendCode(to: "nobody20@stanford.edu", origin: shared)
        #expect(events.count(of: .originCrowded) == 1)
    }

    @Test func `an overcrowded network mails codes only to accounts, and its responses do not reveal them`()
        async throws
    {
        _ = try await server.signIn(maya)
        server.clock.advance(by: .seconds(3_600))
        for number in 0..<210 { _ = try await server.sendCode(to: "nobody\(number)@stanford.edu", origin: shared) }
        let mails = server.mailTransport.count
        let records = try await codes()
        let unknown = try await server.sendCode(to: "newcomer@stanford.edu", key: "k", origin: shared)
        #expect(try await codes() == records, "nothing is stored for an address without mail")
        let known = try await server.sendCode(to: maya, key: "k2", origin: shared)
        #expect(server.mailTransport.count == mails + 1 && server.mailTransport.last?.recipient.text == maya)
        #expect(known.body.count == unknown.body.count && known.status == unknown.status)
        let (first, second) = (try known.payload(CodeSent.self), try unknown.payload(CodeSent.self))
        #expect(first.message == second.message && first.mayBeWithheld && second.mayBeWithheld)
        #expect(first.attempts == 1 && second.attempts == 1)
        let wrong = try server.mailTransport.code(for: maya) == "000000" ? "000001" : "000000"
        for (address, sent) in [(maya, first), ("newcomer@stanford.edu", second)] {
            for _ in 0..<2 {
                let answer = try await server.verify(address, code: wrong, challenge: sent.challengeID)
                #expect(answer.code == .codeExpired)
            }
        }
        // A request that is repeated immediately gets no mail, and an equal response.
        for (address, key) in [(maya, "k2"), ("newcomer@stanford.edu", "k"), (maya, "k3")] {
            let again = try await server.sendCode(to: address, key: key, origin: shared)
            #expect(again.status == 200 && again.body.count == known.body.count)
        }
        #expect(server.mailTransport.count == mails + 1)
    }

    @Test func `an overcrowded network mails at most 20 codes to accounts in ten minutes`() async throws {
        let events = EventCounts()
        let server = TestServer { ($0.count, $0.codesPerOrigin) = (events.add, 2) }
        for number in 0..<30 {
            _ = try await server.signIn("student\(number)@stanford.edu", origin: "198.51.100.\(number)")
        }
        server.clock.advance(by: .seconds(3_600))
        for number in 0..<20 { _ = try await server.sendCode(to: "nobody\(number)@stanford.edu", origin: shared) }
        let mails = server.mailTransport.count
        for number in 0..<30 { _ = try await server.sendCode(to: "student\(number)@stanford.edu", origin: shared) }
        #expect(server.mailTransport.count == mails + 20)
        server.clock.advance(by: .seconds(600))
        _ = try await server.signIn("student29@stanford.edu", origin: shared)
    }

    @Test func `a device token of another mailbox counts as an unknown device`() async throws {
        let foreign = try #require(try await server.signIn("mallory@stanford.edu").deviceToken)
        for _ in 0..<3 {
            let sent = try await server.sendCode(to: maya, device: foreign)
            #expect(sent.status == 200)
            server.clock.advance(by: .seconds(30))
        }
        #expect(try await server.sendCode(to: maya, device: foreign).code == .rateLimited)
        let records = try await server.store.read { try $0.list(CodeRecord.self, IndexQuery(IndexEntry.expiryIndex)) }
        #expect(records.count == 3 && records.allSatisfy { $0.device == nil })
    }

    private func codes() async throws -> Int {
        try await server.store.read { try $0.count(CodeRecord.self, IndexQuery(IndexEntry.expiryIndex)) }
    }

    @Test func `five wrong codes make the server forget the device and end its codes`() async throws {
        let device = try #require(try await server.signIn(maya).deviceToken)
        server.clock.advance(by: .seconds(86_400))
        var challenges: [ChallengeID] = []
        for _ in 0..<2 {
            challenges.append(try await server.sendCode(to: maya, device: device).payload(CodeSent.self).challengeID)
            server.clock.advance(by: .seconds(30))
        }
        let code = try server.mailTransport.code(for: maya)
        let wrong = code == "000000" ? "000001" : "000000"
        for _ in 0..<5 {
            #expect(try await server.verify(maya, code: wrong, challenge: challenges[0]).code == .codeIncorrect)
        }
        #expect(events.count(of: .deviceForgotten) == 1)
        #expect(try await server.verify(maya, code: code, challenge: challenges[1]).code == .codeExpired)
        #expect(try await server.signIn(maya).deviceToken != nil)
    }

    @Test func `the five newest devices are known, and a known device keeps its token`() async throws {
        var devices: [DeviceToken] = []
        for _ in 0..<6 {
            devices.append(try #require(try await server.signIn(maya).deviceToken))
            server.clock.advance(by: .seconds(86_400))
        }
        #expect(
            try await server.store.read { try $0.list(DeviceRecord.self, IndexQuery(IndexEntry.expiryIndex)).count }
                == 5)
        let sent = try await server.sendCode(to: maya, device: devices[1]).payload(CodeSent.self)
        let grant = try await server.verify(
            maya, code: server.mailTransport.code(for: maya), challenge: sent.challengeID
        ).payload(AuthGrant.self)
        #expect(grant.deviceToken == nil)
        // The sixth device has replaced the first device, so this sign-in creates a new device.
        let old = try await server.sendCode(to: maya, device: devices[0]).payload(CodeSent.self)
        let other = try await server.verify(
            maya, code: server.mailTransport.code(for: maya), challenge: old.challengeID
        ).payload(AuthGrant.self)
        #expect(other.deviceToken != nil)
    }

    @Test(arguments: [(-1.0, true), (0, false)])
    func `a device is known for less than 180 days after its last sign-in`(seconds: Double, isKnown: Bool) async throws
    {
        let device = try #require(try await server.signIn(maya).deviceToken)
        server.clock.advance(by: .seconds(180 * 86_400 + seconds))
        let sent = try await server.sendCode(to: maya, device: device).payload(CodeSent.self)
        let code = try server.mailTransport.code(for: maya)
        let grant = try await server.verify(maya, code: code, challenge: sent.challengeID).payload(AuthGrant.self)
        #expect((grant.deviceToken == nil) == isKnown)
    }

    @Test func `a resent code ends the code that it replaces and no code of another address`() async throws {
        let first = try await server.sendCode(to: maya).payload(CodeSent.self)
        let firstCode = try server.mailTransport.code(for: maya)
        let liam = try await server.sendCode(to: "liam@stanford.edu").payload(CodeSent.self)
        server.clock.advance(by: .seconds(30))
        #expect(try await server.sendCode(to: maya, replaces: first.challengeID).status == 200)
        #expect(try await server.verify(maya, code: firstCode, challenge: first.challengeID).code == .codeExpired)
        server.clock.advance(by: .seconds(30))
        #expect(try await server.sendCode(to: maya, replaces: liam.challengeID).status == 200)
        let code = try server.mailTransport.code(for: "liam@stanford.edu")
        #expect(try await server.verify("liam@stanford.edu", code: code, challenge: liam.challengeID).status == 200)
    }

    @Test func `descriptions of a request contain neither the address nor the code`() {
        let bodies: [Any] = [
            SendCodeRequest(email: maya), VerifyCodeRequest(email: maya, code: "123456", challengeID: "c"),
        ]
        for body in bodies {
            var dumped = ""
            dump(body, to: &dumped)
            for text in ["\(body)", String(reflecting: body), dumped] {
                #expect(!text.contains("maya") && !text.contains("123456"))
            }
        }
    }
}
