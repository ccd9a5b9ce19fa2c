import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Finds the network address of a caller behind the operator's own proxies.
///
/// A caller can write any text into `X-Forwarded-For`, so only the entries that the proxies have appended count. With N
/// proxies, the N-th entry from the end is the address of the peer of the outermost proxy.
package struct CallerAddress: Sendable {
    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")
    /// The fields that proxies add. With any of them, a request does not come from this machine.
    private static let ofProxies = [
        "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Forwarded", "Via",
    ].compactMap { HTTPField.Name($0) }

    private let proxies: Int

    /// - Parameter proxies: The number of proxies between the caller and this server.
    package init(proxies: Int) {
        self.proxies = proxies
    }

    /// Returns the address for the limits of the backend. A field with fewer entries than there are proxies
    /// results from a proxy that does not append its peer. The oldest entry is then the address.
    func origin(of request: Request, from peer: String) -> String {
        guard proxies > 0, let name = Self.forwardedFor else { return peer }
        let entries = request.headers[values: name].flatMap { $0.split(separator: ",") }
            .map { entry in String(entry.filter { $0 != " " && $0 != "\t" }) }.filter { !$0.isEmpty }
        return entries.suffix(proxies).first ?? peer
    }

    /// Whether the caller is on this machine, and not behind a proxy on this machine.
    func isLocal(_ request: Request, from peer: String) -> Bool {
        guard !Self.ofProxies.contains(where: { request.headers.contains($0) }) else { return false }
        return peer == "::1" || peer.hasPrefix("127.") || peer.hasPrefix("::ffff:127.")
    }
}
