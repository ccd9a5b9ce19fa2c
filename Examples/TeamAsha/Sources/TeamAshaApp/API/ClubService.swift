import Foundation
import Networking
import OrbitModels

/// Reads the data of the club.
public struct ClubService: Sendable {
    private let client: APIClient
    /// The largest number of pages of a list of activities. A server that never ends a list cannot keep the app busy.
    private static let maxPages = 50

    /// Creates the service of a signed-in client.
    public init(client: APIClient) { self.client = client }

    /// The endpoint of the upcoming brevets.
    public static var upcomingBrevets: Endpoint<Page<Brevet>> { Endpoint(TeamAshaRoutes.upcomingBrevets) }

    /// The endpoint of the signed-in rider's page.
    public static var me: Endpoint<RiderProfile> { Endpoint(TeamAshaRoutes.me) }

    /// Returns the endpoint of a brevet.
    public static func brevet(_ id: BrevetID) -> Endpoint<Keyed<Brevet>> {
        Endpoint(TeamAshaRoutes.brevet, parameters: ["brevet_id": id.rawValue])
    }

    /// Returns the endpoint of the leaderboard of a season.
    ///
    /// - Parameter season: The year.
    public static func leaderboard(of season: Int) -> Endpoint<Page<Standing>> {
        Endpoint(TeamAshaRoutes.leaderboard, query: [("season", String(season))])
    }

    /// Returns the endpoint of a rider's page.
    public static func rider(_ id: RiderID) -> Endpoint<RiderProfile> {
        Endpoint(TeamAshaRoutes.rider, parameters: ["rider_id": id.rawValue])
    }

    /// Returns the activities of a rider from one origin.
    ///
    /// - Throws: `APIError.malformedResponse` if the list has more than 50 pages, and the errors of the client.
    public func activities(of rider: RiderID, from origin: ActivityOrigin) async throws -> [Activity] {
        var activities: [Activity] = []
        var cursor: String?
        for _ in 0..<Self.maxPages {
            let endpoint = Endpoint<Page<Activity>>(
                TeamAshaRoutes.activities, parameters: ["rider_id": rider.rawValue],
                query: [("source", origin.rawValue), ("cursor", cursor)])
            let page = try await client.send(endpoint)
            activities += page.list.elements
            guard let next = page.nextCursor else { return activities }
            cursor = next
        }
        throw APIError.malformedResponse(reason: "the list of activities does not end")
    }

    /// Asks the server to fetch the rider's activities from Strava.
    ///
    /// - Parameter key: The key of this action; a repetition with the same key has no second effect.
    public func syncStrava(key: IdempotencyKey) async throws -> StravaLink {
        try await client.send(Endpoint<StravaLink>(TeamAshaRoutes.stravaSync).idempotent(key))
    }
}
