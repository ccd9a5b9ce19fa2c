public import Networking
public import OrbitModels

/// Reads the user's own reputation, the reputation of other people, and the expected attendance of a meetup.
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

    /// Returns the user's own reputation with its reasons.
    public func own() async throws -> Snapshot<OwnReputation> {
        let response = try await client.response(Endpoint<Keyed<OwnReputation>>(StandingRoutes.own))
        return Snapshot(response.value.value, at: response.receipt?.at)
    }

    /// Returns the reputation of a person, as other people see it.
    ///
    /// - Throws: A problem with code `not_found` if the person does not exist or is hidden from the user.
    public func reputation(of person: UserID) async throws -> Snapshot<ReputationStats> {
        let endpoint = Endpoint<Keyed<ReputationStats>>(
            StandingRoutes.person, parameters: ["user_id": person.rawValue])
        let response = try await client.response(endpoint)
        return Snapshot(response.value.value, at: response.receipt?.at)
    }

    /// Returns one page of the user's log of points, the latest entry first.
    ///
    /// - Parameters:
    ///   - cursor: The `nextCursor` of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of elements, 1 to 100.
    public func points(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<EarnedPoints>> {
        try await client.response(Endpoint(StandingRoutes.points, after: cursor, limit: limit))
    }

    /// Returns the expected attendance of a meetup that the user hosts.
    public func expected(at meetup: MeetupID) async throws -> Snapshot<AttendanceHint> {
        let endpoint = Endpoint<AttendanceHint>(
            StandingRoutes.expected, parameters: ["meetup_id": meetup.rawValue])
        let response = try await client.response(endpoint)
        return Snapshot(response.value, at: response.receipt?.at)
    }
}
