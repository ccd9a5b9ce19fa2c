public import Foundation
public import Networking
public import OrbitModels

/// Sets safety check-ins, and reports that the user is safe.
///
/// A repeated request with the same idempotency key has no second effect.
///
/// ```swift
/// let checkIn = try await service.create(entry, key: key)
/// _ = try await service.safe(checkIn.id, key: otherKey)
/// ```
public struct CheckInService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// Returns one page of the user's check-ins, the latest first.
    ///
    /// - Parameters:
    ///   - cursor: The `nextCursor` of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of elements, 1 to 100.
    public func checkIns(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<SafetyCheckIn>> {
        try await client.response(Endpoint(CheckInRoutes.list, after: cursor, limit: limit))
    }

    /// Sets a check-in, and returns it as the server has stored it.
    public func create(_ entry: CheckInEntry, key: IdempotencyKey) async throws -> SafetyCheckIn {
        try await client.value(of: Endpoint(CheckInRoutes.create).json(entry).idempotent(key))
    }

    /// Postpones a running check-in, and returns the changed check-in.
    public func extend(_ id: CheckInID, to dueAt: Date, key: IdempotencyKey) async throws -> SafetyCheckIn {
        try await client.value(
            of: endpoint(CheckInRoutes.extend, id).json(ExtendCheckInRequest(dueAt: dueAt)).idempotent(key))
    }

    /// Reports that the user is safe, and returns the ended check-in. If the contact was already alerted, the server
    /// sends them an all-clear.
    public func safe(_ id: CheckInID, key: IdempotencyKey) async throws -> SafetyCheckIn {
        try await client.value(of: endpoint(CheckInRoutes.safe, id).idempotent(key))
    }

    /// Cancels a running check-in, and returns the ended check-in. The contact is not notified.
    public func cancel(_ id: CheckInID, key: IdempotencyKey) async throws -> SafetyCheckIn {
        try await client.value(of: endpoint(CheckInRoutes.cancel, id).idempotent(key))
    }

    private func endpoint(_ route: Route, _ id: CheckInID) -> Endpoint<Keyed<SafetyCheckIn>> {
        Endpoint(route, parameters: ["check_in_id": id.rawValue])
    }
}
