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

    /// One page of the meetups that the user may find and that are not over, by start.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first. It belongs to the filter.
    ///   - limit: how many, 1 to 100.
    public func browse(
        _ filter: MeetupFilter = MeetupFilter(), after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<Page<MeetupListing>> {
        var endpoint = Endpoint<Page<MeetupListing>>(MeetupRoutes.browse, after: cursor, limit: limit)
        endpoint.query = filter.query + endpoint.query
        return try await client.response(endpoint)
    }

    /// One page of the meetups that are the user's concern, by start.
    ///
    /// - Parameters:
    ///   - from: not over by then; `nil` for those not over yet, and those attended lately.
    ///   - to: begins before then.
    ///   - cursor: as of ``browse(_:after:limit:)``, like `limit`.
    public func mine(
        from: Date? = nil, to: Date? = nil, after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<Page<MeetupListing>> {
        var endpoint = Endpoint<Page<MeetupListing>>(MeetupRoutes.mine, after: cursor, limit: limit)
        endpoint.query =
            [("from", from.flatMap(RFC3339.string(from:))), ("to", to.flatMap(RFC3339.string(from:)))]
            + endpoint.query
        return try await client.response(endpoint)
    }

    /// The occurrences of a series that are not over, as far as the user may find them, by start: all in one page.
    public func series(_ id: SeriesID) async throws -> Response<Page<MeetupListing>> {
        try await client.response(Endpoint(MeetupRoutes.series, parameters: ["series_id": id.rawValue]))
    }

    /// A meetup, with its version.
    ///
    /// - Parameter link: the secret part of its address, of one that is found only by that.
    public func meetup(_ id: MeetupID, link: String? = nil) async throws -> Response<MeetupListing> {
        try await client.response(
            Endpoint(MeetupRoutes.read, parameters: ["meetup_id": id.rawValue], query: [("link", link)]))
    }

    /// Plans a meetup; of a series the first occurrence comes back.
    ///
    /// - Throws: a problem with code `invalid_input` and fields, by the rules of ``MeetupPlanRules``.
    public func create(_ entry: MeetupEntry, key: IdempotencyKey) async throws -> Response<MeetupListing> {
        try await client.response(Endpoint(MeetupRoutes.create).json(entry).idempotent(key))
    }

    /// Replaces the plan of a meetup, if it still has this version.
    ///
    /// - Parameter scope: of a series, which occurrences; `nil` for this one. What is changed of the following ones is
    ///   what was not changed for one of them alone; see ``SeriesEdit``.
    /// - Throws: a problem with code `version_conflict` if it was changed elsewhere.
    public func edit(
        _ id: MeetupID, to entry: MeetupEntry, replacing version: EntityTag, scope: SeriesScope? = nil,
        key: IdempotencyKey
    ) async throws -> Response<MeetupListing> {
        let endpoint = Endpoint<MeetupListing>(
            MeetupRoutes.edit, parameters: ["meetup_id": id.rawValue], query: [("scope", scope?.rawValue)])
        return try await client.response(endpoint.json(entry).ifMatch(version).idempotent(key))
    }

    /// Cancels a meetup. Requests, invitations and offers close, and those who attend are told.
    ///
    /// - Parameter scope: as of ``edit(_:to:replacing:scope:key:)``.
    public func cancel(
        _ id: MeetupID, because reason: CancelReason, scope: SeriesScope? = nil, key: IdempotencyKey
    ) async throws -> MeetupListing {
        let endpoint = Endpoint<MeetupListing>(MeetupRoutes.cancel, parameters: ["meetup_id": id.rawValue])
        return try await client.send(
            endpoint.json(CancelMeetupRequest(reason: reason, scope: scope)).idempotent(key))
    }
}
