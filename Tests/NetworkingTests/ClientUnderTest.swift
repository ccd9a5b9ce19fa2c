import Networking
import OrbitModels
import TimeAndChance

/// Returns a client of `https://orbit.test/api` with a fixed seed.
func client(
    _ transport: any HTTPTransport, middleware: [any HTTPMiddleware] = [], retry: RetryPolicy = .standard,
    budget: RetryBudget = RetryBudget(), deadline: Duration = .seconds(30), time: any TimeSource
) throws -> APIClient {
    APIClient(
        server: try ServerAddress("https://orbit.test/api"), transport: transport, middleware: middleware,
        retry: retry, budget: budget, deadline: deadline, time: time, random: .seeded(1))
}

extension Endpoint where Payload == MessageData {
    static var read: Self { Endpoint(Route(.get, "/greeting")) }
    static var write: Self { Endpoint(Route(.post, "/greeting")) }
}

let greeting = MessageData(message: "Hello")
