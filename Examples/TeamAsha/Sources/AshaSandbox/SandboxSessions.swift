import Networking
import NetworkingTesting
import OrbitModels
import TeamAshaApp

/// The sessions of the sandbox. Its tokens are predictable, so they protect nothing.
struct SandboxSessions {
    private var access: [String: RiderID] = [:]
    private var refresh: [String: RiderID] = [:]
    private var count = 0

    /// The lifetime of an access token in seconds.
    private static let lifetime = 3_600

    /// Begins a session.
    mutating func begin(for rider: RiderID) -> AuthGrant {
        count += 1
        let (accessToken, refreshToken) = ("access-\(count)", "refresh-\(count)")
        access[accessToken] = rider
        refresh[refreshToken] = rider
        return AuthGrant(
            accessToken: AccessToken(accessToken), refreshToken: RefreshToken(refreshToken),
            expiresIn: Self.lifetime, isNewUser: false, userID: rider)
    }

    /// Replaces a refresh token. Returns `nil` if it was replaced before, or if its session has ended.
    mutating func renew(_ token: RefreshToken) -> AuthGrant? {
        refresh.removeValue(forKey: token.reveal).map { begin(for: $0) }
    }

    /// Ends the session of a refresh token.
    mutating func end(_ token: RefreshToken) {
        guard let rider = refresh.removeValue(forKey: token.reveal) else { return }
        access = access.filter { $0.value != rider }
    }

    /// Returns the owner of the token in an `Authorization` field.
    func owner(of field: String?) -> RiderID? {
        guard let field, field.hasPrefix("Bearer ") else { return nil }
        return access[String(field.dropFirst("Bearer ".count))]
    }
}

/// A refusal of the sandbox.
struct Refusal: Error {
    let response: HTTPResponse

    static let notFound = Refusal(404, .notFound, "The club does not have this.")

    init(_ status: Int, _ code: ProblemCode, _ message: String, retryAfter: Int? = nil) {
        let problem = Problem(code: code, message: message, retryAfter: retryAfter)
        // A problem of plain texts can always be encoded.
        response = (try? HTTPResponse.problem(status, problem)) ?? HTTPResponse(status: status)
    }
}
