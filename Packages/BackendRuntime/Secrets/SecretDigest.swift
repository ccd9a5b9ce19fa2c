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

extension Sequence<UInt8> {
    /// Two lower-case digits a byte.
    package var hexadecimal: String {
        let digits = flatMap { [Self.digit($0 >> 4), Self.digit($0 & 15)] }
        return String(decoding: digits, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}

package enum ConstantTime {
    /// Whether the texts are the same, in a time that depends on their lengths alone.
    @inline(never)
    package static func areEqual(_ first: String, _ second: String) -> Bool {
        guard first.utf8.count == second.utf8.count else { return false }
        return zip(first.utf8, second.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension String {
    /// Whether this is what every token looks like, see ``BackendContext/newToken()``: any other text is refused before
    /// the store is asked.
    package var isToken: Bool { utf8.count == 64 && isHexadecimal }

    /// Whether these are hexadecimal digits as a ``SecretDigest`` writes them, not too many to be of one.
    package var isHexadecimal: Bool {
        (1...1_024).contains(utf8.count)
            && utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
