import Networking

/// The routes of the server of Team Asha.
///
/// The session itself has the routes `/auth/refresh` and `/auth/logout` of OrbitKit's Auth.
public enum TeamAshaRoutes {
    /// `POST /auth/demo`: a session of a demo rider. Only a sandbox has this route. Body: ``DemoLogin``.
    public static let demo = Route(.post, "/auth/demo", access: .anyone)
    /// `POST /auth/google/callback`: a session for an ID token of Google. Body: ``IdentityLogin``.
    public static let google = Route(.post, "/auth/google/callback", access: .anyone)

    /// `GET /brevets/upcoming`: `Page<Brevet>`, the earliest first.
    public static let upcomingBrevets = Route(.get, "/brevets/upcoming")
    /// `GET /brevets/{brevet_id}`: `Keyed<Brevet>`.
    public static let brevet = Route(.get, "/brevets/{brevet_id}")
    /// `GET /leaderboard?season=2026`: `Page<Standing>`, in any order.
    public static let leaderboard = Route(.get, "/leaderboard")
    /// `GET /riders/me`: the ``RiderProfile`` of the signed-in rider.
    public static let me = Route(.get, "/riders/me")
    /// `GET /riders/{rider_id}`: a ``RiderProfile``.
    public static let rider = Route(.get, "/riders/{rider_id}")
    /// `GET /riders/{rider_id}/activities?source=upload`: `Page<Activity>`.
    public static let activities = Route(.get, "/riders/{rider_id}/activities")
    /// `POST /strava/sync`: the ``StravaLink`` after the server has fetched the activities of the signed-in rider.
    public static let stravaSync = Route(.post, "/strava/sync")
}
