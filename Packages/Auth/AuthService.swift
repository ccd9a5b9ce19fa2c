public import Networking
public import OrbitModels
public import TimeAndChance
public import Validation

/// Sign-in with a code sent by email, and sign-out.
///
/// ```swift
/// let sent = try await auth.sendCode(to: EmailAddress("maya@stanford.edu"))
/// let grant = try await auth.verify(VerificationCode("123 456"), for: email, challenge: sent.challengeID)
/// ```
public struct AuthService: Sendable {
    private let client: APIClient
    private let session: CurrentSession
    private let device: DeviceTokenStore
    private let time: any TimeSource
    private let random: RandomSource

    /// - Parameters:
    ///   - client: A client without `AuthMiddleware`, because no user is signed in yet.
    ///   - session: The session that a verified code begins.
    ///   - device: Stores this device's token across sign-outs. With the token, the device has limits of its own for
    ///     requesting codes, which strangers cannot exhaust.
    ///   - time: The clock that measures the lifetime of tokens.
    ///   - random: The source of idempotency keys.
    public init(
        client: APIClient, session: CurrentSession, device: DeviceTokenStore = DeviceTokenStore(),
        time: any TimeSource = SystemClock(), random: RandomSource = .system
    ) {
        self.client = client
        self.session = session
        self.device = device
        self.time = time
        self.random = random
    }

    /// Requests a code.
    ///
    /// If a response is lost, the client retries with the same idempotency key, and the server sends no second code.
    /// Each call of this function has a new key, so a second call requests a second code.
    ///
    /// - Parameters:
    ///   - email: The address to which the server sends the code.
    ///   - earlier: The challenge of a code that the new code replaces. The earlier code is then no longer valid,
    ///     unless the response states that the mail may be withheld.
    /// - Returns: The challenge and the limits of the code.
    public func sendCode(to email: EmailAddress, replacing earlier: ChallengeID? = nil) async throws -> CodeSent {
        let request = SendCodeRequest(email: email.text, deviceToken: await device.load(), replaces: earlier)
        return try await client.send(Endpoint(AuthRoutes.sendCode).json(request).idempotent(.random(from: random)))
    }

    /// Exchanges the code for a session, and begins that session on this device.
    ///
    /// The request has no idempotency key, so the client does not retry it after a lost response. The server may have
    /// accepted the code then, and a code is accepted only once.
    ///
    /// - Parameters:
    ///   - code: The code from the mail.
    ///   - email: The address that the code was sent to.
    ///   - challenge: The challenge of the code.
    /// - Returns: The tokens and the user.
    @discardableResult
    public func verify(
        _ code: VerificationCode, for email: EmailAddress, challenge: ChallengeID
    ) async throws -> AuthGrant {
        let start = time.uptime
        let request = VerifyCodeRequest(email: email.text, code: code.digits, challengeID: challenge)
        let grant = try await client.send(Endpoint<AuthGrant>(AuthRoutes.verifyCode).json(request))
        await session.signIn(grant, askedAt: start)
        if let token = grant.deviceToken { await device.keep(token) }
        return grant
    }

    /// Ends the session on this device at once, then on the server if it is reachable.
    ///
    /// - Throws: The token store's error if the session may still be on disk.
    public func logout() async throws {
        let ended = await session.signOut()
        if let token = ended.refreshToken {
            do {
                try await client.perform(Endpoint(AuthRoutes.logout).json(RefreshRequest(refreshToken: token)))
            } catch {
                // Offline or refused. The user is signed out on this device in any case, and the tokens expire.
            }
        }
        if let error = ended.storeError { throw error }
    }
}
