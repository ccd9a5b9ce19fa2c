import BackendRuntime
import Foundation
import Logging
import NIOCore
import Networking
import NetworkingTesting
import OrbitBackend
import OrbitDemo
import OrbitModels
import OrbitStore
import TimeAndChance

@testable import CampusServer

/// A server with people who are signed in, on a clock that a test advances.
struct StreamCampus: Sendable {
    /// A person with a session.
    struct Person: Sendable {
        let id: String
        let token: String
        let refreshToken: String
    }

    struct UnexpectedResponse: Error {
        let status: Int
    }

    let clock: VirtualClock
    let server: ServerApplication
    let people: [Person]
    private let transport: InProcessTransport

    /// Creates a server with three people.
    ///
    /// - Parameters:
    ///   - mailTransport: Receives the messages of the backend.
    ///   - onRunning: Receives the port.
    init(
        mailTransport: @escaping @Sendable (OutgoingMail) async throws -> Void = { _ in },
        onRunning: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws {
        let (clock, store) = (VirtualClock(), MemoryStore())
        let users = try await CampusSeed(people: 3, seed: 7).populate(store, time: clock)
        let backend = OrbitBackend(
            store: store, time: clock, random: .seeded(1),
            configuration: .demonstration(mailTransport: mailTransport))
        server = try ServerApplication(
            backend: backend, store: MeasuredStore(store: store), options: .unhurried, logger: .silent,
            onRunning: { channel in
                if let port = channel.localAddress?.port { onRunning(port) }
            })
        let transport = InProcessTransport(backend)
        var people: [Person] = []
        for user in users { people.append(try await Self.signIn(user.email, transport)) }
        (self.clock, self.people, self.transport) = (clock, people, transport)
    }

    private static func signIn(_ address: String, _ transport: InProcessTransport) async throws -> Person {
        let sent = try await send(transport, .post, "/auth/send-code", ["email": address])
        let grant = try await send(
            transport, .post, "/auth/verify-code",
            ["email": address, "code": "123456", "challenge_id": sent["challenge_id"] ?? ""])
        return Person(
            id: grant["user_id"] ?? "", token: grant["access_token"] ?? "", refreshToken: grant["refresh_token"] ?? "")
    }

    /// Sends a request of a person in the process, and then runs the work that it has created.
    func post(_ path: String, _ body: [String: String] = [:], by person: Person? = nil) async throws {
        _ = try await Self.send(transport, .post, path, body, token: person?.token)
    }

    /// Sends a poke.
    func poke(_ recipient: Person, by sender: Person) async throws {
        try await post("/pokes", ["to_user_id": recipient.id, "note": "hello"], by: sender)
    }

    /// Returns the members of the response's `data` that are strings.
    private static func send(
        _ transport: InProcessTransport, _ method: HTTPMethod, _ path: String, _ body: [String: String],
        token: String? = nil
    ) async throws -> [String: String] {
        guard let url = URL(string: "https://orbit.example/api\(path)") else { throw UnexpectedResponse(status: 0) }
        var fields = [(name: "content-type", value: "application/json")]
        if let token { fields.append((name: "authorization", value: "Bearer \(token)")) }
        let response = try await transport.send(
            HTTPRequest(
                method: method, url: url, headers: HTTPHeaders(lenient: fields),
                body: body.isEmpty ? Data() : try JSONEncoder().encode(body)))
        guard response.status == 200 else { throw UnexpectedResponse(status: response.status) }
        let envelope = try JSONSerialization.jsonObject(with: response.body) as? [String: Any]
        return (envelope?["data"] as? [String: Any])?.compactMapValues { $0 as? String } ?? [:]
    }
}
