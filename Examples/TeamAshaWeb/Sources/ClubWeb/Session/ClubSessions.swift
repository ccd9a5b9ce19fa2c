import TeamAshaApp
import TimeAndChance

/// The sessions of all browsers.
///
/// A session begins with the form of the sign-in, so visitors without a form take no memory. At the maximum, a new
/// session takes the place of the least recently used session without a rider. The automatic logout frees the places
/// of riders.
@MainActor final class ClubSessions {
    /// Riders use all sessions.
    struct Full: Error {}

    private let settings: ClubSettings
    private var sessions: [String: ClubSession] = [:]

    init(settings: ClubSettings) { self.settings = settings }

    /// The number of sessions.
    var count: Int { sessions.count }

    /// Returns the session of an id. An unknown id, such as a planted id, has no session.
    func session(_ id: String?) -> ClubSession? {
        guard let id, let session = sessions[id] else { return nil }
        session.lastUse = settings.environment.time.uptime
        return session
    }

    /// Creates a session with a new id and without a rider.
    ///
    /// - Throws: ``Full`` if riders use all sessions.
    func makeSession() async throws(Full) -> ClubSession {
        if sessions.count >= settings.maxSessions {
            let oldest = sessions.values.filter { $0.isReleasable }.min { $0.lastUse < $1.lastUse }
            guard let oldest else { throw Full() }
            sessions[oldest.id] = nil
        }
        let session = ClubSession(id: settings.newID(), environment: settings.sessionEnvironment())
        sessions[session.id] = session
        await session.launch()
        return session
    }

    /// Gives a session another id, because its rider has changed. The old id, which may be planted or copied, has no
    /// session from now on.
    func renew(_ session: ClubSession) {
        sessions[session.id] = nil
        session.replaceID(by: settings.newID())
        sessions[session.id] = session
    }
}
