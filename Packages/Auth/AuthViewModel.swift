import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation
public import TimeAndChance
public import Validation

/// The state of the sign-in screen: the email address, the code sent to it, and the result.
@MainActor @Observable public final class AuthViewModel {
    /// The part of the screen to show.
    public enum AuthState: Hashable, Sendable {
        /// Asks for the email address.
        case emailEntry
        /// Asks for the code.
        case verification
        /// Signed in.
        case authenticated
    }

    /// The part of the screen to show.
    public private(set) var authState = AuthState.emailEntry
    /// The address as typed.
    public var email = ""
    /// The code as typed or pasted. Spaces and dashes are ignored.
    public var verificationCode = ""
    /// Whether a request is in flight.
    public private(set) var isLoading = false
    /// The last failure, until the next attempt.
    public private(set) var failure: Failure?
    /// An address close to the typed address with the domain of a known campus, for "Did you mean …?".
    public private(set) var suggestedEmail: String?
    /// The question about ``suggestedEmail``, for the screen.
    public var suggestion: String? {
        suggestedEmail.map {
            catalogue.words.sentence("did_you_mean", in: .signIn, ["email": .text($0)])
        }
    }
    /// The number of attempts left for the code; `nil` until the server has stated it.
    public private(set) var attemptsLeft: Int?
    /// The sign-in that was refused because the account is suspended, although the code was correct. It is `nil` after
    /// another code is sent or a sign-in succeeds.
    public private(set) var suspended: SuspendedSignIn?
    /// A sentence about the latest requested code, shown next to the field for the code; `nil` before a request. The
    /// text is the front end's own from `Vocabulary.signIn`, or the server's English sentence.
    public private(set) var codeMessage: String?
    /// Whether the server may withhold the mail with the code, because this network has requested very many codes. The
    /// screen then emphasises ``codeMessage``, because the mail may never arrive.
    public private(set) var mayBeWithheld = false
    /// Whether the sign-in created the account.
    public private(set) var isNewUser = false
    /// The user after the sign-in.
    public private(set) var userID: UserID?

    /// The clock of the screen. While it runs, it notifies the screen of each second of ``resendWait`` and of the
    /// code's expiry.
    public let clock: ScreenClock

    private let service: AuthService
    private let registry: CampusRegistry
    private let catalogue: MessageCatalogue
    private let time: any TimeSource
    private var sent: SentCode?
    /// The earlier codes that were still valid when the code in ``sent`` was requested, the latest first. That code has
    /// not replaced them, because the server may have withheld its mail.
    private var earlier: [SentCode] = []

    /// A code that was sent, with its deadlines in uptime.
    private struct SentCode {
        let email: EmailAddress
        let challenge: ChallengeID
        var expiresAt: Duration
        let resendAt: Duration
        /// The codes that the server has refused for the challenge.
        var refused: Set<VerificationCode> = []
        /// The last refusal of a code for the challenge, with the number of attempts left.
        var lastRefusal: APIError?
        /// The codes that the server may have accepted for the challenge, because the response was lost.
        var unanswered: Set<VerificationCode> = []
        /// Whether the server accepts no more codes for the challenge.
        var isUsedUp = false

        mutating func refuse(_ code: VerificationCode, with error: APIError, attemptsLeft: Int) {
            refused.insert(code)
            lastRefusal = error
            isUsedUp = attemptsLeft <= 0
            // The server has compared the code and refused it. So it did not accept the code in an earlier request
            // whose response was lost.
            if error.problem?.code == .codeIncorrect { unanswered.remove(code) }
        }

        func isValid(at uptime: Duration) -> Bool { uptime < expiresAt && !isUsedUp }

        func mayMatch(_ code: VerificationCode, at uptime: Duration) -> Bool {
            guard uptime < expiresAt else { return false }
            return unanswered.contains(code) || !isUsedUp && !refused.contains(code)
        }

        /// Whether the server may have accepted the code before it refused it with `error`. A code can be used once.
        func mayHaveAccepted(_ code: VerificationCode, before error: APIError) -> Bool {
            unanswered.contains(code) && error.problem?.code == .codeExpired
        }
    }

    /// - Parameters:
    ///   - service: Requests and verifies codes.
    ///   - registry: The registry of the known campuses. It refuses addresses before a request is sent. The default
    ///     registry has no list of universities. It refuses only domains such as free mail, and the server decides
    ///     about all others.
    ///   - catalogue: The texts of errors and suggestions.
    ///   - time: The clock of the deadlines.
    ///   - clock: A clock over `time` that several models share; `nil` creates a clock.
    public init(
        service: AuthService, registry: CampusRegistry = CampusRegistry(), catalogue: MessageCatalogue = .english,
        time: any TimeSource = SystemClock(), clock: ScreenClock? = nil
    ) {
        self.service = service
        self.registry = registry
        self.catalogue = catalogue
        self.time = time
        self.clock = clock ?? ScreenClock(time: time)
    }

