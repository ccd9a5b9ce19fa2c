import Auth
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct SendCodeTests {
    private let server = TestServer()
    private let maya = "maya@stanford.edu"

    @Test func `a campus address gets a code by mail, and the response does not contain it`() async throws {
        let response = try await server.sendCode(to: maya)
        let sent = try response.payload(CodeSent.self)
        #expect(sent.expiresIn == 600)
        #expect(sent.resendAfter == 30)
        #expect(sent.attempts == 5)
        let code = try server.mailTransport.code(for: maya)
        #expect(code.utf8.count == 6)
        #expect(!String(decoding: response.body, as: UTF8.self).contains(code))
        #expect(response.field("cache-control") == "no-store")
    }

    @Test func `an address is normalized before a code is sent`() async throws {
        #expect(try await server.sendCode(to: "  Maya@CS.Stanford.EDU ").status == 200)
        #expect(server.mailTransport.last?.recipient.text == "Maya@cs.stanford.edu")
        #expect(try await server.sendCode(to: "maya@cs.stanford.edu").code == .rateLimited)
    }

    @Test(arguments: [
        ("", FailureCode.required), ("maya", .missingAtSign), ("a@b@stanford.edu", .severalAtSigns),
        ("ma ya@stanford.edu", .containsSpace), ("maya@stanford.edu\r\nBcc: all@stanford.edu", .containsSpace),
        ("maya@gmail.com", .freeMailAddress), ("maya@fakestanford.example", .notCampusAddress),
        ("maya@stanford.edu.evil.com", .notCampusAddress), ("maya@languagesystems.edu", .openCampusDomain),
    ])
    func `an address without a campus is refused with the reason`(
        _ address: String, _ reason: FailureCode
    ) async throws {
        let response = try await server.sendCode(to: address)
        #expect(response.status == 422)
        #expect(response.code == .invalidInput)
        #expect(response.problem?.fields.map(\.path) == ["email"])
        #expect(response.problem?.fields.map(\.code) == [reason])
        #expect(server.mailTransport.count == 0)
    }

    @Test func `known and unknown addresses get equal responses`() async throws {
        _ = try await server.signIn(maya)
        server.clock.advance(by: .seconds(31))
        let known = try await server.sendCode(to: maya)
        let unknown = try await server.sendCode(to: "nobody@stanford.edu")
        #expect(known.status == unknown.status)
        #expect(known.headers == unknown.headers)
        var (first, second) = (try known.payload(CodeSent.self), try unknown.payload(CodeSent.self))
        #expect(first.challengeID != second.challengeID)
        #expect(known.body.count == unknown.body.count)
        first.challengeID = "one"
        second.challengeID = "one"
        #expect(first == second)
    }

    @Test func `a second code can be requested after 30 seconds`() async throws {
        #expect(try await server.sendCode(to: maya).status == 200)
        server.clock.advance(by: .seconds(29))
        let early = try await server.sendCode(to: maya)
        #expect(early.status == 429)
        #expect(early.problem?.retryAfter == 1)
        #expect(early.field("retry-after") == "1")
        server.clock.advance(by: .seconds(1))
        #expect(try await server.sendCode(to: maya).status == 200)
        #expect(server.mailTransport.count == 2)
    }

    @Test func `an address gets three codes in ten minutes`() async throws {
        for _ in 0..<3 {
            #expect(try await server.sendCode(to: maya).status == 200)
            server.clock.advance(by: .seconds(60))
        }
        let fourth = try await server.sendCode(to: maya)
        #expect(fourth.code == .rateLimited)
        #expect(fourth.problem?.retryAfter == 420)
        #expect(try await server.sendCode(to: "other@stanford.edu").status == 200)
        server.clock.advance(by: .seconds(420))
        #expect(try await server.sendCode(to: maya).status == 200)
    }

    @Test func `tags behind a plus count towards the limit of their mailbox`() async throws {
        #expect(try await server.sendCode(to: maya).status == 200)
        #expect(try await server.sendCode(to: "Maya+1@stanford.edu").code == .rateLimited)
        #expect(try await server.sendCode(to: "maya2@stanford.edu").status == 200)
    }

    @Test func `an address gets four codes a day from one origin and ten in all`() async throws {
        var codes: [Int] = []
        for origin in 0..<6 {
            codes.append(0)
            while true {
                let answer = try await server.sendCode(to: maya, origin: "192.0.2.\(origin)")
                if answer.status != 200 { break }
                codes[origin] += 1
                server.clock.advance(by: .seconds(600))
            }
        }
        #expect(codes == [4, 2, 2, 1, 1, 0])
        let eleventh = try await server.sendCode(to: maya, origin: "192.0.2.6")
        #expect(eleventh.code == .rateLimited)
        #expect(eleventh.problem?.retryAfter == 86_400 - 6_000)
        server.clock.advance(by: .seconds(86_400 - 6_000))
        #expect(try await server.sendCode(to: maya, origin: "192.0.2.6").status == 200)
    }

    @Test func `an origin over its limit gets no codes mailed, and another origin still gets them`() async throws {
        let server = TestServer { $0.codesPerOrigin = 3 }
        for number in 0..<30 {
            #expect(try await server.sendCode(to: "student\(number)@stanford.edu").status == 200)
        }
        // The fourth code is the newcomers' share of a crowded origin. The next share is due after 200 seconds.
        #expect(server.mailTransport.count == 4)
        #expect(try await server.sendCode(to: maya).payload(CodeSent.self).mayBeWithheld)
        #expect(server.mailTransport.mails(to: maya).isEmpty)
        #expect(try await !server.sendCode(to: maya, origin: "192.0.2.2").payload(CodeSent.self).mayBeWithheld)
        #expect(server.mailTransport.mails(to: maya).count == 1)
    }

    @Test func `a refused request sends no mail and does not count`() async throws {
        #expect(try await server.sendCode(to: maya).status == 200)
        for _ in 0..<20 { #expect(try await server.sendCode(to: maya).status == 429) }
        server.clock.advance(by: .seconds(30))
        #expect(try await server.sendCode(to: maya).status == 200)
        #expect(server.mailTransport.count == 2)
    }

    @Test func `a limit of zero codes mails nothing`() async throws {
        let server = TestServer { $0.codesPerOrigin = 0 }
        #expect(try await server.sendCode(to: maya).payload(CodeSent.self).mayBeWithheld)
        #expect(server.mailTransport.count == 0)
    }

    @Test(arguments: [10, 86_300])
    func `after the clock was set back within the window of a limit, a code is sent after the stated wait`(
        _ seconds: Int
    ) async throws {
        #expect(try await server.sendCode(to: maya).status == 200)
        server.clock.jumpDate(by: .seconds(-seconds))
        #expect(try await server.sendCode(to: maya).problem?.retryAfter == seconds + 30)
        server.clock.advance(by: .seconds(seconds + 29))
        #expect(try await server.sendCode(to: maya).problem?.retryAfter == 1)
        server.clock.advance(by: .seconds(1))
        #expect(try await server.sendCode(to: maya).status == 200)
    }

    @Test func `after the clock was set back by more than the window of a limit, the earlier code does not count`()
        async throws
    {
        #expect(try await server.sendCode(to: maya).status == 200)
        server.clock.jumpDate(by: .seconds(-86_400 * 365))
        #expect(try await server.sendCode(to: maya).status == 200)
        #expect(try await server.sendCode(to: maya).problem?.retryAfter == 30)
        server.clock.advance(by: .seconds(30))
        #expect(try await server.sendCode(to: maya).status == 200)
    }

    @Test func `a request repeated with its key sends one mail and gets an equal response`() async throws {
        let first = try await server.sendCode(to: maya, key: "k1")
        let again = try await server.sendCode(to: maya, key: "k1")
        #expect(first.status == 200)
        #expect(again.status == 200)
        #expect(first.body == again.body)
        #expect(first.headers == again.headers)
        #expect(server.mailTransport.count == 1)
    }

    @Test func `an idempotency key with another payload is refused`() async throws {
        #expect(try await server.sendCode(to: maya, key: "k1").status == 200)
        let other = try await server.sendCode(to: "liam@stanford.edu", key: "k1")
        #expect(other.status == 422)
        #expect(other.code == .idempotencyKeyReused)
        #expect(server.mailTransport.count == 1)
    }

    @Test func `the same key from two origins is two keys`() async throws {
        #expect(try await server.sendCode(to: maya, key: "k1").status == 200)
        let other = try await server.sendCode(to: "liam@stanford.edu", key: "k1", origin: "192.0.2.2")
        #expect(other.status == 200)
        #expect(server.mailTransport.count == 2)
    }

    @Test func `an idempotency key expires after a day and does not store a refusal`() async throws {
        #expect(try await server.sendCode(to: maya, key: "k1").status == 200)
        #expect(try await server.sendCode(to: maya, key: "k2").status == 429)
        server.clock.advance(by: .seconds(30))
        #expect(try await server.sendCode(to: maya, key: "k2").status == 200)
        server.clock.advance(by: .seconds(86_400))
        #expect(try await server.sendCode(to: "liam@stanford.edu", key: "k1").status == 200)
        #expect(server.mailTransport.count == 3)
    }

    @Test(arguments: ["", String(repeating: "k", count: 256)])
    func `an empty or too long key is refused`(_ key: String) async throws {
        let response = try await server.sendCode(to: maya, key: key)
        #expect(response.status == 400)
        #expect(response.code == .malformedRequest)
    }

    @Test func `fifty simultaneous requests with one key send one mail`() async throws {
        let bodies = try await withThrowingTaskGroup { group in
            for _ in 0..<50 { group.addTask { [server, maya] in try await server.sendCode(to: maya, key: "k1").body } }
            return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
        }
        #expect(bodies.count == 1)
        #expect(server.mailTransport.count == 1)
    }

    @Test func `descriptions of a mail contain neither the code nor the address`() async throws {
        _ = try await server.sendCode(to: maya)
        let mail = try #require(server.mailTransport.last)
        let code = try server.mailTransport.code(for: maya)
        #expect(mail.text.contains(code))
        var dumped = ""
        dump(mail, to: &dumped)
        for text in ["\(mail)", String(reflecting: mail), dumped, "\(mail.content)", mail.subject] {
            #expect(!text.contains(code))
            #expect(!text.contains("maya"))
        }
    }

    @Test func `random codes are spread evenly over all digits`() async throws {
        var counts = [Character: Int]()
        for number in 0..<400 {
            let address = "student\(number)@stanford.edu"
            _ = try await server.sendCode(to: address, origin: "198.51.100.\(number)")
            for digit in try server.mailTransport.code(for: address) { counts[digit, default: 0] += 1 }
        }
        #expect(counts.keys.sorted() == Array("0123456789"))
        // 240 of each digit are expected. More than five standard deviations would be a bias.
        #expect(counts.values.allSatisfy { (165...315).contains($0) })
    }
}
