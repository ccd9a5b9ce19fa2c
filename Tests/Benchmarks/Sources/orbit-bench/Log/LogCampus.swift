import Auth
import BackendRuntime
import Connections
import Discover
import Foundation
import Networking
import OrbitBackend
import OrbitDemo
import OrbitModels
import OrbitStore
import Profiles
import TimeAndChance
import Validation

/// A campus in this process, on a watched store.
struct LogCampus: Sendable {
    let store: WatchedStore
    let backend: OrbitBackend
    let residents: [User]

    static let events = EventCatalogue(joining: [.connections, .profiles, .discover])
    /// The addresses of two people who decide about reports.
    static let moderators = ["moderator1@orbit.example", "moderator2@orbit.example"]

    init(people: Int, on store: any BackendStore = MemoryStore(), adding features: [Feature] = []) async throws {
        self.store = WatchedStore(store)
        var configuration = OrbitBackend.Configuration.demonstration()
        configuration.moderators = try Self.moderators.map { try EmailAddress($0) }
        backend = try OrbitBackend(
            store: self.store, random: .seeded(1), configuration: configuration, adding: features)
        residents = try await CampusSeed(people: people, seed: 7).populate(self.store, time: SystemClock())
    }

    /// Signs a resident in. Each resident has their own network address.
    func signIn(_ number: Int) async throws -> BenchmarkDevice {
        try await signIn(residents[number].email, origin: "10.0.\(number / 250).\(number % 250 + 1)")
    }

    func signIn(_ email: String, origin: String) async throws -> BenchmarkDevice {
        let sent: CodeSent = try await respond(
            .post, "/auth/send-code", SendCodeRequest(email: email), origin: origin)
        let grant: AuthGrant = try await respond(
            .post, "/auth/verify-code",
            VerifyCodeRequest(email: email, code: "123456", challengeID: sent.challengeID), origin: origin)
        return BenchmarkDevice(token: grant.accessToken, origin: origin)
    }

    /// Sends a request without a session.
    func respond<Payload: Decodable>(
        _ method: HTTPMethod, _ path: String, _ body: some Encodable, origin: String
    ) async throws -> Payload {
        let request = try HTTPRequest.toCampus(method, path, body: OrbitJSON.encoder.encode(body))
        let response = await backend.respond(to: request, origin: origin)
        guard case .success(let payload) = try OrbitJSON.decoder.decode(Envelope<Payload>.self, from: response.body)
        else { throw UnexpectedInput("The backend refuses \(path).") }
        return payload
    }

    /// Returns a client that sends requests for the device.
    func client(of device: BenchmarkDevice) throws -> APIClient {
        APIClient(
            server: try ServerAddress("https://orbit.example/api"),
            transport: InProcessTransport(backend, origin: device.origin), middleware: [device], events: Self.events)
    }
}

extension LogCampus {
    /// Sends a request of a signed-in person.
    ///
    /// - Throws: ``UnexpectedInput`` with the response if the backend refuses it.
    @discardableResult
    func send(
        _ method: HTTPMethod, _ path: String, _ body: (any Encodable & Sendable)? = nil, by device: BenchmarkDevice
    ) async throws -> HTTPResponse {
        let request = try HTTPRequest.toCampus(
            method, path, key: method == .get ? nil : UUID().uuidString,
            body: body.map { try OrbitJSON.encoder.encode($0) } ?? Data())
        let response = await backend.respond(to: try device.signed(request), origin: device.origin)
        guard response.status == 200 else {
            throw UnexpectedInput("\(path) comes to \(String(decoding: response.body, as: UTF8.self))")
        }
        return response
    }

    /// Sends a request of a signed-in person, and returns the data of the response.
    func payload<Payload: Decodable>(
        _ method: HTTPMethod, _ path: String, _ body: (any Encodable & Sendable)? = nil, by device: BenchmarkDevice
    ) async throws -> Payload {
        let response = try await send(method, path, body, by: device)
        guard case .success(let payload) = try OrbitJSON.decoder.decode(Envelope<Payload>.self, from: response.body)
        else { throw UnexpectedInput("\(path) has no data.") }
        return payload
    }
}

/// The session of a signed-in person.
struct BenchmarkDevice: HTTPMiddleware {
    let token: AccessToken
    let origin: String

    func intercept(
        _ request: HTTPRequest, route: Networking.Route,
        next: nonisolated(nonsending) @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        try await next(signed(request))
    }

    func signed(_ request: HTTPRequest) throws -> HTTPRequest {
        var request = request
        try request.headers.set(.authorization, to: "Bearer \(token.reveal)")
        return request
    }
}

extension HTTPRequest {
    static func toCampus(_ method: HTTPMethod, _ path: String, key: String? = nil, body: Data = Data()) throws -> Self {
        guard let url = URL(string: "https://orbit.example/api" + path) else {
            throw UnexpectedInput("There is no such path.")
        }
        var headers = [("content-type", "application/json")]
        if let key { headers.append(("idempotency-key", key)) }
        return HTTPRequest(method: method, url: url, headers: HTTPHeaders(lenient: headers), body: body)
    }
}
