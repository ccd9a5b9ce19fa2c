public import Networking
public import OrbitModels

/// The routes of signing in and out.
public enum AuthRoutes {
    public static let sendCode = Route(.post, "/auth/send-code", access: .anyone)
    public static let verifyCode = Route(.post, "/auth/verify-code", access: .anyone)
    public static let refresh = Route(.post, "/auth/refresh", access: .anyone)
    /// Takes the refresh token rather than an access token: leaving must work when the latter has run out.
    public static let logout = Route(.post, "/auth/logout", access: .anyone)

    public static let all = [sendCode, verifyCode, refresh, logout]
}

extension Endpoint<CodeSent> {
    /// Asks for a code to be sent. The key keeps a retry from sending a second one.
    static func sendCode(to email: String, key: IdempotencyKey) throws -> Self {
        try Endpoint(AuthRoutes.sendCode).json(SendCodeRequest(email: email)).idempotent(key)
    }
}

extension Endpoint<AuthGrant> {
    static func verifyCode(_ request: VerifyCodeRequest) throws -> Self {
        try Endpoint(AuthRoutes.verifyCode).json(request)
    }

    static func refresh(_ token: RefreshToken) throws -> Self {
        try Endpoint(AuthRoutes.refresh).json(RefreshRequest(refreshToken: token))
    }
}

extension Endpoint<MessageData> {
    static func logout(_ token: RefreshToken) throws -> Self {
        try Endpoint(AuthRoutes.logout).json(RefreshRequest(refreshToken: token))
    }
}

/// The body of `/auth/send-code`.
public struct SendCodeRequest: Codable, Hashable, Sendable {
    public var email: String

    public init(email: String) {
        self.email = email
    }
}

public enum CodeChallenge {}
/// Names one sent code and binds it to whoever asked for it: the code alone is not enough.
public typealias ChallengeID = Identifier<CodeChallenge>

/// The answer to `/auth/send-code`; the same whether or not the address has an account.
public struct CodeSent: Codable, Hashable, Sendable {
    public var message: String
    public var challengeID: ChallengeID
    /// Seconds until the code runs out.
    public var expiresIn: Int
    /// Seconds until another code may be asked for.
    public var resendAfter: Int
    /// How many tries the code allows.
    public var attempts: Int

    public init(message: String, challengeID: ChallengeID, expiresIn: Int, resendAfter: Int, attempts: Int) {
        self.message = message
        self.challengeID = challengeID
        self.expiresIn = expiresIn
        self.resendAfter = resendAfter
        self.attempts = attempts
    }

    private enum CodingKeys: String, CodingKey {
        case message, attempts
        case challengeID = "challenge_id"
        case expiresIn = "expires_in"
        case resendAfter = "resend_after"
    }
}

/// The body of `/auth/verify-code`.
public struct VerifyCodeRequest: Codable, Hashable, Sendable {
    public var email: String
    public var code: String
    public var challengeID: ChallengeID

    public init(email: String, code: String, challengeID: ChallengeID) {
        self.email = email
        self.code = code
        self.challengeID = challengeID
    }

    private enum CodingKeys: String, CodingKey {
        case email, code
        case challengeID = "challenge_id"
    }
}

/// The body of `/auth/refresh` and `/auth/logout`.
public struct RefreshRequest: Codable, Hashable, Sendable {
    public var refreshToken: RefreshToken

    public init(refreshToken: RefreshToken) {
        self.refreshToken = refreshToken
    }

    private enum CodingKeys: String, CodingKey {
        case refreshToken = "refresh_token"
    }
}
