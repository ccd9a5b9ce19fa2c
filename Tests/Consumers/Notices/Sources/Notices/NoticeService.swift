import Networking
import OrbitModels

/// Reads and writes the board.
public struct NoticeService: Sendable {
    private let client: APIClient

    public init(client: APIClient) { self.client = client }

    /// Returns one page of the notices of a kind, or of all; the latest first.
    public func notices(of kind: NoticeKind?, after cursor: String?) async throws -> Response<Page<Notice>> {
        var endpoint = Endpoint<Page<Notice>>(NoticeRoutes.list, after: cursor, limit: 20)
        endpoint.query.append((name: "kind", value: kind?.rawValue))
        return try await client.response(endpoint)
    }

    /// Returns one notice, with the position in the log that it includes.
    public func notice(_ id: NoticeID) async throws -> Snapshot<Notice> {
        let endpoint = Endpoint<Keyed<Notice>>(NoticeRoutes.notice, parameters: ["notice_id": id.rawValue])
        let response = try await client.response(endpoint)
        return Snapshot(response.value.value, at: response.receipt?.at)
    }

    /// Posts a notice.
    public func post(_ request: NoticeRequest, key: IdempotencyKey) async throws -> Notice {
        try await client.value(of: Endpoint<Keyed<Notice>>(NoticeRoutes.post).json(request).idempotent(key))
    }

    /// Withdraws a notice of the user.
    public func withdraw(_ id: NoticeID, key: IdempotencyKey) async throws {
        try await client.perform(
            Endpoint(NoticeRoutes.withdraw, parameters: ["notice_id": id.rawValue]).idempotent(key))
    }
}
