public import Foundation

/// A digest that is stored in place of a secret. The store contains tokens, codes and network addresses only as
/// digests.
///
/// A server supplies a keyed hash whose key is not in the store. OrbitKit implements no cryptography of its own:
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

    /// Creates a digest.
    ///
    /// - Parameter digest: A keyed hash. The same input must always give the same output.
    public init(_ digest: @escaping @Sendable (Data) -> Data) {
        self.digest = digest
    }

    /// A digest that hides nothing: the store then contains every token and code in plain text. Use it only for
    /// demonstrations and tests, whose stores have no other reader.
    public static let plainForDemonstration = SecretDigest { $0 }

    /// The purpose of a secret. The same text has a different digest for each purpose, so a refresh token is never
    /// accepted as an access token.
    package enum Purpose: String, Sendable {
        case accessToken, refreshToken, code, address, origin, idempotencyKey, calendarToken, erasedAddress, shareToken
        case contactToken, auditTrail, deviceToken, countedAddress, mail
    }

    /// Returns the digest in hexadecimal. The lengths of the parts are part of the input, so that the parts `"ab"`,
    /// `"c"` and the parts `"a"`, `"bc"` have different digests.
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
    /// The bytes in hexadecimal, two lower-case digits each.
    package var hexadecimal: String {
        let digits = flatMap { [Self.digit($0 >> 4), Self.digit($0 & 15)] }
        return String(decoding: digits, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}

package enum ConstantTime {
    /// Whether two texts are equal. The time depends on their lengths only.
    @inline(never)
    package static func areEqual(_ first: String, _ second: String) -> Bool {
        guard first.utf8.count == second.utf8.count else { return false }
        return zip(first.utf8, second.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension String {
    /// Whether the string has the form of a token; see ``BackendContext/newToken()``. Any other text is refused before
    /// the store is read.
    package var isToken: Bool { utf8.count == 64 && isHexadecimal }

    /// Whether the string consists of 1 to 1,024 lower-case hexadecimal digits, as a ``SecretDigest`` writes them.
    package var isHexadecimal: Bool {
        (1...1_024).contains(utf8.count)
            && utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
