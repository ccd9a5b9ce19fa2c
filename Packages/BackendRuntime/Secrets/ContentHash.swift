package import Foundation

/// FNV-1a in 128 bits (IETF draft "The FNV Non-Cryptographic Hash Algorithm"): the same on every machine
/// and in every version. It tells contents apart; it does not withstand an attacker who wants two to collide.
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

    /// 32 digits.
    package var hexadecimal: String {
        [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }.hexadecimal
    }

    /// Of several texts, told apart by their lengths.
    package static func hexadecimal(_ parts: [String]) -> String { ContentHash(of: parts).hexadecimal }

    /// To seed a generator with, so that chance falls the same way on every server.
    package static func seed(_ parts: [String]) -> UInt64 { ContentHash(of: parts).high }

    private init(of parts: [String]) {
        for part in parts {
            add("\(part.utf8.count):".utf8)
            add(part.utf8)
        }
    }

    package init() {}
}
