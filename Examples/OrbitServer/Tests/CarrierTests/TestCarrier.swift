import CampusServer
import Foundation
import NIOCore
import Networking
import OrbitBackend

/// Carries requests from OrbitBackend's tests to a backend over HTTP. The variable `ORBIT_CARRIER` selects
/// Hummingbird's router (`router`, the default) or a socket (`tcp`).
enum TestCarrier {
    private enum Kind: String {
        case router, tcp
    }

    /// The fields that the HTTP server adds, and that differ between two equal responses.
    private static let varying = ["date", "traceresponse"].compactMap { HeaderName($0) }

    private static let kind = Kind(rawValue: ProcessInfo.processInfo.environment["ORBIT_CARRIER"] ?? "router")

    /// Sends a request, and returns the response without the fields that vary.
    static func send(_ request: HTTPRequest, to backend: OrbitBackend, origin: String) async throws -> HTTPResponse {
        guard let kind, let forwarded = HeaderName("x-forwarded-for") else { throw TestServer.Unexpected() }
        var request = request
        // The server of the tests has one proxy in front of it, so the field is the origin.
        try request.headers.set(forwarded, to: origin)
        var response =
            switch kind {
            case .router: try await RouterCarrier(backend).send(request)
            case .tcp: try await SocketCarrier.of(backend).send(request)
            }
        for name in varying { response.headers.remove(name) }
        return response
    }

    /// The options of the server of the tests.
    static var options: ServerOptions {
        var options = ServerOptions()
        options.trustedProxies = 1
        options.baseURL = "https://orbit.example"
        // No test on a slow machine reaches these times.
        options.limits.requestDeadline = .hours(1)
        options.limits.idleTimeout = .hours(1)
        // The backend itself refuses a credential of any length, and so without a socket.
        options.limits.headerFieldBytes = 2 * 1_024 * 1_024
        options.limits.headerBytes = 2 * 1_024 * 1_024
        return options
    }
}
