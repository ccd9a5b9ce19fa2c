public import Foundation

/// Turns a secret into what may be stored in its place: the store sees tokens, codes and network
/// addresses only through it.
///
/// A server brings a keyed hash whose key is not in the store; OrbitKit writes no cryptography of its own:
///
/// ```swift
/// import Crypto  // swift-crypto, or CryptoKit
///
/// let digest = SecretDigest { Data(HMAC<SHA256>.authenticationCode(for: $0, using: key)) }
/// ```
///
/// The same input must always give the same output, or every user is signed out.
public struct SecretDigest: Sendable {
    private let digest: @Sendable (Data) -> Data

    /// - Parameter digest: a keyed hash; the same input must always give the same output.
    public init(_ digest: @escaping @Sendable (Data) -> Data) {
        self.digest = digest
    }

    /// Hides nothing: the store then holds every token and code as it is. Only for demonstrations and
    /// tests, whose stores have no other reader.
    public static let plainForDemonstration = SecretDigest { $0 }

    /// What a secret is for. The same text has another digest for another purpose, so a refresh token
    /// is never taken for an access token.
    package enum Purpose: String, Sendable {
        case accessToken, refreshToken, code, address, origin, idempotencyKey, calendarToken, erasedAddress, shareToken
        case contactToken, auditTrail, deviceToken, countedAddress, mail
    }

    /// In hexadecimal. Parts are told apart by their lengths.
    package func hexadecimal(_ purpose: Purpose, _ parts: String...) -> String {
        var input = Data(purpose.rawValue.utf8)
        for part in parts {
            input.append(contentsOf: " \(part.utf8.count):".utf8)
            input.append(contentsOf: part.utf8)
        }
        return digest(input).hexadecimal
    }
}
