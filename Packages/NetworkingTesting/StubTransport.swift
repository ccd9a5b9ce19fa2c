public import Foundation
public import Networking

/// Plays a script: each request must be the next one expected, and gets the response written beside it, once.
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
/// A request that is not the expected one gets `TransportError.malformedResponse`, and ``finish()`` reports it.
public actor StubTransport: HTTPTransport {
    /// A request to come and what it gets.
    public struct Exchange: Sendable {
        let expectation: String
        let respond: @Sendable (HTTPRequest) async throws(TransportError) -> HTTPStream
        var isStream = false

        /// - Parameter target: path and query as they stand in the URL, percent-encoded: `/api/users?limit=20`.
        public static func expect(_ method: HTTPMethod, _ target: String, response: HTTPResponse) -> Exchange {
            Exchange(expectation: "\(method) \(target)") { _ in HTTPStream(response) }
        }

        /// A request that fails on its way.
        public static func expect(_ method: HTTPMethod, _ target: String, error: TransportError) -> Exchange {
            Exchange(expectation: "\(method) \(target)") { _ throws(TransportError) in throw error }
        }

        /// - Parameter respond: computes the response; it may wait for what the test has in store.
        public static func expect(
            _ method: HTTPMethod, _ target: String,
            respond: @escaping @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse
        ) -> Exchange {
            Exchange(expectation: "\(method) \(target)") { request throws(TransportError) in
                HTTPStream(try await respond(request))
            }
        }

        /// A request to open a stream, which gives these chunks, one for each read.
        ///
        /// - Parameters:
        ///   - mediaType: of the body.
        ///   - onClose: runs when the reader gives the stream up, each time.
        public static func expectStream(
            _ method: HTTPMethod, _ target: String, status: Int = 200, mediaType: String = "text/event-stream",
            chunks: [Data], then ending: StreamEnding = .end, onClose: @escaping @Sendable () -> Void = {}
        ) -> Exchange {
            let headers = HTTPHeaders(lenient: [("content-type", mediaType)])
            return expectStream(method, target) { _ in
                HTTPStream(status: status, headers: headers, chunks: chunks, then: ending, onClose: onClose)
            }
        }

        /// - Parameter open: makes the stream; it may wait for what the test has in store.
        public static func expectStream(
            _ method: HTTPMethod, _ target: String,
            open: @escaping @Sendable (HTTPRequest) async throws(TransportError) -> HTTPStream
        ) -> Exchange {
            Exchange(expectation: "\(method) \(target)", respond: open, isStream: true)
        }
    }

    /// How the requests differed from the script.
    public struct Violation: Error, LocalizedError, CustomStringConvertible {
        /// What differs from the script, request by request.
        public let description: String
        /// The same as ``description``.
        public var errorDescription: String? { description }
    }

    /// What was sent, in order, expected or not.
    public private(set) var requests: [HTTPRequest] = []
    private var script: ArraySlice<Exchange>
    private var violations: [String] = []

    /// - Parameter script: what is to come, in this order.
    public init(_ script: [Exchange]) {
        self.script = script[...]
    }

    /// Sends the request, as `HTTPTransport` requires.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let stream = try await next(for: request, isStream: false)
        return HTTPResponse(status: stream.status, headers: stream.headers, body: try await stream.rest())
    }

    /// A response that is expected as a whole comes as a stream of one chunk.
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

    /// Throws unless every request was the one expected and the script has been played to its end.
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
