public import Auth
public import Connections
public import Discover
import Networking
public import Observation
public import OrbitModels
import Presentation
public import Profiles

/// The app without a screen: it makes the parts, joins them, and knows which of them is shown.
///
/// ```swift
/// let app = AppModel(environment)
/// await app.launch()
/// switch app.route {
/// case .auth: showSignIn(app.auth)
/// case .profileSetup, .profileEdit: showForm(app.profile)
/// case .home: showPeople(app.discover)
/// case .launching, .locked, .arriving: showWaiting()
/// }
/// ```
@MainActor @Observable public final class AppModel {
    public private(set) var route = AppRoute.launching
    public let auth: AuthViewModel
    public let session: CurrentSession

    private let authService: AuthService
    private let makePersonal: @MainActor () -> PersonalModels
    private var personal: PersonalModels

    public init(_ environment: AppEnvironment) {
        let budget = RetryBudget()
        func client(_ middleware: [any HTTPMiddleware]) -> APIClient {
            APIClient(
                server: environment.server, transport: environment.transport, middleware: middleware, budget: budget,
                time: environment.time, random: environment.random)
        }
        let anonymous = client([])
        let session = CurrentSession(store: environment.tokens, client: anonymous, time: environment.time)
        self.session = session

        authService = AuthService(
            client: anonymous, session: session, time: environment.time, random: environment.random)
        auth = AuthViewModel(service: authService, registry: environment.registry, time: environment.time)
        makePersonal = {
            let presence = Presence()
            // Asked before there is a token, and once more with it: the token may be the next person's.
            let personal = client([presence, AuthMiddleware(session: session), presence])
            return PersonalModels(environment, client: personal, presence: presence)
        }
        personal = makePersonal()
    }

    /// Of the person signed in, like all that follow: others after a sign-out.
    public var profile: ProfileViewModel { personal.profile }
    public var discover: DiscoverViewModel { personal.discover }
    public var dealbreakers: DealbreakersViewModel { personal.dealbreakers }
    public var pokes: PokesViewModel { personal.connections.pokes }
    public var matches: MatchesViewModel { personal.connections.matches }
    public var today: TodayMatchViewModel { personal.connections.today }
    public var blocks: BlocksViewModel { personal.connections.blocks }

    /// Opens the sheet of somebody who was suggested, with the reasons.
    public func sheet(of suggestion: Suggestion) -> PersonViewModel {
        PersonViewModel(
            suggestion.id, person: suggestion.person, compatibility: suggestion.compatibility, models: personal)
    }

    /// Opens the sheet of somebody else, such as one who has poked.
    public func sheet(of person: Person) -> PersonViewModel {
        PersonViewModel(person.id, person: person, models: personal)
    }

    /// Opens the sheet of somebody of whom there is only the id, such as a match. Load it.
    public func sheet(of id: UserID) -> PersonViewModel {
        PersonViewModel(id, person: nil, models: personal)
    }

    /// Takes up the stored session. Call it at launch, and again from `.locked`.
    public func launch() async {
        await follow(await session.restore())
    }

    /// Follows the session for as long as the app runs, so that one the server ends leads back to
    /// signing in. Ends when its task is cancelled.
    public func watchSession() async {
        for await _ in await session.states() { await follow(await session.state) }
    }

    /// Signs in with the code that was typed.
    public func verifyCode() async {
        await auth.verifyCode()
        await follow(await session.state)
    }

    /// Asks the server for the profile, and goes where it says: also the way to try again.
    public func loadProfile() async {
        let person = personal
        await person.profile.load()
        await noteProfile(of: person)
    }

    /// Saves the form, and goes home if the profile is complete. Who is suggested depends on it, and is loaded again.
    public func saveProfile() async {
        let person = personal
        guard await person.profile.save() else { return }
        await noteProfile(of: person, isSaved: true)
        await person.discover.reload()
    }

    public func editProfile() {
        move(.editProfile)
    }

    /// Leaves the form without saving.
    public func leaveEditing() {
        move(.leaveEditing)
    }

    /// Signs out, from anywhere: this device forgets the session even if the server cannot be told.
    ///
    /// - Throws: the token store's error if the session is still on disk.
    public func logout() async throws {
        leaveSession()  // not later: by the time the server has answered, somebody else may be signed in
        try await authService.logout()
    }

    private func follow(_ state: SessionState) async {
        switch state {
        case .unknown:
            break
        case .unreadable:
            move(.sessionUnreadable)
        case .signedOut:
            leaveSession()
        case .signedIn:
            let wasElsewhere = route != .arriving
            move(.signedIn)
            if wasElsewhere, route == .arriving { await loadProfile() }
        }
    }

    /// Goes where the server's answer leads; that may be its last word on the session.
    private func noteProfile(of person: PersonalModels, isSaved: Bool = false) async {
        let state = await session.state
        guard person === personal else { return }  // they have left
        if case .signedOut = state {
            leaveSession()
        } else if case .loaded(let mine) = person.profile.saved {
            move(!mine.profileComplete ? .profileIncomplete : isSaved ? .profileSaved : .profileComplete)
        }
    }

    /// Whatever belongs to the person who was signed in goes.
    private func leaveSession() {
        guard route != .auth else { return }
        move(.signedOut)
        auth.reset()
        personal.leave()
        personal = makePersonal()
    }

    private func move(_ event: AppEvent) {
        route = route.after(event)
    }
}
