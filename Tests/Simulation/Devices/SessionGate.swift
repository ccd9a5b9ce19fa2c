import Networking
import TimeAndChance

/// The gate for the requests of one signed-in person, as in `SignedInUser` of OrbitApp. After ``end()``, each request
/// ends with `CancellationError`.
struct SessionGate: HTTPMiddleware {
    private let hasEnded = LockedState(false)
    /// The fault of the gate, if this run has one.
    let bug: PlantedBug?

    init(bug: PlantedBug?) { self.bug = bug }

    func end() {
        guard bug != .gateStaysOpen else { return }
        hasEnded.withLock { $0 = true }
    }

    func intercept(
        _ request: HTTPRequest, route: Route, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        try check()
        let response = try await next(request)
        try check()
        return response
    }

    private func check() throws(CancellationError) {
        if hasEnded.withLock({ $0 }) { throw CancellationError() }
    }
}
