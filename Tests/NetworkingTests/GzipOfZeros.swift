import Foundation

/// Returns a gzip file (RFC 1952) of zero bytes, about 158 times smaller than its content.
///
/// It is a single block with fixed codes (RFC 1951 §3.2.6): a zero, then repeated copies of 258 bytes from distance 1.
///
/// - Parameters:
///   - count: The number of copies of 258 bytes.
///   - isWhole: Whether the end of the file is included. A decoder that limits its output stops before the end.
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
    append(0b0000_1100, bits: 8)  // the byte zero; codes are written with their first bit lowest
    for _ in 0..<count { append(0b0_0000_1010_0011, bits: 13) }  // length 258, distance 1
    guard isWhole else { return file }
    append(0, bits: 7)  // the end of the block
    if filled > 0 { append(0, bits: 8 - filled) }
    let size = UInt32(truncatingIfNeeded: 1 + count * 258)
    for word in [checksumOfZeros(size), size] {
        withUnsafeBytes(of: word.littleEndian) { file.append(contentsOf: $0) }
    }
    return file
}

/// Returns the CRC-32 of `count` zero bytes.
private func checksumOfZeros(_ count: UInt32) -> UInt32 {
    var remainder: UInt32 = 0xFFFF_FFFF
    for _ in 0..<UInt64(count) * 8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
    return ~remainder
}
