public import Foundation
public import Networking

/// A transport that plays a script. Each request must be the next expected request, and gets its response once.
///
/// ```swift
/// let stub = StubTransport([
///     .expect(.get, "/api/users/me", response: try .success(profile)),
///     .expect(.get, "/api/users/me", error: .connectionLost),
/// ])
/// // … calls …
/// try await stub.finish()
/// ```
///
/// An unexpected request fails with `TransportError.malformedResponse`, and ``finish()`` reports it.
public actor StubTransport: HTTPTransport {
    /// An expected request with its response.
    public struct Exchange: Sendable {
        let expectation: String
        let respond: @Sendable (HTTPRequest) async throws(TransportError) -> HTTPStream
        var isStream = false

        /// Returns an exchange with a fixed response.
        ///
        /// - Parameters:
        ///   - method: The expected method.
        ///   - target: The expected path and query as in the URL, percent-encoded: `/api/users?limit=20`.
        ///   - response: The response.
        public static func expect(_ method: HTTPMethod, _ target: String, response: HTTPResponse) -> Exchange {
            Exchange(expectation: "\(method) \(target)") { _ in HTTPStream(response) }
        }

        /// Returns an exchange whose request fails with an error.
        ///
        /// - Parameters:
        ///   - method: The expected method.
        ///   - target: The expected path and query, percent-encoded.
        ///   - error: The error.
        public static func expect(_ method: HTTPMethod, _ target: String, error: TransportError) -> Exchange {
            Exchange(expectation: "\(method) \(target)") { _ throws(TransportError) in throw error }
        }

        /// Returns an exchange whose response is computed.
        ///
        /// - Parameters:
        ///   - method: The expected method.
        ///   - target: The expected path and query, percent-encoded.
        ///   - respond: Computes the response. It may wait for an action of the test.
        public static func expect(
            _ method: HTTPMethod, _ target: String,
            respond: @escaping @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse
        ) -> Exchange {
            Exchange(expectation: "\(method) \(target)") { request throws(TransportError) in
                HTTPStream(try await respond(request))
            }
        }

        /// Returns an exchange that opens a stream, which returns these chunks, one for each read.
        ///
        /// - Parameters:
        ///   - method: The expected method.
        ///   - target: The expected path and query, percent-encoded.
        ///   - status: The status code.
        ///   - mediaType: The media type of the body.
        ///   - chunks: The chunks. Empty chunks are skipped.
        ///   - ending: The end of the stream after the last chunk.
        ///   - onClose: Called each time that the reader closes the stream.
        public static func expectStream(
            _ method: HTTPMethod, _ target: String, status: Int = 200, mediaType: String = "text/event-stream",
            chunks: [Data], then ending: StreamEnding = .end, onClose: @escaping @Sendable () -> Void = {}
        ) -> Exchange {
            let headers = HTTPHeaders(lenient: [("content-type", mediaType)])
            return expectStream(method, target) { _ in
                HTTPStream(status: status, headers: headers, chunks: chunks, then: ending, onClose: onClose)
            }
        }

        /// Returns an exchange that opens a computed stream.
        ///
        /// - Parameters:
        ///   - method: The expected method.
        ///   - target: The expected path and query, percent-encoded.
        ///   - open: Creates the stream. It may wait for an action of the test.
        public static func expectStream(
            _ method: HTTPMethod, _ target: String,
            open: @escaping @Sendable (HTTPRequest) async throws(TransportError) -> HTTPStream
        ) -> Exchange {
            Exchange(expectation: "\(method) \(target)", respond: open, isStream: true)
        }
    }

    /// The differences between the requests and the script.
    public struct Violation: Error, LocalizedError, CustomStringConvertible {
        /// The differences, one on each line.
        public let description: String
        /// The same as ``description``.
        public var errorDescription: String? { description }
    }

    /// All received requests in order, expected or not.
    public private(set) var requests: [HTTPRequest] = []
    private var script: ArraySlice<Exchange>
    private var violations: [String] = []

    /// Creates a transport.
    ///
    /// - Parameter script: The expected exchanges, in order.
    public init(_ script: [Exchange]) {
        self.script = script[...]
    }

    /// Sends the request, as `HTTPTransport` requires.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let stream = try await next(for: request, isStream: false)
        return HTTPResponse(status: stream.status, headers: stream.headers, body: try await stream.rest())
    }

    /// Opens a stream. A response that the script defines as a whole arrives as one chunk.
    public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        try await next(for: request, isStream: true)
    }

    private func next(for request: HTTPRequest, isStream: Bool) async throws(TransportError) -> HTTPStream {
        requests.append(request)
        let actual = "\(request.method) \(request.target)"
        guard let next = script.first else {
            violations.append("request \(requests.count) was not expected: \(actual)")
            throw .malformedResponse
        }
        guard next.expectation == actual else {
            violations.append("request \(requests.count): expected \(next.expectation), got \(actual)")
            throw .malformedResponse
        }
        guard isStream || !next.isStream else {
            violations.append("request \(requests.count): expected to be opened as a stream: \(actual)")
            throw .malformedResponse
        }
        script.removeFirst()
        return try await next.respond(request)
    }

    /// Checks that every request was expected and that the script was played completely.
    ///
    /// - Throws: ``Violation`` with all differences.
    public func finish() throws(Violation) {
        let leftovers = script.map { "never sent: \($0.expectation)" }
        let all = violations + leftovers
        guard all.isEmpty else { throw Violation(description: all.joined(separator: "\n")) }
    }
}

extension HTTPStream {
    fileprivate init(_ response: HTTPResponse) {
        self.init(status: response.status, headers: response.headers, chunks: [response.body], then: .end)
    }
}

extension HTTPRequest {
    /// The path and query of the URL, percent-encoded.
    fileprivate var target: String {
        url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?\($0)" } ?? "")
    }
}
