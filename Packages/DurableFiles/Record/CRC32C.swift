/// The Castagnoli cyclic redundancy check (RFC 3720, appendix B.4).
///
/// It detects accidents - every change of up to 32 adjacent bits - but no attacker, who can recompute it.
enum CRC32C {
    static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
        var remainder = UInt32.max
        for byte in bytes {
            remainder = table[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)] ^ (remainder >> 8)
        }
        return ~remainder
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 0 ? value >> 1 : (value >> 1) ^ 0x82F6_3B78
        }
    }
}
