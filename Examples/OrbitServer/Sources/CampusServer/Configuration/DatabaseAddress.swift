import Foundation

/// The address of the store.
package enum DatabaseAddress: Hashable, Sendable {
    /// An SQLite file.
    case sqlite(path: String)
    /// A PostgreSQL database, in the format of libpq.
    case postgreSQL(String)

    /// Parses `sqlite:PATH`, `postgres://…` or `postgresql://…`.
    package init?(_ text: String) {
        if text.hasPrefix("sqlite:"), text.count > "sqlite:".count {
            self = .sqlite(path: String(text.dropFirst("sqlite:".count)))
        } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            self = .postgreSQL(text)
        } else {
            return nil
        }
    }

    /// Whether an address has a password, which may only be in the environment or in the settings file.
    static func containsPassword(_ text: String) -> Bool {
        if text.contains("password=") { return true }
        guard let scheme = text.range(of: "://") else { return false }
        let authority = text[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
        guard let at = authority.lastIndex(of: "@") else { return false }
        return authority[..<at].contains(":")
    }

    /// Whether several servers can use the store, so that they need a common key.
    var isShared: Bool {
        switch self {
        case .sqlite: false
        case .postgreSQL: true
        }
    }
}
