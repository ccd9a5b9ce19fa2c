/// Reads the bytes of a JSON text from its beginning.
///
/// The creator of the reader must keep the array of the bytes alive. The reader checks the position against the number
/// of bytes before it reads a byte.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = UnsafeRawBufferPointer(bytes)
    }

    /// The next byte, which is not consumed.
    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }
    var isAtEnd: Bool { position >= bytes.count }

    @inline(__always)
    mutating func skip() { position &+= 1 }

    /// Consumes the next byte if it equals `byte`. Returns whether it did.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position &+= 1
        return true
    }

    /// Consumes ASCII up to a quotation mark, a backslash or a control character, eight bytes at a time if possible.
    /// Returns whether it consumed any byte.
    mutating func takePlainText() -> Bool {
        let start = position
        while position &+ 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let other = Self.otherThanPlain(word)
            guard other == 0 else {
                position += other.trailingZeroBitCount / 8
                return position > start
            }
            position += 8
        }
        while let byte = peek, Self.otherThanPlain(UInt64(byte) | 0x2020_2020_2020_2000) == 0 { position &+= 1 }
        return position > start
    }

    /// Returns 0 if all eight bytes are plain text. Otherwise the lowest bit set is the upper bit of the first byte
    /// that is not plain text.
    private static func otherThanPlain(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        func isZero(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
        let control = (word &- 0x20 &* ones) & ~word
        let quote = isZero(word ^ (UInt64(UInt8(ascii: "\"")) &* ones))
        let backslash = isZero(word ^ (UInt64(UInt8(ascii: "\\")) &* ones))
        return (word | control | quote | backslash) & (0x80 &* ones)
    }

    private mutating func next() -> UInt8? {
        defer { position &+= 1 }
        return peek
    }

    /// Consumes a scalar. Returns `nil` if the bytes are not UTF-8 (RFC 3629, 4).
    mutating func takeScalar() -> Unicode.Scalar? {
        guard let first = next() else { return nil }
        if first < 0x80 { return Unicode.Scalar(first) }
        let (count, least): (Int, UInt32) =
            switch first {
            case 0xC2...0xDF: (1, 0x80)
            case 0xE0...0xEF: (2, 0x800)
            case 0xF0...0xF4: (3, 0x10000)
            default: (0, 0)
            }
        guard count > 0 else { return nil }
        var value = UInt32(first) & (0x3F >> UInt32(count))
        for _ in 0..<count {
            guard let byte = next(), byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        return value >= least ? Unicode.Scalar(value) : nil
    }

    /// Consumes an escape sequence (RFC 8259, 7). Returns `nil` for an invalid sequence, including half of a surrogate
    /// pair.
    mutating func takeEscape() -> Unicode.Scalar? {
        position &+= 1
        switch next() {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return takeUnits()
        default: return nil
        }
    }

    private mutating func takeUnits() -> Unicode.Scalar? {
        guard let first = takeUnit() else { return nil }
        guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(UInt32(first)) }
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let second = takeUnit(),
            UTF16.isTrailSurrogate(second)
        else { return nil }
        return Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    }

    private mutating func takeUnit() -> UInt16? {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = next().flatMap(Self.hexDigit) else { return nil }
            unit = unit << 4 | digit
        }
        return unit
    }

    private static func hexDigit(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
