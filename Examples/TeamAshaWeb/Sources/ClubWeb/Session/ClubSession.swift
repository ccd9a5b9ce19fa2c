import Presentation
import TeamAshaApp
import TimeAndChance

/// The session of a browser: the app of its rider.
@MainActor final class ClubSession {
    /// The app.
    let app: TeamAshaModel
    /// The value of the cookie. It changes with each sign-in and sign-out by the rider.
    private(set) var id: String
    /// The uptime of the latest request.
    var lastUse: Duration
    /// The uptime of the latest request by the rider. A page that loads itself again is not such a request.
    private var lastInteraction: Duration
    private let time: any TimeSource

    /// Creates a session without a rider. Call ``launch()`` next.
    init(id: String, environment: TeamAshaEnvironment) {
        self.id = id
        app = TeamAshaModel(environment)
        time = environment.time
        lastUse = environment.time.uptime
        lastInteraction = environment.time.uptime
    }

    /// Reads the empty token store, so that the app shows the welcome screen.
    func launch() async { await app.launch() }

    /// Whether the session can be released: it has no rider, and no sign-in is in flight.
    var isReleasable: Bool { app.club == nil && !app.welcome.isLoading }

    /// Notes a request by the rider, which postpones the automatic logout.
    func noteInteraction() {
        lastInteraction = time.uptime
        app.noteInteraction()
    }

    /// The whole seconds after which the warning before the automatic logout begins; at least one.
    var secondsUntilWarning: Int {
        let warning = lastInteraction + app.inactivity.limit - app.inactivity.warningTime
        return max(1, Self.wholeSeconds(warning - time.uptime))
    }

    /// Returns a duration in seconds, rounded up.
    static func wholeSeconds(_ duration: Duration) -> Int {
        Int(duration.components.seconds) + (duration.components.attoseconds > 0 ? 1 : 0)
    }

    /// Waits until an expired session is signed out. The app does this in a task of its own.
    func settle() async {
        guard app.inactivity.state == .expired else { return }
        for await isSignedOut in changes(of: { [app] in app.club == nil }) where isSignedOut { return }
    }

    /// Replaces the id. Only the store calls it, because it finds sessions by their ids.
    func replaceID(by id: String) { self.id = id }
}
