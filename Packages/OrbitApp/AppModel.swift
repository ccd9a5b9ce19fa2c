public import Auth
import Networking
public import Observation
import OrbitModels
public import Presentation
import Profiles
public import Safety
public import Validation

/// The app without a screen: the route, the sign-in, and the signed-in user.
///
/// ```swift
/// let app = AppModel(environment)
/// await app.launch()
/// switch (app.route, app.user) {
/// case (.profileSetup, let user?), (.profileEdit, let user?): showForm(user.profile)
/// case (.home, let user?): show(user.navigation, of: user)
/// case (.auth, _): showSignIn(app.auth)
/// default: showWaiting()
/// }
/// ```
@MainActor @Observable public final class AppModel {
    /// The shown part of the app.
    public private(set) var route = AppRoute.launching
    /// The model of the sign-in.
    public let auth: AuthViewModel
    /// The clock of all models. Run it while a screen is shown, so that it notifies observers when time changes a
    /// value.
    public let clock: ScreenClock
    /// The session that all requests use.
    public let session: CurrentSession

    /// Whether a user is signed in, and the cause if no user is. `SignOutCause` has texts for the user.
    public private(set) var sessionState = SessionState.unknown
    /// The models of the signed-in user; `nil` without a signed-in user.
    ///
    /// A sign-in and a restored session create a new value. A sign-out, the end of the session and the erasure of the
    /// account set `nil`. It is not `nil` on the routes `arriving`, `profileSetup`, `home` and `profileEdit`.
    ///
    /// On `locked` it is usually `nil`. It is not `nil` if ``launch()`` was called while a session ended, but then all
    /// requests of its models throw `AuthError.sessionUnreadable`. So a front end shows only ``failure`` on this route.
    public private(set) var user: SignedInUser?

    /// The host of `https` links to places in the app; `nil` refuses all of them.
    public let linkHost: String?
    /// The features of the app.
    public let features: AppFeatures
    /// The words that screens show. The words of the environment take precedence over those of features.
    public let catalogue: MessageCatalogue

    private let authService: AuthService
    private let makeSuspension: @MainActor (SuspendedSignIn) -> SuspensionViewModel
    @ObservationIgnored private var shownSuspension: (of: SuspendedSignIn, model: SuspensionViewModel)?
    private let makeUser: @MainActor () -> SignedInUser
    /// The link that waits for the home screen.
    var pendingLink = PendingLink()
    /// The identifier of the signed-in user; `nil` without a signed-in user.
    @ObservationIgnored private(set) var userID: UserID?
    @ObservationIgnored private var arrival: Task<Void, Never>?
    /// The user whose stored profile is shown, and whose profile is loaded in the background.
    @ObservationIgnored private weak var refreshed: SignedInUser?
    @ObservationIgnored private var watch: Task<Void, Never>?
    @ObservationIgnored private var routeListeners: [Int: AsyncStream<AppRoute>.Continuation] = [:]
    @ObservationIgnored private var listenerCount = 0

    /// Creates the app without I/O; call ``launch()`` next.
    ///
    /// - Parameters:
    ///   - environment: The dependencies of the app.
    ///   - features: The features of this repository, and those of other packages.
    public init(_ environment: AppEnvironment, features: AppFeatures = .app) {
        let environment = environment.adding(features)
        let budget = RetryBudget()
        let clock = ScreenClock(time: environment.time)
        self.clock = clock
        let anonymous = APIClient(
            server: environment.server, transport: environment.transport, budget: budget, time: environment.time,
            random: environment.random)
        let session = CurrentSession(store: environment.tokens, client: anonymous, time: environment.time)
        self.session = session
        authService = AuthService(
            client: anonymous, session: session, device: DeviceTokenStore(file: environment.file("device")),
            time: environment.time, random: environment.random)
        auth = AuthViewModel(
            service: authService, registry: environment.registry, catalogue: environment.catalogue,
            time: environment.time, clock: clock)
        makeSuspension = { signIn in
            SuspensionViewModel(
                code: SuspendedRequest(
                    email: signIn.email, code: signIn.code, challengeID: signIn.challenge.rawValue),
                until: signIn.until, service: ReportService(client: anonymous),
                log: EventLog(
                    time: environment.time, random: environment.random, words: environment.catalogue.words,
                    clock: clock))
        }
        makeUser = {
            SignedInUser(environment, features: features, session: session, budget: budget, clock: clock)
        }
        self.features = features
        catalogue = environment.catalogue
        linkHost = environment.resolvedLinkHost
    }

