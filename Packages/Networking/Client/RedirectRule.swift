import Foundation

/// Which redirects may be followed: few, and only within the origin (RFC 6454 §4), since the request carries
/// credentials. A downgrade to http changes the origin, so it is refused with the rest.
enum RedirectRule {
    static let limit = 5

    /// - Parameter count: how many redirects were followed before this one.
    static func allows(from source: URL, to target: URL, count: Int) -> Bool {
        guard count < limit, target.user() == nil, target.password() == nil,
            let home = Origin(source), let away = Origin(target)
        else { return false }
        return home == away
    }

    private struct Origin: Equatable {
        let scheme: String
        let host: String
        let port: Int

        init?(_ url: URL) {
            guard let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased(), !host.isEmpty,
                let port = url.port ?? ["https": 443, "http": 80][scheme]
            else { return nil }
            (self.scheme, self.host, self.port) = (scheme, host, port)
        }
    }
}
