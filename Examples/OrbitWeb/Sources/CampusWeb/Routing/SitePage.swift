import Auth
import OrbitApp

/// A page: its path, the loads before it is shown, and the screen.
struct SitePage: Sendable {
    /// The people who may see a page.
    enum Access: Sendable {
        /// A person without a session.
        case signedOut
        /// The user, also with an incomplete profile.
        case signedIn
        /// The user with a complete profile.
        case home
        /// All people.
        case anyone
    }

    let pattern: SitePath
    let access: Access
    /// Loads the models of the page. Returns a path to show another page.
    let load: @MainActor @Sendable (PageVisit) async -> String?
    /// Renders the page. It changes nothing and waits for nothing.
    let screen: @MainActor @Sendable (PageVisit) -> PageScreen
    /// Notes that the browser shows the page or changed regions of it, for example that messages are read.
    let noteShown: @MainActor @Sendable (PageVisit) -> Void

    /// Creates a page that does not need the models of a user.
    init(
        _ path: String, access: Access = .anyone,
        load: @escaping @MainActor @Sendable (PageVisit) async -> String? = { _ in nil },
        screen: @escaping @MainActor @Sendable (PageVisit) -> PageScreen,
        noteShown: @escaping @MainActor @Sendable (PageVisit) -> Void = { _ in }
    ) {
        pattern = SitePath(path)
        self.access = access
        self.load = load
        self.screen = screen
        self.noteShown = noteShown
    }

    /// Creates a page of the user.
    static func user(
        _ path: String, access: Access = .home,
        load: @escaping @MainActor @Sendable (PageVisit, SignedInUser) async -> String? = { _, _ in nil },
        screen: @escaping @MainActor @Sendable (PageVisit, SignedInUser) -> PageScreen,
        noteShown: @escaping @MainActor @Sendable (PageVisit, SignedInUser) -> Void = { _, _ in }
    ) -> SitePage {
        SitePage(
            path, access: access,
            load: { visit in
                guard let user = visit.app.user else { return nil }
                return await load(visit, user)
            },
            screen: { visit in
                guard let user = visit.app.user else { return WaitingScreen.screen(visit) }
                return screen(visit, user)
            },
            noteShown: { visit in
                if let user = visit.app.user { noteShown(visit, user) }
            })
    }
}

/// A form: its path, and the action. The browser then shows another page.
struct FormAction: Sendable {
    let pattern: SitePath
    let access: SitePage.Access
    /// Performs the action. Returns the path of the page to show.
    let perform: @MainActor @Sendable (PageVisit) async -> String

    init(
        _ path: String, access: SitePage.Access = .anyone,
        perform: @escaping @MainActor @Sendable (PageVisit) async -> String
    ) {
        pattern = SitePath(path)
        self.access = access
        self.perform = perform
    }

    /// Creates a form of the user.
    static func user(
        _ path: String, access: SitePage.Access = .home,
        perform: @escaping @MainActor @Sendable (PageVisit, SignedInUser) async -> String
    ) -> FormAction {
        FormAction(path, access: access) { visit in
            guard let user = visit.app.user else { return "/" }
            return await perform(visit, user)
        }
    }
}
