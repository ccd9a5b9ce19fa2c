public import Networking
public import OrbitModels

/// The routes of signing in and out.
public enum AuthRoutes {
    /// Sends a code to an email address.
    public static let sendCode = Route(.post, "/auth/send-code", access: .anyone)
    /// Exchanges a code for a session.
    public static let verifyCode = Route(.post, "/auth/verify-code", access: .anyone)
    /// Exchanges a refresh token for the next pair of tokens.
    public static let refresh = Route(.post, "/auth/refresh", access: .anyone)
    /// Ends a session. It takes the refresh token, so that signing out works after the access token has expired.
    public static let logout = Route(.post, "/auth/logout", access: .anyone)

    /// All routes of this module.
    public static let all = [sendCode, verifyCode, refresh, logout]
}

/// The body of `/auth/send-code`.
public struct SendCodeRequest: Codable, Hashable, Sendable {
    /// The address in normal form.
    public var email: String
    /// The device token from an earlier sign-in on this device.
    public var deviceToken: DeviceToken?
    /// The challenge of an earlier code that the new code replaces. The server invalidates the earlier code, unless
    /// ``CodeSent/mayBeWithheld`` in the response to this request is `true`.
    public var replaces: ChallengeID?

    /// Creates the body.
    public init(email: String, deviceToken: DeviceToken? = nil, replaces: ChallengeID? = nil) {
        self.email = email
        self.deviceToken = deviceToken
        self.replaces = replaces
    }

    private enum CodingKeys: String, CodingKey {
        case email, replaces
        case deviceToken = "device_token"
    }
}

extension SendCodeRequest: Redacted {
    /// A placeholder, because the address must not reach a log.
    public var description: String { "‹request for a code›" }
}

/// The entity of the identifiers of code challenges.
public enum CodeChallenge {}
/// Identifies a sent code and binds it to the device that requested it. The code alone is not enough to sign in.
public typealias ChallengeID = Identifier<CodeChallenge>

/// The response to `/auth/send-code`. It is the same whether or not the address has an account.
public struct CodeSent: Codable, Hashable, Sendable {
    /// A sentence for the user.
    public var message: String
    /// The challenge, which the client sends back with the code.
    public var challengeID: ChallengeID
    /// The number of seconds until the code expires.
    public var expiresIn: Int
    /// The number of seconds until another code may be requested.
    public var resendAfter: Int
    /// The number of attempts that the code allows.
    public var attempts: Int
    /// Whether the server may withhold the mail, because this network has requested very many codes. Earlier codes then
    /// stay valid with their challenges.
    public var mayBeWithheld: Bool

    /// Creates the response.
    public init(
        message: String, challengeID: ChallengeID, expiresIn: Int, resendAfter: Int, attempts: Int,
        mayBeWithheld: Bool = false
    ) {
        self.message = message
        self.challengeID = challengeID
        self.expiresIn = expiresIn
        self.resendAfter = resendAfter
        self.attempts = attempts
        self.mayBeWithheld = mayBeWithheld
    }

    /// Decodes the response. Without `may_be_withheld`, the value is `false`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        message = try container.decode(String.self, forKey: .message)
        challengeID = try container.decode(ChallengeID.self, forKey: .challengeID)
        expiresIn = try container.decode(Int.self, forKey: .expiresIn)
        resendAfter = try container.decode(Int.self, forKey: .resendAfter)
        attempts = try container.decode(Int.self, forKey: .attempts)
        mayBeWithheld = try container.decodeIfPresent(Bool.self, forKey: .mayBeWithheld) ?? false
    }

    private enum CodingKeys: String, CodingKey {
        case message, attempts
        case challengeID = "challenge_id"
        case expiresIn = "expires_in"
        case resendAfter = "resend_after"
        case mayBeWithheld = "may_be_withheld"
    }
}

/// The body of `/auth/verify-code`.
public struct VerifyCodeRequest: Codable, Hashable, Sendable {
    /// The address that the code was sent to.
    public var email: String
    /// The six digits.
    public var code: String
    /// The challenge from the response to `/auth/send-code`.
    public var challengeID: ChallengeID

    /// Creates the body.
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

extension VerifyCodeRequest: Redacted {
    /// A placeholder, because neither the address nor the code must reach a log.
    public var description: String { "‹code to verify›" }
}

/// The body of `/auth/refresh` and `/auth/logout`.
public struct RefreshRequest: Codable, Hashable, Sendable {
    /// The current refresh token.
    public var refreshToken: RefreshToken

    /// Creates the body.
    public init(refreshToken: RefreshToken) {
        self.refreshToken = refreshToken
    }

    private enum CodingKeys: String, CodingKey {
        case refreshToken = "refresh_token"
    }
}
