public import Networking

/// The people whom the server suggests.
public struct DiscoverService: Sendable {
    private let client: APIClient

    public init(client: APIClient) {
        self.client = client
    }

    /// One page of suggestions, best first.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: how many people, 1 to 100.
    public func people(after cursor: String? = nil, limit: Int = 20) async throws -> DiscoverPage {
        try await client.send(.users(after: cursor, limit: limit))
    }
}
