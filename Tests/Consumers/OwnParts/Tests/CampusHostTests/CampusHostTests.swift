import Auth
import BackendRuntime
import Foundation
import Networking
import NetworkingTesting
import OrbitBackend
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance
import Validation

@testable import CampusHost

@Suite struct CampusHostTests {
    private let clock = VirtualClock()

    private func host(_ store: any BackendStore, _ queue: MemoryQueue, _ counters: Counters) throws -> CampusHost {
        try CampusHost(
            store: store, queue: queue, counters: counters, digest: .plainForDemonstration, proxies: ["10.0.0.1"],
            time: clock)
    }

    @Test func `a person signs in with the mailed code at one server, and their session is valid at another`()
        async throws
    {
        let (store, queue, counters) = (MemoryStore(), MemoryQueue(), Counters())
        let first = try host(store, queue, counters)
        let client = try APIClient.scripted(InProcessTransport(first.backend), time: clock)
        let session = CurrentSession(store: MemoryTokenStore(), client: client, time: clock)
        let auth = AuthService(client: client, session: session, time: clock, random: .seeded(1))
        let email = try EmailAddress("maya@cornell.edu")
        let sent = try await auth.sendCode(to: email)
        let mails = await queue.mails
        let mail = try #require(mails.first)
        guard case .verificationCode(let code, minutes: _) = mail.content else { throw WrongMail() }
        let grant = try await auth.verify(code, for: email, challenge: sent.challengeID)
        #expect(counters[.codeSent] == 1 && counters[.accountMade] == 1 && counters.raised.isEmpty)

        let second = try host(store, queue, counters)
        let address = try #require(URL(string: "https://orbit.cornell.edu/api/users/me"))
        var request = HTTPRequest(method: .get, url: address)
        #expect(await second.respond(to: request, from: "192.0.2.1").status == 401)
        try request.headers.set(.authorization, to: "Bearer \(grant.accessToken.reveal)")
        #expect(await second.respond(to: request, from: "192.0.2.1").status == 200)
        try await second.backend.runScheduledWork()
    }

    /// The peer, the field `X-Forwarded-For`, and the origin for the limits.
    private static let origins: [(String, String?, String)] = [
        ("192.0.2.1", nil, "192.0.2.1"), ("192.0.2.1", "198.51.100.7", "192.0.2.1"),
        ("10.0.0.1", "192.0.2.1", "192.0.2.1"), ("10.0.0.1", "198.51.100.7, 192.0.2.1", "192.0.2.1"),
        ("10.0.0.1", nil, "10.0.0.1"),
    ]

    @Test(arguments: origins)
    func `the origin of a request is the address that the last proxy of the host has seen`(
        peer: String, field: String?, origin: String
    ) throws {
        let address = try #require(URL(string: "https://orbit.cornell.edu/api/events"))
        let pairs = field.map { [(name: "X-Forwarded-For", value: $0)] } ?? []
        let request = HTTPRequest(method: .get, url: address, headers: HTTPHeaders(lenient: pairs))
        #expect(CallerAddresses(proxies: ["10.0.0.1"]).origin(of: request, from: peer) == origin)
    }
}

private struct WrongMail: Error {}
