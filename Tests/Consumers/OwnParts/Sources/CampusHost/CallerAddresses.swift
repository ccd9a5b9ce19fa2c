import Networking

/// Finds the network address of a caller behind the host's own proxies.
struct CallerAddresses: Sendable {
    /// The addresses of the proxies. Each appends the address of its own peer to `X-Forwarded-For`.
    let proxies: Set<String>

    /// Returns the address for the limits of the backend.
    ///
    /// - Parameters:
    ///   - request: The request with its header fields.
    ///   - peer: The address at the other end of the connection.
    func origin(of request: HTTPRequest, from peer: String) -> String {
        guard let name = HeaderName("x-forwarded-for") else { return peer }
        let path = request.headers.values(of: name).flatMap { $0.split(separator: ",") }
            .map { address in address.filter { !$0.isWhitespace } }
        // A caller can write anything into the field, so only the part that the proxies have written counts.
        var origin = peer
        for address in path.reversed() where proxies.contains(origin) { origin = address }
        return origin
    }
}
