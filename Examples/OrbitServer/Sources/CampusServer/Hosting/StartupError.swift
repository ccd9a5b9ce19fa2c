import Foundation
import NIOCore
import OrbitStore

/// An error for which the server does not start, or for which a command has no effect. The description says what to do
/// next.
package enum StartupError: Error, Hashable, Sendable {
    case portInUse(host: String, port: Int)
    case addressRefused(host: String, port: Int)
    case unreadableCertificate(String)
    case expiredCertificate(String, end: Date)
    case unreadableKey(String)
    case exposedKey(String)
    case keyOfOtherCertificate(key: String, certificate: String)
    case lockedDatabase(String)
    case unreachableDatabase
    case store(StoreError, database: String)
    case demoForOthers
    case noAccount
    case exampleCampusMissing
}

extension StartupError: LocalizedError, CustomStringConvertible {
    package var errorDescription: String? { description }

    package var description: String {
        switch self {
        case .portInUse(let host, let port):
            "Another program listens on \(host):\(port). Stop it, or choose another port with --port."
        case .addressRefused(let host, let port):
            "The server cannot listen on \(host):\(port). Check the address, and the permission for low ports."
        case .unreadableCertificate(let file):
            "\(file) cannot be read as a certificate in PEM. Check tls-certificate and its permissions."
        case .expiredCertificate(let file, let end):
            "The certificate in \(file) expired at \(end.ISO8601Format()). Renew it."
        case .unreadableKey(let file):
            "\(file) cannot be read as a private key in PEM. Check tls-key and its permissions."
        case .exposedKey(let file): "All users can read the private key in \(file). Run `chmod 600 \(file)`."
        case .keyOfOtherCertificate(let key, let certificate):
            "The key in \(key) does not belong to the certificate in \(certificate). Check tls-certificate and tls-key."
        case .lockedDatabase(let file):
            "The database \(file) cannot be opened. Stop the program that has locked it, or check its permissions."
        case .unreachableDatabase:
            "PostgreSQL cannot be reached. Check that it runs, and the address and password in `database`."
        case .store(let error, let database): "\(error.errorDescription ?? "The store failed.") (\(database))"
        case .demoForOthers: "--demo accepts the code 123456 for every account, so it only listens on 127.0.0.1."
        case .noAccount: "No account has this address."
        case .exampleCampusMissing: "People of the example campus can only sign in with `campuses = example`."
        }
    }

    /// Returns the error of the socket for a person, or the error itself.
    package static func readable(_ error: any Error, host: String, port: Int) -> any Error {
        // The error of an address that cannot be resolved.
        if error is SocketAddressError.UnknownHost || error is SocketAddressError {
            return Self.addressRefused(host: host, port: port)
        }
        guard let error = error as? IOError else { return error }
        return error.errnoCode == EADDRINUSE
            ? Self.portInUse(host: host, port: port) : Self.addressRefused(host: host, port: port)
    }
}
