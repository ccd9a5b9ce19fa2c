/// A decoder that determines the size of the data in a zlib stream (RFC 1950, RFC 1951).
///
/// It decodes the symbols and counts the bytes that they produce, but does not produce the bytes. So it allocates no
/// memory for them, and stops as soon as there are too many. For the same reason it cannot verify the checksum, which
/// is the last four bytes of the stream.
struct ZlibStream {
    /// The maximum number of blocks. Genuine pictures have some hundreds.
    private static let longestList = 65_536
    private static let window = 32_768

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 2
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var size = 0
    private let limit: Int

    /// Whether the bytes are exactly one stream that inflates to `size` bytes.
    static func isStream(_ bytes: [UInt8], of size: Int) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            // The method is DEFLATE, the header is a multiple of 31, and no dictionary is preset.
            guard bytes.count > 6, bytes[0] & 0x0F == 8, bytes[0] >> 4 <= 7, bytes[1] & 0x20 == 0,
                (Int(bytes[0]) << 8 + Int(bytes[1])) % 31 == 0
            else { return false }
            var stream = ZlibStream(bytes: bytes, limit: size)
            // Four bytes of checksum follow the last block.
            return stream.readBlocks() && stream.size == size && stream.position + 4 == bytes.count
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, limit: Int) {
        (self.bytes, self.limit) = (bytes, limit)
    }

    private mutating func readBlocks() -> Bool {
        for _ in 0..<Self.longestList {
            guard let isLast = number(1), let kind = number(2) else { return false }
            let isRead: Bool
            switch kind {
            case 0: isRead = readStored()
            case 1: isRead = readSymbols(.fixedLiterals, .fixedDistances)
            case 2:
                guard let (literals, distances) = codes() else { return false }
                isRead = readSymbols(literals, distances)
            default: isRead = false
            }
            guard isRead, size <= limit else { return false }
            // The remaining bits of the last byte must be 0, so that they have no room for other data.
            if isLast == 1 { return bits == 0 }
        }
        return false
    }

    /// Reads bits, the lowest first; `nil` beyond the end.
    private mutating func number(_ count: Int) -> Int? {
        while bitCount < count {
            guard position < bytes.count else { return nil }
            bits |= UInt32(bytes[position]) << UInt32(bitCount)
            position += 1
            bitCount += 8
        }
        let number = bits & (1 << UInt32(count) - 1)
        bits >>= UInt32(count)
        bitCount -= count
        return Int(number)
    }

    private mutating func readStored() -> Bool {
        guard bits == 0 else { return false }
        bitCount = 0
        guard position + 4 <= bytes.count else { return false }
        let length = Int(bytes[position]) + Int(bytes[position + 1]) << 8
        let check = Int(bytes[position + 2]) + Int(bytes[position + 3]) << 8
        position += 4 + length
        size += length
        return length == check ^ 0xFFFF && position <= bytes.count
    }

    private mutating func readSymbols(_ literals: PrefixCode, _ distances: PrefixCode) -> Bool {
        while size <= limit {
            guard let symbol = symbol(of: literals) else { return false }
            if symbol < 256 {
                size += 1
                continue
            }
            if symbol == 256 { return true }
            guard symbol - 257 < Self.lengths.count else { return false }
            let length = Self.lengths[symbol - 257]
            guard let extra = number(length.bits), let place = self.symbol(of: distances), place < Self.distances.count,
                let far = number(Self.distances[place].bits)
            else { return false }
            let distance = Self.distances[place].base + far
            guard distance <= min(size, Self.window) else { return false }
            size += length.base + extra
        }
        return false
    }

    /// Reads a symbol. The number of steps is its number of bits, so the time is linear in the size of the stream.
    private mutating func symbol(of code: PrefixCode) -> Int? {
        var (value, first, index) = (0, 0, 0)
        for count in code.counts.dropFirst() {
            guard let bit = number(1) else { return nil }
            value |= bit
            if value - first < count { return Int(code.symbols[index + value - first]) }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        return nil
    }

    /// Reads the codes of a block that defines its own (RFC 1951, 3.2.7).
    private mutating func codes() -> (literals: PrefixCode, distances: PrefixCode)? {
        guard let literals = number(5), let distances = number(5), let count = number(4), literals <= 29,
            distances <= 29
        else { return nil }
        var order = [UInt8](repeating: 0, count: 19)
        for place in Self.codeOrder.prefix(count + 4) {
            guard let length = number(3) else { return nil }
            order[place] = UInt8(length)
        }
        guard let code = PrefixCode(order[...]) else { return nil }
        let total = literals + 257 + distances + 1
        var lengths: [UInt8] = []
        while lengths.count < total {
            guard let symbol = symbol(of: code) else { return nil }
            var (value, repeats): (UInt8, Int) = (UInt8(symbol), 1)
            switch symbol {
            case 16:
                guard let last = lengths.last, let more = number(2) else { return nil }
                (value, repeats) = (last, more + 3)
            case 17, 18:
                guard let more = number(symbol == 17 ? 3 : 7) else { return nil }
                (value, repeats) = (0, more + (symbol == 17 ? 3 : 11))
            default: break
            }
            guard lengths.count + repeats <= total else { return nil }
            lengths.append(contentsOf: repeatElement(value, count: repeats))
        }
        guard lengths[256] > 0, let own = PrefixCode(lengths[..<(literals + 257)]),
            let far = PrefixCode(lengths[(literals + 257)...])
        else { return nil }
        return (own, far)
    }

    private static let codeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private typealias Extra = (base: Int, bits: Int)

    /// The base lengths with their extra bits (RFC 1951, 3.2.5).
    private static let lengths: [Extra] = (0..<29).map { place in
        if place < 8 { return (base: place + 3, bits: 0) }
        if place == 28 { return (base: 258, bits: 0) }
        let bits = place / 4 - 1
        return (base: 3 + (4 + place % 4) << bits, bits: bits)
    }

    private static let distances: [Extra] = (0..<30).map { place in
        if place < 4 { return (base: place + 1, bits: 0) }
        let bits = place / 2 - 1
        return (base: 1 + (2 + place % 2) << bits, bits: bits)
    }
}

