import Auth
import BackendRuntime
import Foundation
import Moderation
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
import Safety
import Testing
import TimeAndChance
import Validation

/// A seeded campus with a notice board, served in this process. Its first person is a certified host, and its last a
/// moderator.
@MainActor final class Campus {
    let clock: VirtualClock
    let backend: OrbitBackend
    let people: [User]
    /// The last notice of ``post(_:)``.
    private(set) var notice: NoticeID = "none"
    private var suspension: DecisionID = "none"
    private var defersWork = false
    private var devices = 0
    private var sessions: [String: (token: String, end: Date)] = [:]

    init() async throws {
        let clock = VirtualClock.selfAdvancing(upTo: .seconds(5))
        let store = MemoryStore()
        let people = try await CampusSeed(people: 4, seed: 7).populate(store, time: clock)
        var configuration = OrbitBackend.Configuration.demonstration()
        configuration.moderators = [try EmailAddress(people[3].email)]
        (self.clock, self.people) = (clock, people)
        backend = try OrbitBackend(
            store: store, time: clock, random: .seeded(1), configuration: configuration, adding: [.notices])
        try await certify(0)
    }

    /// Certifies a person as a host.
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

    /// Signs in a person who may post and another, who both load the board.
    func devicesWithBoard() async throws -> (maya: Device, liam: Device) {
        let (maya, liam) = (try await device(of: 0), try await device(of: 1))
        for device in [maya, liam] { await device.notices.board().load() }
        return (maya, liam)
    }

    /// Sends a request, and then runs the scheduled work of the backend, unless ``Step/deferWork`` was taken before.
    func send(
        _ method: HTTPMethod, _ path: String, token: String? = nil, key: String? = nil,
        _ body: (any Encodable & Sendable)? = nil
    ) async throws -> HTTPResponse {
        var fields: [(name: String, value: String)] = []
        if let token { fields.append((name: "authorization", value: "Bearer \(token)")) }
        if let key { fields.append((name: "idempotency-key", value: key)) }
        if body != nil { fields.append((name: "content-type", value: "application/json")) }
        var request = HTTPRequest(
            method: method, url: try #require(URL(string: "https://orbit.example/api\(path)")),
            headers: HTTPHeaders(lenient: fields))
        if let body { request.body = try JSONEncoder().encode(body) }
        let response = await backend.respond(to: request, origin: "192.0.2.1")
        if !defersWork { try await backend.runScheduledWork() }
        return response
    }

    /// Sends a request of a person, which has to succeed.
    @discardableResult func request(
        _ method: HTTPMethod, _ path: String, by person: Int, _ body: (any Encodable & Sendable)? = nil
    ) async throws -> HTTPResponse {
        let response = try await send(method, path, token: try await token(of: person), body)
        #expect(response.status == 200)
        return response
    }

    /// Posts a notice of the first person by a request.
    func post(_ text: String) async throws {
        let response = try await request(.post, "/notices", by: 0, NoticeRequest(kind: .event, text: text))
        notice = try response.data(as: Keyed<Notice>.self).value.id
    }

    /// The end of a person's log.
    func logEnd(of person: Int) async throws -> LogPosition {
        try await request(.get, "/events", by: person).data(as: LogSlice.self).at
    }

    /// The role of a caller for a notice. It is the caller's relation to the author, who is the first person, or the
    /// caller's state. The cases `memberAfter…` describe a member after an event that followed the posting.
    enum Role {
        case stranger, newcomer, member, host, author, blocked, blocker, suspended, moderator
        case memberAfterSuspension, memberAfterErasure, memberAfter29Days, memberAfter30Days
    }

    /// Prepares a role and signs its caller in. The caller is the second person, unless the role requires another
    /// caller.
    func token(of role: Role) async throws -> String? {
        switch role {
        case .stranger: return nil
        case .newcomer: return try await token(of: "newcomer@orbit.example")
        case .member: break
        case .host: try await certify(1)
        case .author: return try await token(of: 0)
        case .blocked: try await request(.post, "/blocks/\(people[1].id)", by: 0)
        case .blocker: try await request(.post, "/blocks/\(people[0].id)", by: 1)
        case .suspended:
            let token = try await token(of: 1)
            try await suspend(1)
            return token
        case .moderator: return try await token(of: 3)
        case .memberAfterSuspension: try await suspend(0)
        case .memberAfterErasure: try await request(.delete, "/users/me", by: 0)
        case .memberAfter29Days: clock.advance(by: .seconds(29 * 86_400))
        case .memberAfter30Days: clock.advance(by: .seconds(30 * 86_400))
        }
        return try await token(of: 1)
    }

    /// An action of the author, who is the first person, of the reader, who is the second, or of the moderator.
    enum Step: Equatable {
        case post, openBoard, openNotice, withdraw, remove, block, unblock, suspend, lift, erase
        case wait(days: Int)
        /// From now on, scheduled work does not run after a step.
        case deferWork
    }

    /// Takes a step. The notice is the last one of ``post(_:)``.
    func take(_ step: Step) async throws {
        switch step {
        case .post: try await post("Keys")
        case .openBoard: try await request(.get, "/notices", by: 1)
        case .openNotice: try await request(.get, "/notices/\(notice)", by: 1)
        case .withdraw: try await request(.delete, "/notices/\(notice)", by: 0)
        case .remove: try await request(.post, "/notices/\(notice)/remove", by: 3)
        case .block: try await request(.post, "/blocks/\(people[1].id)", by: 0)
        case .unblock: try await request(.delete, "/blocks/\(people[1].id)", by: 0)
        case .suspend: try await suspend(0)
        case .lift:
            let body = LiftRequest(note: "It was no spam.")
            try await request(.post, "/moderation/decisions/\(suspension)/lift", by: 3, body)
        case .erase: try await request(.delete, "/users/me", by: 0)
        case .wait(let days): clock.advance(by: .seconds(days * 86_400))
        case .deferWork: defersWork = true
        }
    }

    /// Reports a person in the name of the third person, and has the moderator suspend them.
    private func suspend(_ person: Int) async throws {
        let report = SendReportRequest(about: .person(people[person].id), reason: .spam)
        try await request(.post, "/reports", by: 2, report)
        let cases = try await request(.get, "/moderation/cases", by: 3).data(as: Page<CaseSummary>.self)
        let file = try #require(cases.list.elements.first)
        let decision = DecideCaseRequest(
            through: file.through, action: .suspend, reason: .spam, note: "Spam on the board.", days: 7)
        let decided = try await request(.post, "/moderation/cases/\(file.id)/decide", by: 3, decision)
        suspension = try decided.data(as: Keyed<ModeratedDecision>.self).value.id
    }

    /// Signs a person in with the code of demonstrations, unless their last session is still valid.
    ///
    /// - Returns: The access token.
    func token(of person: Int) async throws -> String { try await token(of: people[person].email) }

    private func token(of email: String) async throws -> String {
        if let session = sessions[email], session.end > clock.date { return session.token }
        let code = SendCodeRequest(email: email)
        let sent = try await send(.post, "/auth/send-code", code).data(as: CodeSent.self)
        let entered = VerifyCodeRequest(email: email, code: "123456", challengeID: sent.challengeID)
        let grant = try await send(.post, "/auth/verify-code", entered).data(as: AuthGrant.self)
        let token = grant.accessToken.reveal
        sessions[email] = (token: token, end: clock.date.addingTimeInterval(TimeInterval(grant.expiresIn)))
        return token
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
    /// Whether the body names a notice.
    func contains(_ notice: NoticeID) -> Bool { String(decoding: body, as: UTF8.self).contains(notice.rawValue) }

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
