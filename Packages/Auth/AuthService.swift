public import Networking
public import OrbitModels
public import TimeAndChance
public import Validation

/// Signing in with a code sent by email, and signing out.
///
/// ```swift
/// let sent = try await auth.sendCode(to: EmailAddress("maya@stanford.edu"))
/// let grant = try await auth.verify(VerificationCode("123 456"), for: email, challenge: sent.challengeID)
/// ```
public struct AuthService: Sendable {
    private let client: APIClient
    private let session: CurrentSession
    private let time: any TimeSource
    private let random: RandomSource

    /// - Parameter client: must not pass through `AuthMiddleware`: nobody is signed in yet.
    public init(
        client: APIClient, session: CurrentSession, time: any TimeSource = SystemClock(),
        random: RandomSource = .system
    ) {
        self.client = client
        self.session = session
        self.time = time
        self.random = random
    }

    /// Has a code sent. A retry after a lost answer sends no second one.
    public func sendCode(to email: EmailAddress) async throws -> CodeSent {
        try await client.send(.sendCode(to: email.text, key: .random(from: random)))
    }

    /// Exchanges the code for a session, and begins that session on this device.
    @discardableResult
    public func verify(
        _ code: VerificationCode, for email: EmailAddress, challenge: ChallengeID
    ) async throws -> AuthGrant {
        let start = time.uptime
        let request = VerifyCodeRequest(email: email.text, code: code.digits, challengeID: challenge)
        let grant = try await client.send(.verifyCode(request))
        await session.signIn(grant, askedAt: start)
        return grant
    }

    /// Ends the session on this device at once, then tells the server, if it can be reached.
    ///
    /// - Throws: the token store's error if the session is still on disk.
    public func logout() async throws {
        let left = await session.signOut()
        if let token = left.refreshToken {
            do {
                _ = try await client.send(.logout(token))
            } catch {
                // Offline or refused: the person is signed out here all the same, and the tokens run out by themselves.
            }
        }
        if let error = left.storeError { throw error }
    }
}
