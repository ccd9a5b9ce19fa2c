import Networking

/// A request that is as costly as its size, or the rules of its operation, allow.
struct HostileRequest: Sendable {
    /// The number of tries whose median counts.
    static let tries = 3

    /// The method and the path, as in the contract.
    let route: String
    /// The kind of text or body that fills it.
    let text: String
    /// One request for each try. Where an operation takes effect once, each is about another subject.
    let requests: [HTTPRequest]
    /// Who sends it; `nil` for the costly account.
    var sender: BenchmarkDevice?
    /// Whether the backend has to accept each try.
    var mustBeAccepted = false
}

extension HostileRequest {
    /// The same request in each try.
    init(route: String, text: String, request: HTTPRequest, sender: BenchmarkDevice? = nil) {
        self.init(
            route: route, text: text, requests: Array(repeating: request, count: Self.tries), sender: sender)
    }
}
