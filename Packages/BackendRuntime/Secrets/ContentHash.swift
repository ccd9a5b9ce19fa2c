package import Foundation

/// A hash by FNV-1a in 128 bits (IETF draft "The FNV Non-Cryptographic Hash Algorithm"). It is the same on every
/// machine and in every version. It does not resist attackers who search for collisions.
package struct ContentHash: Sendable {
    private var high: UInt64 = 0x6C62_272E_07BB_0142
    private var low: UInt64 = 0x62B8_2175_6295_C58D

    package mutating func add(_ bytes: Data) { fold(bytes) }

    mutating func add(_ bytes: some Sequence<UInt8>) { fold(bytes) }

    private mutating func fold(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            low ^= UInt64(byte)
            // Times the prime 2^88 + 0x13B, modulo 2^128.
            let (carry, product) = low.multipliedFullWidth(by: 0x13B)
            high = high &* 0x13B &+ carry &+ (low << 24)
            low = product
        }
    }

    /// The hash in 32 hexadecimal digits.
    package var hexadecimal: String {
        [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }.hexadecimal
    }

    /// Returns the hash of several texts. Their lengths are hashed too, so that `["ab", "c"]` and `["a", "bc"]` have
    /// different hashes.
    package static func hexadecimal(_ parts: [String]) -> String { ContentHash(of: parts).hexadecimal }

    /// Returns a seed for a generator, so that random choices are the same on every server.
    package static func seed(_ parts: [String]) -> UInt64 { ContentHash(of: parts).high }

    private init(of parts: [String]) {
        for part in parts {
            add("\(part.utf8.count):".utf8)
            add(part.utf8)
        }
    }

    package init() {}
}
