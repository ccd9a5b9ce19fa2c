import Networking

/// A request that is as costly as its size allows.
struct HostileRequest {
    let route: String
    /// The kind of text that fills it.
    let text: String
    let request: HTTPRequest
}
