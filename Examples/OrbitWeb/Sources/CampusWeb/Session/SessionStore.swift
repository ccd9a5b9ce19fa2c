import Auth
import TimeAndChance

/// The sessions of all browsers.
///
/// A browser knows only an id that this store has made. An unknown id, such as a planted id, gets a new
/// session with a new id.
@MainActor final class SessionStore {
    /// All sessions are in use.
    struct Full: Error {}

    /// A browser whose models are released.
    private struct Sleeping {
        let tokens: MemoryTokenStore
        let language: PageLanguage
        let shown: ShownRegions.Version
        let since: Duration
    }

    private static let maxSleeping = 10_000
    /// The time without a request after which a session may be released in favour of a new session.
    private static let shortestIdleTime = Duration.seconds(60)

    private let settings: WebSettings
    private var sessions: [String: WebSession] = [:]
    private var sleeping: [String: Sleeping] = [:]
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
        if let session = sessions[id] {
            session.lastUse = settings.time.uptime
            if session.address.text != address { session.address.text = address }
            return session
        }
        guard let kept = sleeping[id] else { return nil }
        try makeRoom()
        sleeping[id] = nil
        let session = WebSession(
            id: id, tokens: kept.tokens, language: kept.language, address: BrowserAddress(address), settings: settings)
        sessions[id] = session
        await session.launch()
        // Without a user, its tabs show the content of a user who is signed out.
        if session.noteUser() { session.shown.resume(at: kept.shown) }
        return session
    }

    /// Creates a session with a new id. Beyond the maximum of one address, its session without a user that was used least
    /// recently is released.
    ///
    /// - Throws: ``Full`` if there are too many sessions in use.
    func makeSession(language: PageLanguage, at address: String) async throws(Full) -> WebSession {
        limitStrangers(at: address)
        try makeRoom()
        let session = WebSession(
            id: settings.newSecret(), tokens: MemoryTokenStore(), language: language,
            address: BrowserAddress(address), settings: settings)
        sessions[session.id] = session
        await session.launch()
        return session
    }

    /// Gives a session another id. The old id is unknown from now on.
    func renew(_ session: WebSession) {
        sessions[session.id] = nil
        session.id = settings.newSecret()
        sessions[session.id] = session
    }

    /// Releases a session of an address that has too many sessions without a user, so that requests without a cookie
    /// cannot take the places of all other addresses.
    private func limitStrangers(at address: String) {
        let strangers = sessions.values.filter { !$0.isSignedIn && $0.address.text == address }
        guard strangers.count >= settings.maxStrangersPerAddress,
            let oldest = strangers.min(by: { $0.lastUse < $1.lastUse })
        else { return }
        release(oldest)
    }

    /// Releases an idle session if there is no room for another session. Sessions without a user are released first.
    private func makeRoom() throws(Full) {
        guard sessions.count >= settings.maxSessions else { return }
        let now = settings.time.uptime
        let idle = sessions.values.filter { $0.stream == nil && now - $0.lastUse >= Self.shortestIdleTime }
        let strangers = idle.filter { !$0.isSignedIn }
        guard let oldest = (strangers.isEmpty ? idle : strangers).min(by: { $0.lastUse < $1.lastUse }) else {
            throw Full()
        }
        release(oldest)
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
    }

    /// Releases the models. The tokens of a signed-in user are kept, so that the next request continues the session.
    private func release(_ session: WebSession) {
        sessions[session.id] = nil
        session.stream?.end()
        guard session.isSignedIn else { return }
        if sleeping.count >= Self.maxSleeping, let oldest = sleeping.min(by: { $0.value.since < $1.value.since }) {
            sleeping[oldest.key] = nil
        }
        sleeping[session.id] = Sleeping(
            tokens: session.tokens, language: session.language, shown: session.shown.version,
            since: settings.time.uptime)
    }
}
