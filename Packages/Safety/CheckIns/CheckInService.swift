public import Foundation
public import Networking
public import OrbitModels

/// Sets timers after which a contact is written to, and says that the user is safe.
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

    /// One page of the user's check-ins, the latest first.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: how many, 1 to 100.
    public func checkIns(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<SafetyCheckIn>> {
        try await client.response(Endpoint(CheckInRoutes.list, after: cursor, limit: limit))
    }

    /// Sets a check-in.
    public func create(_ entry: CheckInEntry, key: IdempotencyKey) async throws -> SafetyCheckIn {
        try await client.value(of: Endpoint(CheckInRoutes.create).json(entry).idempotent(key))
    }

    /// Puts a check-in off that runs.
    public func extend(_ id: CheckInID, to dueAt: Date, key: IdempotencyKey) async throws -> SafetyCheckIn {
        try await client.value(
            of: endpoint(CheckInRoutes.extend, id).json(ExtendCheckInRequest(dueAt: dueAt)).idempotent(key))
    }

    /// Says that the user is safe, also after their contact was told.
    public func safe(_ id: CheckInID, key: IdempotencyKey) async throws -> SafetyCheckIn {
        try await client.value(of: endpoint(CheckInRoutes.safe, id).idempotent(key))
    }

    /// Calls a check-in off that runs. Nobody is told.
    public func cancel(_ id: CheckInID, key: IdempotencyKey) async throws -> SafetyCheckIn {
        try await client.value(of: endpoint(CheckInRoutes.cancel, id).idempotent(key))
    }

    private func endpoint(_ route: Route, _ id: CheckInID) -> Endpoint<Named<SafetyCheckIn>> {
        Endpoint(route, parameters: ["check_in_id": id.rawValue])
    }
}
