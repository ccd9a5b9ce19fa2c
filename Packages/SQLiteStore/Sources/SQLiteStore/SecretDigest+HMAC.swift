import Crypto
public import Foundation
public import OrbitBackend

extension SecretDigest {
    /// HMAC-SHA-256 (RFC 2104), by swift-crypto.
    ///
    /// - Parameter key: 32 random bytes or more, which are not kept in the store. With another key no one is signed in any
    ///   more. `nil` comes back for a key of less than 16 bytes.
    public static func hmacSHA256(key: Data) -> SecretDigest? {
        guard key.count >= 16 else { return nil }
        let key = SymmetricKey(data: key)
        return SecretDigest { Data(HMAC<SHA256>.authenticationCode(for: $0, using: key)) }
    }
}
