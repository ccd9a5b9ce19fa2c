import Foundation

/// A gzip file (RFC 1952) of nothing but zero bytes: one block with fixed codes (RFC 1951 §3.2.6), a zero and
/// then over and over "258 bytes from one byte back". About 158 times smaller than what it holds.
///
/// - Parameter isWhole: whether the end is there; a bomb goes off before it is read.
func gzipOfZeros(runsOf258 count: Int, isWhole: Bool = true) -> Data {
    var file = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
    var bits: UInt64 = 0
    var filled: UInt64 = 0
    func append(_ value: UInt64, bits length: UInt64) {
        bits |= value << filled
        filled += length
        while filled >= 8 {
            file.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            filled -= 8
        }
    }
    append(0b011, bits: 3)  // the last block, with fixed codes
    append(0b0000_1100, bits: 8)  // the byte zero; codes go in with their first bit lowest
    for _ in 0..<count { append(0b0_0000_1010_0011, bits: 13) }  // length 258, distance 1
    guard isWhole else { return file }
    append(0, bits: 7)  // the end
    if filled > 0 { append(0, bits: 8 - filled) }
    let size = UInt32(truncatingIfNeeded: 1 + count * 258)
    for word in [checksumOfZeros(size), size] {
        withUnsafeBytes(of: word.littleEndian) { file.append(contentsOf: $0) }
    }
    return file
}

/// The CRC-32 of `count` zero bytes.
private func checksumOfZeros(_ count: UInt32) -> UInt32 {
    var remainder: UInt32 = 0xFFFF_FFFF
    for _ in 0..<UInt64(count) * 8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
    return ~remainder
}
