import Networking

/// A request that is as costly as its size, or the rules of its operation, allow.
struct HostileRequest: Sendable {
    /// The number of tries, of which the median is reported.
    static let tries = 3

    /// The method and the path, as in the contract.
    let route: String
    /// The kind of text or body that fills the request.
    let text: String
    /// A request for each try. For an operation that takes effect only once, each request has another subject.
    let requests: [HTTPRequest]
    /// The sender; `nil` for the costly account.
    var sender: BenchmarkDevice?
    /// Whether the backend has to accept each try.
    var mustBeAccepted = false
}

extension HostileRequest {
    /// Creates a case with the same request in each try.
    init(route: String, text: String, request: HTTPRequest, sender: BenchmarkDevice? = nil) {
        self.init(
            route: route, text: text, requests: Array(repeating: request, count: Self.tries), sender: sender)
    }
}
