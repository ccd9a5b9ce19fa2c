import Auth
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import TeamAshaApp
import TimeAndChance

/// The server of the sandbox, in this process. It is a transport, so the app needs no network and no changes.
public actor SandboxServer: HTTPTransport {
    /// The condition of the server.
    public enum Condition: String, Sendable {
        /// It responds.
        case up
        /// No connection is possible.
        case down
        /// It responds after two minutes, or after another wait.
        case slow
        /// A proxy responds with a page instead.
        case html
    }

    /// An ID token that the sandbox accepts for the first rider.
    public static let identityToken = IdentityToken("sandbox-id-token")

    /// The data of the club.
    public var season: ClubSeason
    /// The last received requests, in order, at most 1,000.
    public private(set) var requests: [HTTPRequest] = []
    private var condition = Condition.up
    private var sessions = SandboxSessions()
    private var syncs: [RiderID: (key: String?, at: Date)] = [:]
    private let time: any TimeSource
    private let wait: @Sendable () async throws(CancellationError) -> Void

    /// The maximum number of remembered requests. A front end can run for days.
    private static let maxRequests = 1_000
    /// The number of activities in a page.
    private static let pageSize = 100
    /// The time between two synchronizations of a rider in seconds, as in the limits of Strava.
    private static let syncInterval = 900.0

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - season: The data of the club.
    ///   - time: The clock of the server.
    ///   - wait: Waits in the condition `slow`; `nil` waits two minutes of the clock.
    public init(
        _ season: ClubSeason, time: any TimeSource, wait: (@Sendable () async throws(CancellationError) -> Void)? = nil
    ) {
        self.season = season
        self.time = time
        if let wait {
            self.wait = wait
        } else {
            self.wait = { () async throws(CancellationError) in try await time.sleep(for: .seconds(120)) }
        }
    }

    /// Changes the condition.
    public func set(_ condition: Condition) { self.condition = condition }

    /// Changes the data of the club.
    public func change(_ change: @Sendable (inout ClubSeason) -> Void) { change(&season) }

    /// Ends all sessions. The next request of each app is refused, and so is the renewal of its token.
    public func endSessions() { sessions = SandboxSessions() }

    /// Sends the request, as `HTTPTransport` requires.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        requests.append(request)
        if requests.count > Self.maxRequests { requests.removeFirst() }
        switch condition {
        case .up: break
        case .down: throw .cannotConnect
        case .html: return Self.page
        case .slow: do { try await wait() } catch { throw .cancelled }
        }
        do {
            return try respond(to: request)
        } catch let refusal as Refusal {
            return refusal.response
        } catch {
            return HTTPResponse(status: 500)
        }
    }

    private static let page = HTTPResponse(
        status: 200, headers: HTTPHeaders(lenient: [("content-type", "text/html")]),
        body: Data("<!doctype html><title>Sign in to the network</title>".utf8))

    // MARK: Routes

    private func respond(to request: HTTPRequest) throws -> HTTPResponse {
        let path = request.url.path().split(separator: "/").map(String.init)
        switch (request.method, path) {
        case (.post, ["auth", "demo"]):
            let login = try OrbitJSON.decoder.decode(DemoLogin.self, from: request.body)
            return try signIn(rider(for: login.email))
        case (.post, ["auth", "google", "callback"]):
            let login = try OrbitJSON.decoder.decode(IdentityLogin.self, from: request.body)
            guard login.token == Self.identityToken, let first = season.riders.first else {
                throw Refusal(401, .unauthenticated, "Google does not know this sign-in. Try again.")
            }
            return try signIn(first)
        case (.post, ["auth", "refresh"]):
            let body = try OrbitJSON.decoder.decode(RefreshRequest.self, from: request.body)
            guard let grant = sessions.renew(body.refreshToken) else {
                throw Refusal(401, .sessionEnded, "Your session has ended. Sign in again.")
            }
            return try .success(grant)
        case (.post, ["auth", "logout"]):
            sessions.end(try OrbitJSON.decoder.decode(RefreshRequest.self, from: request.body).refreshToken)
            return try .success(MessageData(message: "Signed out."))
        default:
            guard let caller = sessions.owner(of: request.headers[.authorization]) else {
                throw Refusal(401, .unauthenticated, "Sign in first.")
            }
            return try respond(to: request, at: path, from: caller)
        }
    }

    private func respond(to request: HTTPRequest, at path: [String], from caller: RiderID) throws -> HTTPResponse {
        switch (request.method, path.count, path.first) {
        case (.get, 2, "brevets") where path[1] == "upcoming": return try current(Page(season.upcoming), for: request)
        case (.get, 2, "brevets"):
            guard let brevet = season.upcoming.first(where: { $0.id.rawValue == path[1] }) else {
                throw Refusal.notFound
            }
            return try current(Keyed(brevet), for: request)
        case (.get, 1, "leaderboard"):
            guard let year = request.query("season").flatMap(Int.init) else {
                throw Refusal(400, .invalidInput, "The season is not a year.")
            }
            return try current(Page(season.standings(of: year)), for: request)
        case (.get, 2, "riders"):
            return try current(profile(path[1] == "me" ? caller : RiderID(path[1]), for: caller), for: request)
        case (.get, 3, "riders") where path[2] == "activities":
            return try activities(of: RiderID(path[1]), for: request, from: caller)
        case (.post, 2, "strava") where path[1] == "sync": return try sync(request, by: caller)
        default: throw Refusal.notFound
        }
    }

    /// Returns a value with its version, or 304 if the caller has this version.
    private func current(_ payload: some Encodable, for request: HTTPRequest) throws -> HTTPResponse {
        let bytes = try OrbitJSON.encoder.encode(payload)
        // FNV-1a, which is equal in every process.
        let hash = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        let tag = EntityTag(rawValue: "\"\(String(hash, radix: 16))\"")
        guard request.headers[.ifNoneMatch] != tag.rawValue else { return HTTPResponse(status: 304) }
        return try .success(payload, entityTag: tag)
    }

    // MARK: Riders

    /// Returns the rider of a demo login: the rider whose given name is in the address, or the first rider.
    private func rider(for email: String) throws -> Rider {
        let given = email.prefix { $0 != "@" }.lowercased()
        let found = season.riders.first { $0.name.lowercased().hasPrefix(given) } ?? season.riders.first
        guard let found else { throw Refusal.notFound }
        return found
    }

    private func signIn(_ rider: Rider) throws -> HTTPResponse {
        try .success(SignInGrant(grant: sessions.begin(for: rider.id), rider: rider))
    }

    private func profile(_ id: RiderID, for caller: RiderID) throws -> RiderProfile {
        guard let rider = season.riders.first(where: { $0.id == id }) else { throw Refusal.notFound }
        let link = StravaLink(scopes: ["read", "activity:read"], lastSyncAt: syncs[id]?.at)
        return RiderProfile(rider: rider, results: season.results[id] ?? [], strava: id == caller ? link : nil)
    }

    private func activities(of id: RiderID, for request: HTTPRequest, from caller: RiderID) throws -> HTTPResponse {
        let origin = ActivityOrigin(rawValue: request.query("source") ?? "")
        guard origin.audience == .club || id == caller else {
            throw Refusal(403, .forbidden, "Only the rider may see these activities.")
        }
        let all = (season.activities[id] ?? []).filter { $0.origin == origin }
        let start = min(max(request.query("cursor").flatMap(Int.init) ?? 0, 0), all.count)
        let end = min(start + Self.pageSize, all.count)
        return try .success(Page(Array(all[start..<end]), nextCursor: end < all.count ? String(end) : nil))
    }

    private func sync(_ request: HTTPRequest, by caller: RiderID) throws -> HTTPResponse {
        let key = request.headers[.idempotencyKey]
        if let last = syncs[caller], last.key != key {
            let left = Self.syncInterval - time.date.timeIntervalSince(last.at)
            guard left <= 0 else {
                throw Refusal(
                    429, .rateLimited, "Strava allows a synchronization every 15 minutes. Try again later.",
                    retryAfter: Int(left.rounded(.up)))
            }
        }
        if syncs[caller]?.key != key || key == nil {
            let start = time.date.addingTimeInterval(-10_800)
            let zone = TimeZone(identifier: ClubSeason.zoneName) ?? .gmt
            let ride = Activity(
                id: ActivityID("\(caller)-sync-\(Int(time.date.timeIntervalSince1970))"), rider: caller,
                origin: .strava, name: "Evening ride", startedAt: start,
                secondsFromGMT: zone.secondsFromGMT(for: start), distance: 61_200)
            season.activities[caller, default: []].insert(ride, at: 0)
            syncs[caller] = (key, time.date)
        }
        return try .success(StravaLink(scopes: ["read", "activity:read"], lastSyncAt: syncs[caller]?.at))
    }
}

extension HTTPRequest {
    /// Returns the value of an item of the query; `nil` without the item.
    fileprivate func query(_ name: String) -> String? {
        URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == name }?.value
    }
}
