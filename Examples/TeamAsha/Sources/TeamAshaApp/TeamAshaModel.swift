import Auth
import Networking
import Observation
import OrbitModels
import Presentation
import TimeAndChance

/// The app of Team Asha without its screens.
///
/// ```swift
/// let app = TeamAshaModel(environment)
/// await app.launch()
/// switch app.route {
/// case .launching: "Loading…"
/// case .welcome: WelcomeView(app.welcome)
/// case .main: MainTabView(app.club)
/// case .unreadable(let reason): reason
/// }
/// ```
///
/// A front end runs ``clock`` while it is shown, and calls ``noteInteraction()`` for each tap or command.
@MainActor @Observable public final class TeamAshaModel {
    /// The screen to show.
    public enum Route: Hashable, Sendable {
        /// The stored session is being read.
        case launching
        /// WelcomeView.
        case welcome
        /// MainTabView.
        case main
        /// The stored session cannot be read now. It may be intact, so the rider is not signed out.
        case unreadable(reason: String)
    }

    /// The screen to show.
    public private(set) var route = Route.launching
    /// The screens of the signed-in rider; `nil` on all other routes.
    public private(set) var club: SignedInClub?
    /// The welcome screen.
    public let welcome: WelcomeViewModel
    /// The automatic logout.
    public let inactivity: InactivityMonitor
    /// The clock of all screens.
    public let clock: ScreenClock

    private let environment: TeamAshaEnvironment
    private let session: CurrentSession
    private let auth: AuthService
    private let budget: RetryBudget
    @ObservationIgnored private var sessionTask: Task<Void, Never>?
    @ObservationIgnored private var inactivityTask: Task<Void, Never>?
    /// The last sign-out. A sign-in waits for it, because it would end the new session.
    @ObservationIgnored private var ending: Task<Void, Never>?

    /// Creates the app. Nothing is read or sent before ``launch()``.
    public init(_ environment: TeamAshaEnvironment) {
        let (time, random) = (environment.time, environment.random)
        let budget = RetryBudget()
        let anonymous = Self.client([], sharing: budget, in: environment)
        let session = CurrentSession(store: environment.tokens, client: anonymous, time: time)
        let clock = ScreenClock(time: time)
        self.environment = environment
        self.session = session
        self.clock = clock
        self.budget = budget
        auth = AuthService(client: anonymous, session: session, time: time, random: random)
        inactivity = InactivityMonitor(limit: environment.inactivityLimit, time: time, clock: clock)
        welcome = WelcomeViewModel(
            service: SignInService(client: anonymous, session: session, time: time),
            identity: environment.identity, isSandbox: environment.isSandbox, time: time, words: environment.words)
        welcome.beforeSignIn = { [weak self] in
            if let ending = self?.ending { await ending.value }
        }
        welcome.onSignIn = { [weak self] rider in await self?.enter(as: rider.id) }
    }

    private static func client(
        _ middleware: [any HTTPMiddleware], sharing budget: RetryBudget, in environment: TeamAshaEnvironment
    ) -> APIClient {
        APIClient(
            server: environment.server, transport: environment.transport, middleware: middleware,
            retry: environment.retry, budget: budget, time: environment.time, random: environment.random)
    }

    /// Reads the stored session. Call it once, and again after ``Route/unreadable(reason:)``.
    public func launch() async {
        switch await session.restore() {
        case .signedIn(let rider, _): await enter(as: rider)
        case .unreadable(let reason): route = .unreadable(reason: reason)
        case .signedOut, .unknown: route = .welcome
        }
    }

    /// Notes that the rider uses the app, which postpones the automatic logout.
    public func noteInteraction() { inactivity.noteInteraction() }

    /// Ends the session on this device at once, then on the server if it is reachable. Removes the offline content.
    public func signOut() async { await signOut(notice: nil) }

    private func signOut(notice: String?) async {
        guard club != nil else { return }
        await end {
            await self.leave(notice)
            do {
                try await self.auth.logout()
            } catch {
                let failure = Failure(error, at: self.environment.time.date, in: self.environment.words)
                self.welcome.show(notice, failure: failure)
            }
        }
    }

    /// Ends the session in a task of its own, because leaving cancels the tasks that wait for the end of the session.
    private func end(_ work: @escaping @MainActor () async -> Void) async {
        let ending = Task { await work() }
        self.ending = ending
        await ending.value
    }

    private func enter(as rider: RiderID) async {
        guard club == nil else { return }
        let gate = SessionGuard()
        // The second pass refuses a request whose session ended while it waited for a token. The token may be that of
        // the next rider.
        let client = Self.client([gate, AuthMiddleware(session: session), gate], sharing: budget, in: environment)
        let club = SignedInClub(rider, client: client, gate: gate, clock: clock, in: environment)
        self.club = club
        await club.begin()
        guard self.club === club else { return }  // signed out in the meantime
        route = .main
        inactivity.start()
        inactivityTask = Task { [weak self, inactivity] in
            guard await inactivity.waitForExpiry() else { return }
            await self?.signOut(notice: "You were signed out because you have not used the app for a while.")
        }
        sessionTask = Task { [weak self, session] in
            for await state in await session.states() {
                guard case .signedOut(let cause) = state, cause != .byUser else { continue }
                guard let self else { return }
                await self.end { await self.leave("Your session has ended. Sign in again to go on.") }
                return
            }
        }
    }

    /// Discards the screens and the offline content.
    private func leave(_ notice: String?) async {
        guard let club else { return }
        self.club = nil
        route = .welcome
        inactivity.stop()
        inactivityTask?.cancel()
        sessionTask?.cancel()
        (inactivityTask, sessionTask) = (nil, nil)
        welcome.show(notice, failure: await club.end())
    }
}
