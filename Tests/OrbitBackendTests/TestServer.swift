import Auth
import Connections
import Discover
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Profiles
import Testing
import TimeAndChance
import Trust
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// A backend with a virtual clock, a seeded random source and a mail transport that tests can read.
struct TestServer: Sendable {
    let clock: VirtualClock
    let store: any BackendStore
    let mailTransport: RecordingMailTransport
    let backend: OrbitBackend
    private let runsDeferredWork = LockedState(true)

    init(
        store: any BackendStore = TestStore.make(), seed: UInt64 = 1,
        configure: (inout BackendConfiguration) -> Void = { _ in }
    ) {
        let (clock, mailTransport) = (VirtualClock(), RecordingMailTransport())
        // A one-way digest that is fast, but too weak against an attacker.
        let digest = SecretDigest { Data(ContentHash.hexadecimal([$0.base64EncodedString()]).utf8) }
        var configuration = BackendConfiguration(
            campuses: Self.campuses, campusTimeZone: .gmt, digest: digest, mailTransport: mailTransport.receive)
        configuration.unlocks = .everything  // only tests of trust levels depend on unlocks
        configure(&configuration)
        let backend = OrbitBackend(store: store, time: clock, random: .seeded(seed), configuration: configuration)
        self.init(backend: backend, store: store, mailTransport: mailTransport, clock: clock)
    }

    init(backend: OrbitBackend, store: any BackendStore, mailTransport: RecordingMailTransport, clock: VirtualClock) {
        self.backend = backend
        self.store = store
        self.mailTransport = mailTransport
        self.clock = clock
    }

    /// All routes of the clients.
    static let routes = ContractArea.routes

    static let campuses = CampusRegistry(universities: [
        University(
            name: "Stanford University", country: "United States", alphaTwoCode: "US",
            domains: ["stanford.edu", "stanford.example"]),
        University(
            name: "Universidad de Buenos Aires", country: "Argentina", alphaTwoCode: "AR", domains: ["uba.edu.ar"]),
    ])
}

/// A mail transport that stores every message.
final class RecordingMailTransport: Sendable {
    private let mails = LockedState<[OutgoingMail]>([])

    var receive: @Sendable (OutgoingMail) async throws -> Void {
        { mail in self.mails.withLock { $0.append(mail) } }
    }

    var count: Int { mails.withLock { $0.count } }

    var last: OutgoingMail? { mails.withLock { $0.last } }

    /// All messages sent to the address, which is not case-sensitive.
    func mails(to address: String) -> [OutgoingMail] {
        mails.withLock { $0.filter { $0.recipient.text.lowercased() == address.lowercased() } }
    }

    /// The last code sent to the mailbox of the address.
    func code(for address: String) throws -> String {
        let recipient = try EmailAddress(address).withoutTag
        let mail = mails.withLock { mails in mails.last { $0.recipient == recipient } }
        guard case .verificationCode(let code, _) = try #require(mail).content else { throw TestServer.Unexpected() }
        return code.digits
    }
}

extension TestServer {
    /// Sends a request to the backend and expects a response that conforms to the contract. Then runs the work that the
    /// request deferred, except within ``deferringWork(_:)``.
    func send(
        _ method: HTTPMethod, _ path: String, token: AccessToken? = nil, headers: [(name: String, value: String)] = [],
        body: Data = Data(), origin: String = "192.0.2.1"
    ) async throws -> HTTPResponse {
        let url = try #require(URL(string: "https://orbit.example/api" + path))
        var fields = headers
        if let token { fields.append(("Authorization", "Bearer \(token.reveal)")) }
        let request = HTTPRequest(method: method, url: url, headers: HTTPHeaders(lenient: fields), body: body)
        let response = try await TestCarrier.send(request, to: backend, origin: origin)
        if runsDeferredWork.withLock({ $0 }) { await backend.doWorkAfterRequest() }
        let faults = try Contract.current.get().faults(in: response, to: request)
        #expect(faults == [])
        return response
    }

    /// Sends requests without running the work that they defer.
    func deferringWork<Result>(_ requests: () async throws -> Result) async throws -> Result {
        let before = runsDeferredWork.withLock { runsDeferredWork in
            defer { runsDeferredWork = false }
            return runsDeferredWork
        }
        defer { runsDeferredWork.withLock { $0 = before } }
        return try await requests()
    }

