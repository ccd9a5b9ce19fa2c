public import Networking
public import OrbitModels
public import TimeAndChance

extension APIClient {
    /// Creates a client of `https://orbit.example/api` that sends each request once and draws the same random numbers
    /// in each run.
    ///
    /// ```swift
    /// let service = MatchService(client: try .scripted(StubTransport(exchanges)))
    /// ```
    ///
    /// The parameters are those of `APIClient`.
    public static func scripted(
        _ transport: any HTTPTransport, middleware: [any HTTPMiddleware] = [],
        events: EventCatalogue = EventCatalogue(), receipts: (@Sendable (LogReceipt) async -> Void)? = nil,
        time: any TimeSource = VirtualClock()
    ) throws -> APIClient {
        APIClient(
            server: try ServerAddress("https://orbit.example/api"), transport: transport, middleware: middleware,
            retry: RetryPolicy(maxAttempts: 1), events: events, receipts: receipts, time: time, random: .seeded(1))
    }
}
