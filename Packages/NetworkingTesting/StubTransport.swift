public import Foundation
public import Networking

/// Plays a script: each request must be the next one expected, and gets the answer written beside it, once.
///
/// ```swift
/// let stub = StubTransport([
///     .expect(.get, "/api/users/me", answer: try .success(profile)),
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
        let respond: @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse

        /// - Parameter target: path and query as they stand in the URL, percent-encoded: `/api/users?limit=20`.
        public static func expect(_ method: HTTPMethod, _ target: String, answer: HTTPResponse) -> Exchange {
            Exchange(expectation: "\(method) \(target)") { _ in answer }
        }

        public static func expect(_ method: HTTPMethod, _ target: String, error: TransportError) -> Exchange {
            Exchange(expectation: "\(method) \(target)") { _ throws(TransportError) in throw error }
        }

        /// - Parameter respond: computes the answer; it may wait for what the test has in store.
        public static func expect(
            _ method: HTTPMethod, _ target: String,
            respond: @escaping @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse
        ) -> Exchange {
            Exchange(expectation: "\(method) \(target)", respond: respond)
        }
    }

    /// How the requests differed from the script.
    public struct Violation: Error, LocalizedError, CustomStringConvertible {
        public let description: String
        public var errorDescription: String? { description }
    }

    /// What was sent, in order, expected or not.
    public private(set) var requests: [HTTPRequest] = []
    private var script: ArraySlice<Exchange>
    private var violations: [String] = []

    public init(_ script: [Exchange]) {
        self.script = script[...]
    }

    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
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

extension HTTPRequest {
    /// The path and query of the URL, percent-encoded.
    fileprivate var target: String {
        url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?\($0)" } ?? "")
    }
}
