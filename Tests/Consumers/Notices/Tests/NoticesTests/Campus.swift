import Auth
import BackendRuntime
import Foundation
import Networking
import NetworkingTesting
import Notices
import NoticesBackend
import OrbitApp
import OrbitBackend
import OrbitDemo
import OrbitModels
import OrbitStore
import Presentation
import Testing
import TimeAndChance
import Validation

/// A seeded campus with a notice board, served in this process. Its first person is a certified host.
@MainActor final class Campus {
    let clock: VirtualClock
    let backend: OrbitBackend
    let people: [User]
    private var devices = 0

    init() async throws {
        let clock = VirtualClock.selfAdvancing(upTo: .seconds(5))
        let store = MemoryStore()
        self.clock = clock
        people = try await CampusSeed(people: 3, seed: 7).plant(in: store, time: clock)
        backend = try OrbitBackend(
            store: store, time: clock, random: .seeded(1), configuration: .demonstration(), adding: [.notices])
        try await certify(0)
    }

    /// Has the campus vouch for a person.
    func certify(_ person: Int) async throws {
        _ = try await backend.certifyHost(try EmailAddress(people[person].email))
    }

    /// Signs a person in on a device of their own, which follows their log.
    func device(of person: Int) async throws -> Device {
        devices += 1
        let environment = AppEnvironment(
            server: try ServerAddress("https://orbit.example/api"),
            transport: InProcessTransport(backend, origin: "10.0.0.\(devices)"), tokens: MemoryTokenStore(),
            registry: CampusSeed.registry, zone: CampusSeed.timeZone, deviceZone: { CampusSeed.timeZone },
            time: clock, random: .seeded(100 + UInt64(devices)))
        let app = AppModel(environment, features: try AppFeatures([.notices]))
        await app.launch()
        app.auth.email = people[person].email
        await app.auth.sendCode()
        app.auth.verificationCode = "123456"
        await app.verifyCode()
        #expect(app.route == .home)
        let user = try #require(app.user)
        await waitUntil { user.connection == .live }
        return Device(app: app, user: user, notices: try #require(user.models(of: NoticesModels.self)))
    }

    /// Sends a request and does the work that it leaves.
    func send(
        _ method: HTTPMethod, _ path: String, token: String? = nil, key: String? = nil, _ body: [String: String]? = nil
    ) async throws -> HTTPResponse {
        var fields: [(name: String, value: String)] = []
        if let token { fields.append((name: "authorization", value: "Bearer \(token)")) }
        if let key { fields.append((name: "idempotency-key", value: key)) }
        if body != nil { fields.append((name: "content-type", value: "application/json")) }
        let request = HTTPRequest(
            method: method, url: try #require(URL(string: "https://orbit.example/api\(path)")),
            headers: HTTPHeaders(lenient: fields), body: try body.map { try JSONEncoder().encode($0) } ?? Data())
        let response = await backend.respond(to: request, origin: "192.0.2.1")
        try await backend.doDueWork()
        return response
    }

    /// Signs a person in with the code of demonstrations.
    ///
    /// - Returns: The access token.
    func token(of person: Int) async throws -> String {
        let email = people[person].email
        let sent = try await send(.post, "/auth/send-code", ["email": email]).data(as: CodeSent.self)
        let entered = ["email": email, "code": "123456", "challenge_id": sent.challengeID.rawValue]
        return try await send(.post, "/auth/verify-code", entered).data(as: SignedIn.self).accessToken
    }

    /// The member of a new session that requests need.
    private struct SignedIn: Decodable {
        let accessToken: String

        enum CodingKeys: String, CodingKey { case accessToken = "access_token" }
    }
}

/// A device with the app, and the board of the person who has signed in on it.
@MainActor struct Device {
    let app: AppModel
    let user: SignedInUser
    let notices: NoticesModels

    /// The texts that a board shows.
    func texts(of kind: NoticeKind? = nil) -> [String] { (notices.board(of: kind).items.value ?? []).map(\.text) }

    /// Posts a notice through the form.
    func post(_ text: String, _ kind: NoticeKind = .event) async -> ActionOutcome {
        notices.form.draft = NoticeRequest(kind: kind, text: text)
        return await notices.form.post()
    }
}

extension HTTPResponse {
    /// The data of the envelope.
    func data<Payload: Decodable>(as type: Payload.Type) throws -> Payload {
        switch try OrbitJSON.decoder.decode(Envelope<Payload>.self, from: body) {
        case .success(let data): return data
        case .failure(let problem): throw HTTPProblem(status, problem.code, problem.message)
        }
    }

    /// The problem of the envelope; `nil` for a success.
    var problem: Problem? {
        get throws {
            guard
                case .failure(let problem) = try OrbitJSON.decoder.decode(
                    Envelope<MessageData>.self, from: body)
            else { return nil }
            return problem
        }
    }
}