    /// The time until another code may be requested, or zero. It changes each second while ``clock`` runs.
    public var resendWait: Duration {
        sent.map { clock.timeLeft(until: $0.resendAt) } ?? .zero
    }

    /// Whether the code has expired.
    public var isCodeExpired: Bool {
        sent.map { clock.isReached($0.expiresAt) } ?? false
    }

    /// Requests a code for ``email``, and moves to ``AuthState/verification``.
    public func sendCode() async {
        await attempt {
            let address = try EmailAddress(email)
            suggestedEmail = registry.suggestion(for: address)?.text
            try check(address)
            try await send(to: address)
        }
    }

    /// Requests another code. It invalidates the earlier code, unless the mail may be withheld. Has no effect while
    /// ``resendWait`` is above zero.
    public func resendCode() async {
        guard let last = sent, resendWait == .zero else { return }
        await attempt { try await send(to: last.email, replacing: last) }
    }

    /// Uses the suggested address.
    public func acceptSuggestion() {
        guard let suggestedEmail else { return }
        email = suggestedEmail
        self.suggestedEmail = nil
        failure = nil
    }

    /// Returns to the address entry.
    public func editEmail() {
        guard authState == .verification, !isLoading else { return }
        (authState, failure, verificationCode, sent, attemptsLeft) = (.emailEntry, nil, "", nil, nil)
        (suspended, earlier) = (nil, [])
        (codeMessage, mayBeWithheld) = (nil, false)
    }

    /// Signs in with ``verificationCode``.
    ///
    /// An app with OrbitApp calls `AppModel.verifyCode()` instead, which also changes the route.
    public func verifyCode() async {
        guard let sent else { return }
        await attempt {
            let code = try VerificationCode(verificationCode)
            let grant = try await grant(for: code, sent, or: earlier)
            (authState, isNewUser, userID) = (.authenticated, grant.isNewUser, grant.userID)
            (verificationCode, self.sent, attemptsLeft) = ("", nil, nil)
            (suspended, earlier) = (nil, [])
            (codeMessage, mayBeWithheld) = (nil, false)
        }
    }

    /// Resets all state, for example after a sign-out.
    public func reset() {
        (authState, email, verificationCode, failure) = (.emailEntry, "", "", nil)
        (suggestedEmail, attemptsLeft, sent, isNewUser, userID) = (nil, nil, nil, false, nil)
        (suspended, earlier) = (nil, [])
        (codeMessage, mayBeWithheld) = (nil, false)
    }

    /// Verifies the code with the latest challenge. If it is refused, verifies it with the earlier challenges that may
    /// match.
    ///
    /// The code may be from the mail of any challenge, because the server does not state which mail it has withheld.
    /// Decision 25 explains why it withholds mails. If the latest challenge has already refused the code and an earlier
    /// challenge may match, only the earlier challenges are tried.
    ///
    /// - Throws: The first error that is not a refusal of the code, such as a rate limit or a lost response. If all
    ///   challenges refuse the code, it throws the refusal by an earlier challenge that may have accepted the code
    ///   before. Without such a challenge, it throws the refusal with the most attempts left.
    private func grant(
        for code: VerificationCode, _ latest: SentCode, or earlier: [SentCode]
    ) async throws -> AuthGrant {
        var refusal: APIError
        if let known = latest.lastRefusal, latest.refused.contains(code),
            earlier.contains(where: { $0.mayMatch(code, at: time.uptime) })
        {
            // Another request would use an attempt of the latest challenge.
            refusal = known
        } else {
            do {
                return try await grant(for: code, latest)
            } catch let error as APIError where error.attemptsLeft != nil {
                refusal = error
            }
        }
        var isDecisive = false
        for candidate in earlier where candidate.mayMatch(code, at: time.uptime) {
            do {
                return try await grant(for: code, candidate)
            } catch let error as APIError {
                // The code may belong to this challenge, so the refusal by the latest challenge does not show that the
                // code is wrong.
                guard let left = error.attemptsLeft else { throw error }
                guard !isDecisive else { continue }
                // If this challenge has accepted the code, the codes of all challenges are invalid. The refusal by the
                // latest challenge is then outdated.
                isDecisive = candidate.mayHaveAccepted(code, before: error)
                if isDecisive || left > refusal.attemptsLeft ?? 0 { refusal = error }
            }
        }
        throw refusal
    }

