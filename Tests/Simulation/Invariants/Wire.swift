import Foundation
import Networking
import OrbitModels
import TimeAndChance

/// An observer of all requests and responses. It checks the invariants of sessions, tokens and blocks.
///
/// | Invariant | Meaning |
/// |---|---|
/// | A1 | A process has at most one refresh in flight. |
/// | A3, I4 | A request has a token of the person whose models send it, and of no person after their sign-out. |
/// | A4 | The server does not end a session because a response was lost. |
/// | A5 | The server accepts each valid token. |
/// | A7 | A process refreshes at most once per lifetime of a token, and the server accepts no expired token. |
/// | I8 | A device sends a bounded number of requests. |
// Unchecked, because the scheduler runs all jobs on one thread.
final class Wire: @unchecked Sendable {
    private struct Token {
        let owner: UserID
        let issuedAt: Duration
    }

    /// The requests of one process.
    private struct Traffic {
        var refreshesInFlight = 0
        var requestsInFlight = 0
        /// The time of the last successful refresh that has arrived; `nil` after a rejection of a token.
        var refreshedAt: Duration?
        /// Whether the server has stated that the session has ended.
        var wasEnded = false
        /// The times of the last requests.
        var recent: [Duration] = []
    }

    /// The blocks, with the people that they hide.
    let blocks: BlockWatch
    /// The messages that people have written.
    let ledger: MessageLedger
    /// The counts that the server has committed.
    let mirror = ConversationMirror()
    /// The devices whose disk has failed. Their stored session may be older than the server's.
    var failedDisks: Set<Int> = []

    private let time: VirtualTime
    private let findings: Findings
    private var tokens: [String: Token] = [:]
    private var traffic: [Int: Traffic] = [:]
    /// The models that have ended, by their number.
    private var endedModels: Set<Int> = []
    /// The devices on which a person has signed out. Their sessions may have ended.
    private var signedOutDevices: Set<Int> = []
    /// The number of arrivals of each idempotency key.
    private var arrivals: [String: Int] = [:]

    /// The lifetime of an access token, as the contract states it.
    private static let lifetime = Duration.seconds(900)
    /// The difference between the time and the dates of the server.
    private static let rounding = Duration.seconds(1)
    /// The maximum number of requests of a process within ``window``.
    private static let maxRequests = 200
    private static let window = Duration.seconds(5)

    init(time: VirtualTime, findings: Findings) {
        self.time = time
        self.findings = findings
        blocks = BlockWatch(findings: findings)
        ledger = MessageLedger(time: time, findings: findings)
    }

    /// Adds a session from before the simulation.
    func add(_ session: AuthSession) {
        let issuedAt = Duration.seconds(session.issuedAt.timeIntervalSince(DeviceClock.start))
        tokens[session.accessToken.reveal] = Token(owner: session.userID, issuedAt: issuedAt)
    }

    /// Ends the models of a signed-out person. They send no request from now on.
    func end(models: Int, on device: Int, in process: ProcessLife, bySigningOut: Bool) {
        endedModels.insert(models)
        guard bySigningOut else { return }
        signedOutDevices.insert(device)
        let traffic = traffic[process.number] ?? Traffic()
        if traffic.refreshesInFlight > 0 { findings.reach(.signOutDuringRefresh) }
        if traffic.requestsInFlight > 0 { findings.reach(.signOutDuringRequest) }
    }

    /// Whether the server's statement that the session has ended has arrived at a process.
    func wasEnded(_ process: ProcessLife) -> Bool { traffic[process.number]?.wasEnded ?? false }

    // MARK: On the device

    func leaves(_ request: HTTPRequest, from sender: Sender) {
        findings.note("device \(sender.device) sends \(request.method) \(request.url.path())")
        ledger.begins(request)
        let number = sender.process.number
        var own = traffic[number] ?? Traffic()
        defer { traffic[number] = own }
        own.requestsInFlight += 1
        own.recent.removeAll { time.now - $0 > Self.window }
        // One time too many is enough, so that a flood of requests takes no quadratic time.
        if own.recent.count <= Self.maxRequests { own.recent.append(time.now) }
        findings.require(
            own.recent.count <= Self.maxRequests, "I8",
            "device \(sender.device) sends more than "
                + "\(Self.maxRequests) requests in \(Self.window)")
        if let token = request.bearer {
            let owner = tokens[token]?.owner
            findings.require(
                owner != nil && owner == sender.account, "I4",
                "device \(sender.device) sends a token of another account to \(request.url.path())")
            findings.require(
                !endedModels.contains(sender.models), "A3",
                "device \(sender.device) sends \(request.url.path()) after the sign-out")
        }
        guard request.isRefresh else { return }
        own.refreshesInFlight += 1
        findings.require(
            own.refreshesInFlight == 1, "A1",
            "device \(sender.device) has \(own.refreshesInFlight) refreshes in flight")
        if let last = own.refreshedAt {
            findings.require(
                time.now - last >= Self.lifetime / 3, "A7",
                "device \(sender.device) refreshes \(time.now - last) after the last refresh")
        }
    }

