import HTTPTypes
import Hummingbird
import HummingbirdCore

/// The address of the front end, and the browsers that may use it.
package struct WebOptions: Sendable {
    package var host = "127.0.0.1"
    /// The port; 0 for a free port that the system chooses.
    package var port = 8_080
    /// The address that browsers use, if it is not the address on which the front end listens, such as
    /// `https://orbit.example`.
    package var publicOrigin: String?
    /// The number of proxies between browsers and this front end.
    package var trustedProxies = 0
    /// The maximum number of connections from one address, or from the /64 of an IPv6 address. A further connection is
    /// closed. A browser has at most six, and many people of a campus share an address. Behind a proxy, which has the
    /// connections of all browsers, the maximum does not apply.
    package var maxConnectionsPerAddress = 1_000

    package init() {}

    /// The maximum number of connections from one address; `nil` for no limit.
    var connectionShare: Int? { trustedProxies > 0 ? nil : maxConnectionsPerAddress }

    /// Returns the origins of the pages of this site.
    ///
    /// - Parameter connected: The port of the connection on this side. It counts if the system has chosen the port.
    func origins(at connected: Int?) -> Set<String> {
        if let publicOrigin { return [publicOrigin] }
        let names = host == "127.0.0.1" || host == "localhost" ? ["127.0.0.1", "localhost"] : [Self.name(of: host)]
        let actual = port == 0 ? connected ?? 0 : port
        // Browsers leave out the usual port.
        let suffix = actual == 80 ? "" : ":\(actual)"
        return Set(names.map { "http://\($0)\(suffix)" })
    }

    /// Returns a host as part of a URL. An address of IPv6 is written in brackets.
    static func name(of host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    /// Returns the address of a browser. Only the entries that the operator's own proxies have added count.
    func address(of request: Request, _ context: WebContext) -> String {
        guard trustedProxies > 0, let name = HTTPField.Name("X-Forwarded-For") else { return context.peer }
        let entries = request.headers[values: name].flatMap { $0.split(separator: ",") }
            .map { entry in String(entry.filter { $0 != " " && $0 != "\t" }) }.filter { !$0.isEmpty }
        return entries.suffix(trustedProxies).first ?? context.peer
    }
}
