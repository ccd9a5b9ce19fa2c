public import Networking
public import OrbitModels

/// Reads, adds and removes __words_names__.
///
/// ```swift
/// let added = try await service.add(New__Name__Request(text: "Hello"), key: key)
/// ```
public struct __Name__Service: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// Returns one page of the user's __words_names__, the latest first.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: The number of elements, 1 to 100.
    public func page(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<__Name__>> {
        try await client.response(Endpoint(__Name__Routes.list, after: cursor, limit: limit))
    }

    /// Adds an element, and returns it as the server stores it.
    ///
    /// - Throws: a problem with code `invalid_input` if the text breaks the rules, and with code `limit_reached`
    ///   if the user has ``__Name__Rules/maxElements``.
    public func add(_ request: New__Name__Request, key: IdempotencyKey) async throws -> __Name__ {
        let endpoint = Endpoint<Keyed<__Name__>>(__Name__Routes.add)
        return try await client.value(of: endpoint.json(request).idempotent(key))
    }

    /// Removes an element of the user.
    ///
    /// - Throws: a problem with code `not_found` if the user has no such element.
    public func remove(_ id: __Name__ID, key: IdempotencyKey) async throws {
        let endpoint = Endpoint<MessageData>(__Name__Routes.remove, parameters: ["__wire_name___id": id.rawValue])
        try await client.perform(endpoint.idempotent(key))
    }
}
