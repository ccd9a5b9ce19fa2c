import Auth
import OrbitModels
import TimeAndChance

/// The sessions of all browsers.
///
/// A browser knows only an id that this store has made. An unknown id, such as a planted id, gets a new
/// session with a new id.
///
/// A session without a user is a stranger. Strangers take at most half of the store, so users always have room. If
/// there is no room, sessions are released in this order, and in each group the session that was used least recently:
///
/// 1. Strangers who are not signing in. Their next request, also the form with the address, gets a new session.
/// 2. Strangers who are signing in. They have to request another code.
/// 3. For a session beyond the maximum of all sessions: users without a recent request. Their next request restores them.
@MainActor final class SessionStore {
    /// All sessions are in use.
    struct Full: Error {}

    /// A browser whose models are released.
    private struct Sleeping {
        let owner: UserID?
        let tokens: MemoryTokenStore
        let language: PageLanguage
        let shown: ShownRegions.Version
        let formSecret: String
        let repetitions: RepetitionGuard
        let since: Duration
    }

    /// An id that was replaced.
    private struct Retired {
        let since: Duration
        /// The id that has replaced it.
        let successor: String
    }

    private static let maxSleeping = 10_000
    /// The time in which the tabs of a browser may still send a replaced id. A new session would replace the cookie with the
    /// new id, and end the sign-in.
    private static let retirement = Duration.seconds(30)
    /// The time without a request after which the session of a user may be released in favour of another session.
    private static let shortestIdleTime = Duration.seconds(60)

    private let settings: WebSettings
    private var sessions: [String: WebSession] = [:]
    private var sleeping: [String: Sleeping] = [:]
    /// The sessions whose models are being created again.
    private var restorations: [String: Task<Void, Never>] = [:]
    private var retired: [String: Retired] = [:]
    private var lastRemoval = Duration.zero

    init(settings: WebSettings) {
        self.settings = settings
    }

    /// The number of sessions with models in memory.
    var count: Int { sessions.count }

    /// Returns the session of an id, without creating one.
    ///
    /// - Throws: ``Full`` if the session sleeps and cannot be restored now.
    func session(_ id: String?, at address: String) async throws(Full) -> WebSession? {
        removeExpired()
        guard let id else { return nil }
        await restorations[id]?.value
        if let session = sessions[id] {
            session.lastUse = settings.time.uptime
            if session.address.text != address { session.address.text = address }
            return session
        }
        guard let kept = sleeping[id] else { return nil }
        try makeRoom()
        sleeping[id] = nil
        let session = WebSession(
            id: id, of: kept.owner, tokens: kept.tokens, language: kept.language, address: BrowserAddress(address),
            settings: settings)
        sessions[id] = session
        let restoration = Task {
            await session.launch()
            // Without a user, its tabs show the content of a user who is signed out.
            if session.noteUser() { session.shown.resume(at: kept.shown) }
            if session.isSignedIn, !session.needsNewID { session.continueForms(kept.formSecret, kept.repetitions) }
        }
        restorations[id] = restoration
        await restoration.value
        if restorations[id] == restoration { restorations[id] = nil }
        return session
    }

    /// Creates a session with a new id and without a user. It can take the place of another stranger.
    ///
    /// - Throws: ``Full`` if users use all sessions.
    func makeSession(language: PageLanguage, at address: String) async throws(Full) -> WebSession {
        let address = BrowserAddress(address)
        let network = address.network
        // Requests without a cookie from a few addresses cannot take the places of all other addresses.
        limitStrangers(to: settings.maxStrangersPerAddress) { $0.address.network == network }
        limitStrangers(to: settings.maxStrangers) { _ in true }
        try makeRoom()
        let session = WebSession(
            id: settings.newSecret(), tokens: MemoryTokenStore(), language: language, address: address,
            settings: settings)
        sessions[session.id] = session
        await session.launch()
        return session
    }

    /// Gives a session another id, because its user has changed.
    ///
    /// The old id leads to no session from now on, even for a browser whose response with the new id is lost. The old id
    /// of a sign-in may have been planted, so it must not lead to the user.
    func renew(_ session: WebSession) {
        let old = session.id
        // The models may have been released during the sign-in.
        (sessions[old], sleeping[old]) = (nil, nil)
        session.renewID()
        sessions[session.id] = session
        retired[old] = Retired(since: settings.time.uptime, successor: session.id)
    }

    /// Whether the person of an id has just changed, so that its browser is about to get a new id.
    ///
    /// This is not the case after a sign-out. The browser reloads its pages as soon as the user's models end. So the
    /// response with the new id is lost if it comes later, and the browser gets another session.
    func isOutdated(_ id: String?) -> Bool {
        guard let id else { return false }
        if let session = sessions[id] { return session.awaitsNewID }
        guard let old = retired[id], settings.time.uptime - old.since < Self.retirement else { return false }
        return sessions[old.successor].map { $0.isPersonal } ?? true
    }

    /// Whether an id was replaced a short time ago.
    func isRetired(_ id: String?) -> Bool { id.map { retired[$0] != nil } ?? false }

    /// Releases strangers until one more is within a limit.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of strangers.
    ///   - isCounted: Whether a stranger counts.
    private func limitStrangers(to limit: Int, where isCounted: (WebSession) -> Bool) {
        var strangers = sessions.values.filter { $0.isStranger && isCounted($0) }
        while strangers.count >= limit, let first = strangers.min(by: { Self.isReleasedFirst($0, $1) }) {
            release(first)
            strangers.removeAll { $0 === first }
        }
    }

    /// Releases a session if there is no room for another session.
    private func makeRoom() throws(Full) {
        guard sessions.count >= settings.maxSessions else { return }
        let now = settings.time.uptime
        let candidates = sessions.values.filter { session in
            session.isStranger || session.stream == nil && now - session.lastUse >= Self.shortestIdleTime
        }
        guard let first = candidates.min(by: { Self.isReleasedFirst($0, $1) }) else { throw Full() }
        release(first)
    }

    private static func isReleasedFirst(_ first: WebSession, _ second: WebSession) -> Bool {
        func group(_ session: WebSession) -> Int { !session.isStranger ? 2 : session.isSigningIn ? 1 : 0 }
        return (group(first), first.lastUse) < (group(second), second.lastUse)
    }

    /// Releases the models of sessions that were not used for a while, and the tokens of browsers that do not return.
    func removeExpired() {
        let now = settings.time.uptime
        guard now - lastRemoval >= .seconds(10) else { return }
        lastRemoval = now
        for session in sessions.values where session.stream == nil && now - session.lastUse >= settings.idleTime {
            release(session)
        }
        sleeping = sleeping.filter { now - $0.value.since < settings.sleepTime }
        retired = retired.filter { now - $0.value.since < Self.retirement }
    }

    /// Releases the models. The tokens and the forms of a user are kept, so that the next request continues the session.
    private func release(_ session: WebSession) {
        sessions[session.id] = nil
        session.stream?.end()
        guard !session.isStranger else { return }
        if sleeping.count >= Self.maxSleeping, let oldest = sleeping.min(by: { $0.value.since < $1.value.since }) {
            sleeping[oldest.key] = nil
        }
        sleeping[session.id] = Sleeping(
            owner: session.idOwner, tokens: session.tokens, language: session.language,
            shown: session.shown.version, formSecret: session.formSecret, repetitions: session.repetitions,
            since: settings.time.uptime)
    }
}
