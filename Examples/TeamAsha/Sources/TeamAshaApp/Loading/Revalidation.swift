import Networking
import OrbitModels
import TimeAndChance

/// The last response of an endpoint with its version, so that the server sends a value only if it has changed.
///
/// The first request has no condition. Each later request has the version of the last response as `If-None-Match`. The
/// server then answers 304 without a body if the value is the same.
@MainActor final class Revalidation<Value: Decodable & Sendable> {
    private let client: APIClient
    private let endpoint: Endpoint<Value>
    private var known: (value: Value, tag: EntityTag)?

    init(_ endpoint: Endpoint<Value>, by client: APIClient) {
        self.endpoint = endpoint
        self.client = client
    }

    /// Returns the current value.
    func value() async throws -> Value {
        guard let known else { return keep(try await client.response(endpoint)) }
        guard let changed = try await client.revalidate(endpoint, since: known.tag) else { return known.value }
        return keep(changed)
    }

    private func keep(_ response: Response<Value>) -> Value {
        known = response.entityTag.map { (response.value, $0) }
        return response.value
    }
}

/// The time of the last successful load.
@MainActor final class Freshness {
    private let time: any TimeSource
    private var loadedAt: Duration?

    init(time: any TimeSource) { self.time = time }

    func noteLoad() { loadedAt = time.uptime }

    func isFresh(for lifetime: Duration) -> Bool {
        loadedAt.map { time.uptime - $0 < lifetime } ?? false
    }
}
