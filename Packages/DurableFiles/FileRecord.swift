import Foundation

/// The record that a file consists of, version 1. All numbers are big-endian:
///
/// | bytes | meaning |
/// |---|---|
/// | 4 | magic, `ORBF` |
/// | 2 | format version |
/// | 8 | generation |
/// | 4 | payload length |
/// | n | payload |
/// | 4 | CRC-32C of all bytes before it |
///
/// No bytes may follow. The checksum detects damage, not tampering.
struct FileRecord {
    let generation: UInt64
    let payload: Data

    static let overhead = headerLength + checksumLength
    /// Keeps the size of a whole record within `Int` on 32-bit platforms.
    static let largestPayload = Int(Int32.max) - overhead

    private static let magic = Array("ORBF".utf8)
    private static let version: UInt16 = 1
    private static let headerLength = 18
    private static let checksumLength = 4

    init(generation: UInt64, payload: Data) {
        self.generation = generation
        self.payload = payload
    }

    /// The encoded record. The payload must have at most `largestPayload` bytes.
    var encoded: [UInt8] {
        var bytes = Self.magic
        bytes.reserveCapacity(Self.overhead + payload.count)
        bytes.append(bigEndian: Self.version)
        bytes.append(bigEndian: generation)
        bytes.append(bigEndian: UInt32(clamping: payload.count))
        bytes.append(contentsOf: payload)
        bytes.append(bigEndian: CRC32C.checksum(of: bytes))
        return bytes
    }

    init(decoding bytes: [UInt8]) throws(DurableFileError) {
        guard bytes.starts(with: Self.magic) else { throw .corrupt(.notARecord) }
        guard bytes.count >= Self.overhead else { throw .corrupt(.wrongLength) }
        let version: UInt16 = bytes.bigEndian(at: 4)
        guard version == Self.version else { throw .corrupt(.unknownVersion(version)) }
        let length: UInt32 = bytes.bigEndian(at: 14)
        guard bytes.count - Self.overhead == length else { throw .corrupt(.wrongLength) }
        let end = bytes.count - Self.checksumLength
        guard CRC32C.checksum(of: bytes[..<end]) == bytes.bigEndian(at: end) else { throw .corrupt(.wrongChecksum) }
        generation = bytes.bigEndian(at: 6)
        guard generation < .max else { throw .corrupt(.exhaustedGeneration) }
        payload = Data(bytes[Self.headerLength..<end])
    }
}

extension FileRecord {
    /// The Castagnoli cyclic redundancy check (RFC 3720, appendix B.4).
    ///
    /// It detects accidents, including every change of up to 32 adjacent bits. It does not detect an attacker, who can
    /// recompute it.
    enum CRC32C {
        /// Returns the checksum of some bytes.
        ///
        /// - Parameters:
        ///   - bytes: The bytes.
        ///   - previous: The checksum of the bytes before them, if the checksum of both together is wanted.
        static func checksum(of bytes: some Sequence<UInt8>, after previous: UInt32 = 0) -> UInt32 {
            var remainder = ~previous
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
}
