public import Foundation
public import Networking
public import OrbitModels

/// Finds, plans and cancels meetups.
///
/// ```swift
/// let page = try await service.browse(MeetupFilter(sports: [.tennis]))
/// let meetup = try await service.create(entry, key: key).value.meetup
/// ```
public struct MeetupService: Sendable {
    let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// Returns one page of the meetups that the user may find and that have not ended, ordered by start.
    ///
    /// - Parameters:
    ///   - filter: The criteria of the search.
    ///   - cursor: The `nextCursor` of the previous page, or `nil` for the first page. It is valid only for the same
    ///     filter.
    ///   - limit: The size of the page, 1 to 100.
    public func browse(
        _ filter: MeetupFilter = MeetupFilter(), after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<Page<MeetupListing>> {
        var endpoint = Endpoint<Page<MeetupListing>>(MeetupRoutes.browse, after: cursor, limit: limit)
        endpoint.query = filter.query + endpoint.query
        return try await client.response(endpoint)
    }

    /// Returns one page of the meetups in the user's calendar, ordered by start.
    ///
    /// - Parameters:
    ///   - from: The start of the period. Meetups that end after it are returned. `nil` returns those that have not
    ///     ended or were attended recently.
    ///   - to: The end of the period. Meetups that start before it are returned.
    ///   - cursor: The `nextCursor` of the previous page, or `nil` for the first page.
    ///   - limit: The size of the page, 1 to 100.
    public func mine(
        from: Date? = nil, to: Date? = nil, after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<Page<MeetupListing>> {
        var endpoint = Endpoint<Page<MeetupListing>>(MeetupRoutes.mine, after: cursor, limit: limit)
        endpoint.query =
            [("from", from.flatMap(RFC3339.string(from:))), ("to", to.flatMap(RFC3339.string(from:)))]
            + endpoint.query
        return try await client.response(endpoint)
    }

    /// Returns all occurrences of a series that have not ended and that the user may find, in one page ordered by
    /// start.
    public func series(_ id: SeriesID) async throws -> Response<Page<MeetupListing>> {
        try await client.response(Endpoint(MeetupRoutes.series, parameters: ["series_id": id.rawValue]))
    }

    /// Returns a meetup with its version.
    ///
    /// - Parameters:
    ///   - id: The meetup.
    ///   - link: The secret part of the address of a meetup that is found only by its address.
    public func meetup(_ id: MeetupID, link: String? = nil) async throws -> Response<MeetupListing> {
        try await client.response(
            Endpoint(MeetupRoutes.read, parameters: ["meetup_id": id.rawValue], query: [("link", link)]))
    }

    /// Creates a meetup. For a series, returns the first occurrence.
    ///
    /// - Parameters:
    ///   - entry: The plan.
    ///   - key: The idempotency key of the request.
    /// - Throws: A problem with the code `invalid_input` and the fields that break ``MeetupPlanRules``.
    public func create(_ entry: MeetupEntry, key: IdempotencyKey) async throws -> Response<MeetupListing> {
        try await client.response(Endpoint(MeetupRoutes.create).json(entry).idempotent(key))
    }

    /// Replaces the plan of a meetup if the version on the server is still `version`.
    ///
    /// - Parameters:
    ///   - id: The meetup.
    ///   - entry: The whole plan.
    ///   - version: The version that the edit is based on.
    ///   - scope: The occurrences of a series to edit, or `nil` for this occurrence alone. Later occurrences keep the
    ///     parts that were changed for them alone; see ``SeriesEdit``.
    ///   - key: The idempotency key of the request.
    /// - Throws: A problem with the code `version_conflict` if the meetup was changed elsewhere.
    public func edit(
        _ id: MeetupID, to entry: MeetupEntry, replacing version: EntityTag, scope: SeriesScope? = nil,
        key: IdempotencyKey
    ) async throws -> Response<MeetupListing> {
        let endpoint = Endpoint<MeetupListing>(
            MeetupRoutes.edit, parameters: ["meetup_id": id.rawValue], query: [("scope", scope?.rawValue)])
        return try await client.response(endpoint.json(entry).ifMatch(version).idempotent(key))
    }

    /// Cancels a meetup. The server closes its requests, invitations and offers, and notifies the attendees.
    ///
    /// - Parameters:
    ///   - id: The meetup.
    ///   - reason: The reason for the cancellation.
    ///   - scope: The occurrences of a series to cancel, or `nil` for this occurrence alone.
    ///   - key: The idempotency key of the request.
    public func cancel(
        _ id: MeetupID, because reason: CancelReason, scope: SeriesScope? = nil, key: IdempotencyKey
    ) async throws -> MeetupListing {
        let endpoint = Endpoint<MeetupListing>(MeetupRoutes.cancel, parameters: ["meetup_id": id.rawValue])
        return try await client.send(
            endpoint.json(CancelMeetupRequest(reason: reason, scope: scope)).idempotent(key))
    }
}
