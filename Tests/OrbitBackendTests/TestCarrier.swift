import Networking
import OrbitBackend

/// Carries requests from the tests to a backend, in this process. `Examples/OrbitServer` compiles the same suites with
/// an enumeration of this name that sends requests over HTTP.
enum TestCarrier {
    /// Sends a request, and returns the response.
    static func send(_ request: HTTPRequest, to backend: OrbitBackend, origin: String) async throws -> HTTPResponse {
        await backend.respond(to: request, origin: origin)
    }
}