    func ends(_ request: HTTPRequest, from sender: Sender) {
        traffic[sender.process.number]?.requestsInFlight -= 1
        if request.isRefresh { traffic[sender.process.number]?.refreshesInFlight -= 1 }
    }

    func delivers(_ response: HTTPResponse, to request: HTTPRequest, from sender: Sender) {
        ledger.delivers(response, to: request)
        delivers(response.status, to: request, from: sender)
        guard request.isRefresh else { return }
        let number = sender.process.number
        if response.status == 200 { traffic[number]?.refreshedAt = time.now }
        if response.status == 401, response.problemCode == "session_ended" { traffic[number]?.wasEnded = true }
    }

    /// Notes the status of a response that arrives at a device, from the server or from a proxy. After a rejected token,
    /// the device refreshes at once.
    func delivers(_ status: Int, to request: HTTPRequest, from sender: Sender) {
        findings.note("device \(sender.device) gets \(status) of \(request.url.path())")
        if status == 401, !request.isRefresh { traffic[sender.process.number]?.refreshedAt = nil }
    }

    // MARK: On the server

    func arrives(_ request: HTTPRequest) {
        guard let key = request.headers[.idempotencyKey] else { return }
        arrivals[key, default: 0] += 1
        if arrivals[key] == 2 { findings.reach(.requestRetried) }
    }

    func serves(_ response: HTTPResponse, to request: HTTPRequest, from sender: Sender, arrivedAt arrival: Duration) {
        let path = request.url.path()
        ledger.serves(response, to: request, arrivedAt: arrival)
        if path.contains("/auth/"), let grant = response.grant {
            if request.isRefresh { findings.reach(.tokenRefreshed) }
            tokens[grant.token] = Token(owner: UserID(grant.owner), issuedAt: time.now)
        }
        if request.isRefresh, response.status == 401, response.problemCode == "session_ended" {
            let isExpected = signedOutDevices.contains(sender.device) || failedDisks.contains(sender.device)
            findings.require(
                isExpected, "A4", "the server has ended the session of device \(sender.device) by itself")
        }
        if let token = request.bearer.flatMap({ tokens[$0] }), !endedModels.contains(sender.models) {
            let age = arrival - token.issuedAt
            if response.status == 401 {
                findings.reach(.tokenRejected)
                let isExpected = signedOutDevices.contains(sender.device) || failedDisks.contains(sender.device)
                findings.require(
                    age >= Self.lifetime - Self.rounding || isExpected, "A5",
                    "the server has rejected a token of device \(sender.device) after \(age)")
            } else {
                findings.require(
                    age <= Self.lifetime + Self.rounding, "A7",
                    "the server has accepted a token of device \(sender.device) after \(age)")
            }
        }
        if let caller = sender.account, response.status == 200 {
            blocks.check(response.body, of: path, for: caller, since: arrival)
        }
    }

    /// Checks a chunk of a stream of events.
    func streams(_ chunk: Data, to sender: Sender) {
        guard let caller = sender.account else { return }
        if chunk.starts(with: Data("event: resync".utf8)) { findings.note("device \(sender.device) gets a resync") }
        blocks.check(stream: chunk, for: caller, since: time.now)
    }
}

extension HTTPRequest {
    /// The access token of the request.
    var bearer: String? { headers[.authorization].map { String($0.dropFirst("Bearer ".count)) } }
}

extension HTTPResponse {
    /// The members of the body, if it is an object.
    var members: [String: Any]? {
        // A body that is not JSON has no members.
        try? JSONSerialization.jsonObject(with: body) as? [String: Any]
    }

    /// The code of the problem in a response that refuses a request.
    var problemCode: String? { members?["code"] as? String }

    /// The access token and the user in the response to a sign-in or a refresh.
    fileprivate var grant: (token: String, owner: String)? {
        guard status == 200, body.count < 2_048, let data = members?["data"] as? [String: Any],
            let token = data["access_token"] as? String, let owner = data["user_id"] as? String
        else { return nil }
        return (token, owner)
    }
}
