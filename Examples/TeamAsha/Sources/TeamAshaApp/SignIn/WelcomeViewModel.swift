import Observation
import OrbitModels
import Presentation
import TimeAndChance
import Validation

/// The state of the welcome screen: a demo login in a sandbox, and a sign-in with an identity.
@MainActor @Observable public final class WelcomeViewModel {
    /// The address of the demo rider, as typed.
    public var email = ""
    /// Whether a request is in flight.
    public private(set) var isLoading = false
    /// The failure of the last attempt, until the next attempt.
    public private(set) var failure: Failure?
    /// A sentence about the end of the last session; `nil` after a sign-out by the rider.
    public private(set) var notice: String?
    /// Whether the screen offers the demo login. It is `true` only in a sandbox.
    public let offersDemoLogin: Bool
    /// Whether the screen offers a sign-in with an identity.
    public var offersIdentity: Bool { identity != nil }

    private let service: SignInService
    private let identity: (any IdentityTokenSource)?
    private let time: any TimeSource
    private let words: LocalizedStrings
    @ObservationIgnored var beforeSignIn: @MainActor () async -> Void = {}
    @ObservationIgnored var onSignIn: @MainActor (Rider) async -> Void = { _ in }

    /// Creates the screen.
    ///
    /// - Parameters:
    ///   - service: Begins the session.
    ///   - identity: Obtains ID tokens; `nil` without a provider.
    ///   - isSandbox: Whether the server is a sandbox with a demo login.
    ///   - time: The clock of retry times.
    ///   - words: The texts of failures.
    init(
        service: SignInService, identity: (any IdentityTokenSource)?, isSandbox: Bool, time: any TimeSource,
        words: LocalizedStrings
    ) {
        (self.service, self.identity, self.time, self.words) = (service, identity, time, words)
        offersDemoLogin = isSandbox
    }

    /// Signs in as the demo rider with ``email``. Sends nothing outside of a sandbox.
    public func demoLogin() async {
        guard offersDemoLogin else {
            failure = Failure(.refused(.forbidden), message: "A demo login is only possible in a sandbox.")
            return
        }
        guard let address = try? EmailAddress(email) else {  // the sentence below covers all reasons
            failure = Failure(.invalid, message: "Type an email address, such as maya@example.org.")
            return
        }
        await signIn { [service] in try await service.demoLogin(as: address) }
    }

    /// Asks for an identity and signs in with it. A closed sheet is not a failure.
    public func signInWithIdentity() async {
        guard let identity else { return }
        await signIn { [service] in try await service.signIn(with: try await identity.identityToken()) }
    }

    private func signIn(_ work: @MainActor () async throws -> Rider) async {
        guard !isLoading else { return }
        isLoading = true
        (failure, notice) = (nil, nil)
        defer { isLoading = false }
        await beforeSignIn()
        do {
            await onSignIn(try await work())
            email = ""
        } catch is CancellationError {
            // The rider has closed the sheet, or the app has ended the attempt.
        } catch {
            failure = Failure(error, at: time.date, in: words)
        }
    }

    /// Shows why the session has ended.
    func show(_ notice: String?, failure: Failure? = nil) { (self.notice, self.failure) = (notice, failure) }
}
