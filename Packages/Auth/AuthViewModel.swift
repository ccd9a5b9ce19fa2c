import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation
public import TimeAndChance
public import Validation

/// The sign-in screen: an address, then the code sent to it, then home.
@MainActor @Observable public final class AuthViewModel {
    /// Which part of the screen is shown.
    public enum AuthState: Hashable, Sendable {
        case emailEntry
        case verification
        case authenticated
    }

    public private(set) var authState = AuthState.emailEntry
    /// As typed.
    public var email = ""
    /// As typed or pasted; spaces and dashes do no harm.
    public var verificationCode = ""
    public private(set) var isLoading = false
    /// What went wrong last, until the next attempt.
    public private(set) var failure: Failure?
    /// "Did you mean …?", for an address close to a known campus.
    public private(set) var suggestedEmail: String?
    /// How many tries the code has left; `nil` until the server has said so.
    public private(set) var attemptsLeft: Int?
    public private(set) var isNewUser = false
    public private(set) var userID: UserID?

    private let service: AuthService
    private let registry: CampusRegistry
    private let catalogue: MessageCatalogue
    private let time: any TimeSource
    private var sent: SentCode?

    /// A code that is on its way, with its moments in uptime.
    private struct SentCode {
        let email: EmailAddress
        let challenge: ChallengeID
        var expiresAt: Duration
        let resendAt: Duration
    }

    public init(
        service: AuthService, registry: CampusRegistry = CampusRegistry(), catalogue: MessageCatalogue = .english,
        time: any TimeSource = SystemClock()
    ) {
        self.service = service
        self.registry = registry
        self.catalogue = catalogue
        self.time = time
    }

    /// How long until another code may be asked for; zero when it may.
    public var resendWait: Duration {
        sent.map { max($0.resendAt - time.uptime, .zero) } ?? .zero
    }

    /// Whether the code that was sent is of no more use: too old, or out of tries.
    public var isCodeExpired: Bool {
        sent.map { time.uptime >= $0.expiresAt } ?? false
    }

    /// Has a code sent to `email`, and shows the field for it.
    public func sendCode() async {
        await attempt {
            let address = try EmailAddress(email)
            suggestedEmail = registry.suggestion(for: address)?.text
            _ = try registry.membership(of: address)
            try await send(to: address)
        }
    }

    /// Has another code sent; the earlier one is void.
    public func resendCode() async {
        guard let address = sent?.email, resendWait == .zero else { return }
        await attempt { try await send(to: address) }
    }

    /// Takes the suggested address.
    public func acceptSuggestion() {
        guard let suggestedEmail else { return }
        email = suggestedEmail
        self.suggestedEmail = nil
        failure = nil
    }

    /// Goes back to correct the address.
    public func editEmail() {
        guard authState == .verification, !isLoading else { return }
        (authState, failure, verificationCode, sent, attemptsLeft) = (.emailEntry, nil, "", nil, nil)
    }

    /// Signs in with the code.
    public func verifyCode() async {
        guard let sent else { return }
        await attempt {
            let code = try VerificationCode(verificationCode)
            let grant = try await service.verify(code, for: sent.email, challenge: sent.challenge)
            (authState, isNewUser, userID) = (.authenticated, grant.isNewUser, grant.userID)
            (verificationCode, self.sent, attemptsLeft) = ("", nil, nil)
        }
    }

    /// Back to the beginning, as after a sign-out.
    public func reset() {
        (authState, email, verificationCode, failure) = (.emailEntry, "", "", nil)
        (suggestedEmail, attemptsLeft, sent, isNewUser, userID) = (nil, nil, nil, false, nil)
    }

    private func send(to address: EmailAddress) async throws {
        let start = time.uptime
        let answer = try await service.sendCode(to: address)
        sent = SentCode(
            email: address, challenge: answer.challengeID, expiresAt: start + .seconds(answer.expiresIn),
            resendAt: start + .seconds(answer.resendAfter))
        (authState, verificationCode, attemptsLeft, suggestedEmail) = (.verification, "", answer.attempts, nil)
    }

    /// One thing at a time: a second tap while the first is still being worked on does nothing.
    private func attempt(_ work: () async throws -> Void) async {
        guard !isLoading else { return }
        (isLoading, failure) = (true, nil)
        defer { isLoading = false }
        do {
            try await work()
        } catch is CancellationError {
            // Whoever cancelled knows.
        } catch let error as ValidationError {
            failure = Failure(message: catalogue.message(for: error.failures), canRetry: false)
        } catch {
            if let problem = (error as? APIError)?.problem { note(problem) }
            failure = Failure(error)
        }
    }

    private func note(_ problem: Problem) {
        attemptsLeft = problem.details["attempts_left"]?.integer ?? attemptsLeft
        if problem.code == .codeExpired { sent?.expiresAt = time.uptime }
    }
}