    deinit {
        watch?.cancel()
        for listener in routeListeners.values { listener.finish() }
    }

    var words: LocalizedStrings { catalogue.words }

    /// The screen of a person with a suspended account, to show in place of the code; `nil` unless a sign-in was
    /// refused for that reason. It is the same model until another code is sent.
    public var suspension: SuspensionViewModel? {
        guard let signIn = auth.suspended else { return nil }
        if let shownSuspension, shownSuspension.of == signIn { return shownSuspension.model }
        let model = makeSuspension(signIn)
        shownSuspension = (signIn, model)
        return model
    }

    /// Returns the current route, followed by every change of the route.
    ///
    /// ```swift
    /// for await route in app.routes() { show(route) }
    /// ```
    public func routes() -> AsyncStream<AppRoute> {
        let (stream, continuation) = AsyncStream.makeStream(of: AppRoute.self)
        listenerCount += 1
        let id = listenerCount
        routeListeners[id] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in self?.routeListeners[id] = nil }
        }
        continuation.yield(route)
        return stream
    }

    /// Restores the stored session and follows it. When the server ends the session, the route becomes the sign-in.
    /// Call it at launch, and again from `.locked`.
    ///
    /// If ``AppEnvironment/directory`` has the content of the last launch, the app shows it, also offline. This function
    /// then returns before the first response, and ``SignedInUser/storedDate`` is the time of the content.
    public func launch() async {
        await follow(await session.restore())
        guard watch == nil else { return }
        let states = await session.states()
        watch = Task { [weak self] in
            for await _ in states {
                guard let self else { return }
                // The element may be older than a state that this model has followed in the meantime.
                let state = await self.session.state
                if state != self.sessionState { await self.follow(state) }
            }
        }
    }

    /// The reason why the app cannot continue, for example because it is offline after the launch. ``retry()`` tries
    /// again, and ``logout(unsent:)`` is always possible.
    public var failure: Failure? {
        switch route {
        case .locked:
            sessionState.messageIfUnreadable(in: words).map { Failure(.local, message: $0) }
        case .arriving: user?.profile.saved.failure
        case .launching, .auth, .profileSetup, .home, .profileEdit: nil
        }
    }

    /// Retries the operation that led to ``failure``.
    public func retry() async {
        switch route {
        case .launching, .locked: await launch()
        case .arriving: await loadProfile()
        case .auth, .profileSetup, .home, .profileEdit: break
        }
    }

    /// Stores the content of lists now, so that the next launch shows it, also offline.
    ///
    /// Call it when the app goes to the background, where the system may end it. Returns when the content is durable. A
    /// failed write, such as on a full disk, is not reported, because only the next offline start depends on it.
    public func enterBackground() async { await user?.flush() }

    /// Signs in with the typed code.
    public func verifyCode() async {
        await auth.verifyCode()
        await follow(await session.state)
    }

    /// Loads the profile and moves to the route that follows from it. Call it again after a failure.
    public func loadProfile() async {
        guard let user else { return }
        await user.profile.load()
        await noteProfile(of: user)
    }

    /// Saves the form, and moves to `home` if the profile is complete. The suggestions depend on the profile and are
    /// loaded again.
    public func saveProfile() async {
        guard let user, await user.profile.save() == .done else { return }
        await noteProfile(of: user, isSaved: true)
    }

    /// Opens the form of a complete profile at a step.
    public func editProfile(at step: ProfileStep = .basicInfo) {
        guard let user else { return }
        user.profile.beginEditing(at: step)
        move(.editProfile)
    }

    /// Leaves the form without saving. Discards the changes, also on disk.
    public func leaveEditing() async {
        guard let user else { return }
        await user.profile.cancelEditing()
        move(.leaveEditing)
    }

    /// Signs out, on any route. The device deletes the session even if the server cannot be notified.
    ///
    /// It also deletes the unfinished profile, the decisions about reminders, imported busy times, the photos, the last
    /// content of lists, the files of features and ``waitingLink``. ``SignedInUser/unsentCount`` states how many messages
    /// and other actions are not sent; ask the user about them first. If the server ends the session, they are kept.
    ///
    /// - Parameter unsent: The decision about unsent actions.
    /// - Throws: The error of the token store or of a file if something is still on disk.
    public func logout(unsent: UnsentChoice = .discard) async throws {
        pendingLink = PendingLink()
        let leaving = user ?? makeUser()  // an earlier launch may have left files, even if no user is signed in
        leaving.unsent.isDiscarded = unsent == .discard
        leaveSession(of: leaving)  // not later: by the time the server has responded, another user may be signed in
        let traces = Task { try await leaving.removeTraces() }
        try await authService.logout()
        let state = await session.state
        if case .signedOut = state { sessionState = state }
        try await traces.value
    }

    /// Erases the account of the user who has confirmed it in ``SignedInUser/account``.
    ///
    /// After the erasure the route is sign-in, and this device has removed the user's files, as after
    /// ``logout(unsent:)``.
    ///
    /// - Returns: The outcome of the erasure. If `account.needsSignIn` is `true`, sign out, sign in and repeat it.
    /// - Throws: The error of the token store or of a file if something is still on disk.
    @discardableResult
    public func eraseAccount() async throws -> ActionOutcome {
        guard let leaving = user else { return .skipped }
        leaving.unsent.isDiscarded = true  // the session may end before the response arrives
        let outcome = await leaving.account.erase()
        guard leaving === user else {
            // The session ended before the response arrived. A link of the next user stays.
            if user == nil { pendingLink = PendingLink() }
            try await leaving.removeTraces()
            return outcome
        }
        if outcome == .done { try await logout() } else { leaving.unsent.isDiscarded = false }
        return outcome
    }

    /// Adapts the user and the route to a state of the session.
    private func follow(_ state: SessionState) async {
        sessionState = state
        switch state {
        case .unknown:
            break
        case .unreadable:
            move(.sessionUnreadable)
        case .signedOut:
            leaveSession()
        case .signedIn(let id, _):
            if user == nil { user = makeUser() }
            userID = id
            pendingLink.assign(to: id)
            move(.signedIn)
            guard let user else { return }
            await user.begin(as: id)
            guard user === self.user else { return }  // the user has signed out
            await arrive(user)
        }
    }

    /// Moves on with the stored profile, and loads the profile in the background. Without a stored profile, waits for
    /// the load, once for all concurrent callers.
    private func arrive(_ person: SignedInUser) async {
        guard route == .arriving else { return }
        if person.profile.isStored {
            await noteProfile(of: person)
            guard route == .arriving else {
                guard refreshed !== person else { return }
                refreshed = person
                Task { [weak self] in await self?.loadProfile() }
                return
            }
        }
        let arrival = arrival ?? Task { await loadProfile() }
        self.arrival = arrival
        await arrival.value
        if self.arrival == arrival { self.arrival = nil }
    }

    /// Moves to the route that follows from the server's response. The response may end the session.
    private func noteProfile(of person: SignedInUser, isSaved: Bool = false) async {
        let state = await session.state
        guard person === user else { return }  // the user has signed out
        if case .signedOut = state {
            sessionState = state
            leaveSession()
        } else if let mine = isSaved ? person.profile.saved.value : loadedProfile(of: person) {
            move(!mine.profileComplete ? .profileIncomplete : isSaved ? .profileSaved : .profileComplete)
        }
    }

    /// Returns the profile unless a load is in flight or has failed. A save states the profile in any case.
    private func loadedProfile(of person: SignedInUser) -> ProfileData? {
        if case .loaded(let mine) = person.profile.saved { mine } else { nil }
    }

    /// Returns to the sign-in, and ends the user's models.
    ///
    /// If there is no ``user``, an earlier launch may have ended without a sign-out. So this function creates models
    /// and ends them at once, which withdraws the reminders of the earlier launch.
    ///
    /// - Parameter leaving: The models that ``logout(unsent:)`` ends and whose files it then removes; `nil` if the
    ///   session has ended by itself.
    private func leaveSession(of leaving: SignedInUser? = nil) {
        guard route != .auth else {
            // No user is signed in on this route, so the sign-out has created `leaving`. Nothing else has to change.
            leaving?.leave()
            return
        }
        move(.signedOut)
        auth.reset()
        (leaving ?? user ?? makeUser()).leave()
        user = nil
        userID = nil
    }

    private func move(_ event: AppEvent) {
        let next = route.after(event)
        guard next != route else { return }
        route = next
        showPendingLink()
        for listener in routeListeners.values { listener.yield(next) }
    }
}