    func post(
        _ path: String, _ body: some Encodable, token: AccessToken? = nil,
        headers: [(name: String, value: String)] = [], origin: String = "192.0.2.1"
    ) async throws -> HTTPResponse {
        try await send(
            .post, path, token: token, headers: headers + [("Content-Type", "application/json")],
            body: try OrbitJSON.encoder.encode(body), origin: origin)
    }

    func sendCode(
        to address: String, key: String? = nil, device: DeviceToken? = nil, replaces: ChallengeID? = nil,
        origin: String = "192.0.2.1"
    ) async throws -> HTTPResponse {
        try await post(
            "/auth/send-code", SendCodeRequest(email: address, deviceToken: device, replaces: replaces),
            headers: key.map { [("Idempotency-Key", $0)] } ?? [], origin: origin)
    }

    func challenge(for address: String, origin: String = "192.0.2.1") async throws -> ChallengeID {
        try await sendCode(to: address, origin: origin).payload(CodeSent.self).challengeID
    }

    func verify(
        _ address: String, code: String, challenge: ChallengeID, origin: String = "192.0.2.1"
    ) async throws -> HTTPResponse {
        try await post(
            "/auth/verify-code", VerifyCodeRequest(email: address, code: code, challengeID: challenge), origin: origin)
    }

    func signIn(_ address: String, origin: String = "192.0.2.1") async throws -> AuthGrant {
        let challenge = try await challenge(for: address, origin: origin)
        return try await verify(address, code: mailTransport.code(for: address), challenge: challenge)
            .payload(AuthGrant.self)
    }

    func refresh(_ token: RefreshToken) async throws -> HTTPResponse {
        try await post("/auth/refresh", RefreshRequest(refreshToken: token))
    }

    func logOut(_ token: RefreshToken) async throws -> HTTPResponse {
        try await post("/auth/logout", RefreshRequest(refreshToken: token))
    }

    func me(_ token: AccessToken) async throws -> HTTPResponse {
        try await send(.get, "/users/me", token: token)
    }
}

extension HTTPResponse {
    /// Returns the payload of a successful response.
    ///
    /// - Throws: ``UnexpectedProblem`` if the response is a problem.
    func payload<Payload: Decodable>(_ type: Payload.Type) throws -> Payload {
        switch try OrbitJSON.decoder.decode(Envelope<Payload>.self, from: body) {
        case .success(let payload):
            #expect((200..<300).contains(status))
            return payload
        case .failure(let problem): throw UnexpectedProblem(status: status, problem: problem)
        }
    }

    /// The `data` of the response, without the receipt of the caller's log; `nil` without an envelope.
    var data: JSONValue? {
        try? JSONValue(json: body)["data"]  // no envelope
    }

    /// The receipt of the caller's log in the response.
    func receipt() throws -> LogReceipt {
        let decoder = OrbitJSON.decoder(reading: .all)
        return try #require(try decoder.decode(LoggedEnvelope<JSONValue>.self, from: body).receipt)
    }

    var problem: Problem? {
        guard let envelope = try? OrbitJSON.decoder.decode(Envelope<MessageData>.self, from: body),  // no envelope
            case .failure(let problem) = envelope
        else { return nil }
        return problem
    }

    var code: ProblemCode? { problem?.code }

    /// The value of a header field, whose name is given in lower case.
    func field(_ name: String) -> String? {
        headers.fields.first { $0.name.description == name }?.value
    }
}

extension EventCatalogue {
    /// The event catalogue of all features.
    static let all = ContractArea.catalogue
}

struct UnexpectedProblem: Error {
    let status: Int
    let problem: Problem
}

extension Sessions {
    /// Begins a session for a person without a sign-in by code.
    func begin(
        for user: UserID, isNewUser: Bool, _ transaction: any StoreTransaction, _ now: Date
    ) throws -> AuthGrant {
        let account = try #require(try transaction.get(AccountRecord.self, user.rawValue))
        return try begin(for: account, isNewUser: isNewUser, transaction, now)
    }
}