/// A canonical prefix code (RFC 1951, 3.2.2).
private struct PrefixCode {
    /// The number of codes of each length from 0 to 15 bits.
    let counts: [Int]
    /// The symbols in the order of their codes.
    let symbols: [UInt16]

    /// Creates a code; `nil` if the lengths do not define a code. Only a code of at most one symbol may be incomplete.
    init?(_ lengths: ArraySlice<UInt8>) {
        var counts = [Int](repeating: 0, count: 16)
        for length in lengths { counts[Int(length)] += 1 }
        counts[0] = 0
        var left = 1
        for count in counts.dropFirst() {
            left = left << 1 - count
            if left < 0 { return nil }
        }
        let used = counts.reduce(0, +)
        guard left == 0 || used <= 1 else { return nil }
        var offsets = [Int](repeating: 0, count: 17)
        for length in 1...15 { offsets[length + 1] = offsets[length] + counts[length] }
        var symbols = [UInt16](repeating: 0, count: used)
        for (symbol, length) in lengths.enumerated() where length > 0 {
            symbols[offsets[Int(length)]] = UInt16(symbol)
            offsets[Int(length)] += 1
        }
        (self.counts, self.symbols) = (counts, symbols)
    }

    private init(complete lengths: [UInt8]) {
        // The fixed codes are complete.
        self = PrefixCode(lengths[...]) ?? PrefixCode(counts: [], symbols: [])
    }

    private init(counts: [Int], symbols: [UInt16]) {
        (self.counts, self.symbols) = (counts, symbols)
    }

    static let fixedLiterals = PrefixCode(
        complete: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    static let fixedDistances = PrefixCode(complete: Array(repeating: 5, count: 32))
}
