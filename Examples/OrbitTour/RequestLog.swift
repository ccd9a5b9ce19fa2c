import Foundation
import Networking

/// Records the requests, so that the story can show them.
///
/// The app sends some requests at any time, independently of the shown screen. They belong to no step, so they are not
/// recorded.
actor RequestLog: HTTPTransport {
    private let wrapped: any HTTPTransport
    private var lines: [String] = []
    private static let independentPaths: Set = ["mutes", "check-ins", "today", "settings"]

    init(_ wrapped: any HTTPTransport) {
        self.wrapped = wrapped
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        if Self.independentPaths.contains(request.url.lastPathComponent) { return try await wrapped.send(request) }
        let call = "\(request.method) \(request.url.path())"
        do {
            let response = try await wrapped.send(request)
            lines.append("\(call) → \(response.status)")
            return response
        } catch {
            lines.append("\(call) → no response")
            throw error
        }
    }

    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        try await wrapped.open(request)
    }

    /// Returns the requests since the last call.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}