    /// Verifies the code with one challenge, and records a failed result:
    /// - the code of a suspended account, with which the person can read the decision and appeal,
    /// - a refused code,
    /// - a code whose response was lost.
    private func grant(for code: VerificationCode, _ candidate: SentCode) async throws -> AuthGrant {
        do {
            return try await service.verify(code, for: candidate.email, challenge: candidate.challenge)
        } catch {
            let refusal = error as? APIError
            if let problem = refusal?.problem, problem.code == .accountSuspended {
                suspended = SuspendedSignIn(
                    email: candidate.email.text, code: code.digits, challenge: candidate.challenge,
                    until: problem.details["until"]?.text.flatMap { RFC3339.date(from: $0) })
            }
            if let refusal, let left = refusal.attemptsLeft {
                update(candidate.challenge) { $0.refuse(code, with: refusal, attemptsLeft: left) }
                if sent?.challenge == candidate.challenge { noteAttempts(refusal.problem) }
            } else if refusal?.mayHaveTakenEffect ?? true {
                update(candidate.challenge) { $0.unanswered.insert(code) }
            }
            throw error
        }
    }

    private func update(_ challenge: ChallengeID, _ change: (inout SentCode) -> Void) {
        if var latest = sent, latest.challenge == challenge {
            change(&latest)
            sent = latest
        }
        for index in earlier.indices where earlier[index].challenge == challenge { change(&earlier[index]) }
    }

    private func check(_ address: EmailAddress) throws {
        do {
            _ = try registry.membership(of: address)
        } catch {
            // Some universities use subdomains of open domains. Without a list, only the server can decide about them.
            let isUnlisted = error.failures.allSatisfy { [.notCampusAddress, .openCampusDomain].contains($0.code) }
            guard isUnlisted, registry.universities.isEmpty else { throw error }
        }
    }

    private func send(to address: EmailAddress, replacing last: SentCode? = nil) async throws {
        let start = time.uptime
        let response = try await service.sendCode(to: address, replacing: last?.challenge)
        let unreplaced = last.map { [$0] + earlier } ?? []
        earlier = response.mayBeWithheld ? unreplaced.filter { $0.isValid(at: start) } : []
        sent = SentCode(
            email: address, challenge: response.challengeID, expiresAt: start + .seconds(response.expiresIn),
            resendAt: start + .seconds(response.resendAfter))
        (authState, verificationCode, attemptsLeft, suggestedEmail) = (.verification, "", response.attempts, nil)
        suspended = nil
        (codeMessage, mayBeWithheld) = (message(about: response), response.mayBeWithheld)
    }

    private func message(about response: CodeSent) -> String {
        let code = response.mayBeWithheld ? "code_may_be_withheld" : "code_sent"
        let minutes = ParameterValue.integer(response.expiresIn / 60)
        return catalogue.words.own(code, in: .signIn, ["minutes": minutes]) ?? response.message
    }

    /// Runs one action at a time. A call while another action is in flight has no effect.
    private func attempt(_ work: () async throws -> Void) async {
        guard !isLoading else { return }
        (isLoading, failure) = (true, nil)
        defer { isLoading = false }
        do {
            try await work()
        } catch is CancellationError {
            // The caller cancelled the action, which is not a failure.
        } catch let error as ValidationError {
            failure = Failure(message: catalogue.message(for: error.failures, in: .signIn), canRetry: false)
        } catch {
            if let problem = (error as? APIError)?.problem { note(problem) }
            failure = Failure(error, at: time.date, in: catalogue.words)
        }
    }

    private func note(_ problem: Problem) {
        noteAttempts(problem)
        // If the latest challenge is not used up, the expired code may be that of an earlier challenge.
        if problem.code == .codeExpired, sent?.isUsedUp == true { sent?.expiresAt = time.uptime }
    }

    private func noteAttempts(_ problem: Problem?) {
        attemptsLeft = problem?.details["attempts_left"]?.integer ?? attemptsLeft
    }
}

extension APIError {
    /// The number of attempts left after a refused code, 0 for an expired code; `nil` for all other errors.
    fileprivate var attemptsLeft: Int? {
        guard let problem, problem.code == .codeIncorrect || problem.code == .codeExpired else { return nil }
        return problem.details["attempts_left"]?.integer ?? 0
    }

    /// Whether the server may have accepted the code: the request may have arrived, but no readable response did.
    fileprivate var mayHaveTakenEffect: Bool {
        switch self {
        case .problem, .invalidRequest, .transport(.cannotConnect), .transport(.untrusted), .transport(.insecure),
            .transport(.outOfResources):
            false
        default: true
        }
    }
}
