public import Networking
public import OrbitModels

/// Reputation, the user's own and others', and what hosts may expect.
///
/// ```swift
/// let mine = try await service.own().value
/// print(mine.standing.level, mine.standing.reasons.map { $0.phrase() })
/// ```
public struct ReputationService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// The user's own, with its reasons.
    public func own() async throws -> Snapshot<OwnReputation> {
        let response = try await client.response(Endpoint<Named<OwnReputation>>(StandingRoutes.own))
        return Snapshot(response.value.value, at: response.receipt?.at)
    }

    /// Another person's, as others may see it.
    ///
    /// - Throws: a problem with code `not_found` for a person who is not there, or may not be seen.
    public func reputation(of person: UserID) async throws -> Snapshot<ReputationStats> {
        let endpoint = Endpoint<Named<ReputationStats>>(
            StandingRoutes.person, parameters: ["user_id": person.rawValue])
        let response = try await client.response(endpoint)
        return Snapshot(response.value.value, at: response.receipt?.at)
    }

    /// One page of what has earned the user points, the latest first.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: how many, 1 to 100.
    public func points(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<EarnedPoints>> {
        try await client.response(Endpoint(StandingRoutes.points, after: cursor, limit: limit))
    }

    /// How many are likely to come to a meetup that the user hosts.
    public func expected(at meetup: MeetupID) async throws -> Snapshot<AttendanceHint> {
        let endpoint = Endpoint<AttendanceHint>(
            StandingRoutes.expected, parameters: ["meetup_id": meetup.rawValue])
        let response = try await client.response(endpoint)
        return Snapshot(response.value, at: response.receipt?.at)
    }
}
