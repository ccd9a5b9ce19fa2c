/// A chunk of a PNG file.
struct PNGChunk {
    /// The type, which is four ASCII letters.
    let type: String
    /// The range including length, type and checksum.
    let bytes: Range<Int>
    /// The range without length, type and checksum.
    var payload: Range<Int> { bytes.startIndex + 8..<bytes.endIndex - 4 }

    /// Reads the chunk at a position; `nil` if no valid chunk begins there.
    init?(in file: [UInt8], at position: Int) {
        guard position + 12 <= file.count else { return nil }
        let length = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= file.count - position - 12 else { return nil }
        let type = file[position + 4..<position + 8]
        // The third letter is a capital in every chunk type that exists so far.
        guard type.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }), file[position + 6] & 0x20 == 0 else { return nil }
        self.type = String(decoding: type, as: UTF8.self)
        bytes = position..<position + 12 + length
    }

    /// Whether a decoder must understand the chunk to continue.
    var isCritical: Bool { type.utf8.first.map { $0 & 0x20 == 0 } ?? true }

    /// Whether the checksum is right.
    func isIntact(in file: [UInt8]) -> Bool {
        let checksum = file[bytes.suffix(4)].reduce(0) { $0 << 8 | UInt32($1) }
        return CRC32.checksum(of: file[bytes.dropFirst(4).dropLast(4)]) == checksum
    }
}

/// The checksum of PNG chunks (ISO 3309, ITU-T V.42; W3C PNG, annex D).
package enum CRC32 {
    package static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ value >> 1 }
    }
}
