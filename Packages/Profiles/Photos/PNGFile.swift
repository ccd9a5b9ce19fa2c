/// A PNG file, chunk by chunk (W3C PNG, third edition).
enum PNGFile {
    /// The file with nothing in it but what shows the picture; `nil` if it is damaged. What follows the end of
    /// the picture goes too.
    static func withoutMetadata(_ file: [UInt8]) -> [UInt8]? {
        guard let chunks = chunks(of: file) else { return nil }
        let kept = withoutRepetitions(chunks.filter { $0.isPartOfPicture })
        guard makePicture(kept), kept.allSatisfy({ $0.isIntact(in: file) }) else { return nil }
        return signature + kept.flatMap { file[$0.bytes] }
    }

    /// Whether there is nothing in the file but what shows the picture. Looks at the finished bytes only,
    /// whatever made them.
    static func isClean(_ file: [UInt8]) -> Bool {
        guard let chunks = chunks(of: file), chunks.last?.bytes.endIndex == file.endIndex else { return false }
        return makePicture(chunks) && chunks.allSatisfy { $0.isPartOfPicture && $0.isIntact(in: file) }
            && withoutRepetitions(chunks).count == chunks.count
    }

    /// All chunks up to and with the end of the picture; `nil` if one is cut off, or of a kind that the
    /// picture cannot be shown without and that is not known.
    private static func chunks(of file: [UInt8]) -> [PNGChunk]? {
        guard file.starts(with: signature) else { return nil }
        var chunks: [PNGChunk] = []
        var position = signature.count
        while chunks.count < longestList, let chunk = PNGChunk(in: file, at: position) {
            guard chunk.isPartOfPicture || !chunk.isCritical else { return nil }
            chunks.append(chunk)
            position = chunk.bytes.endIndex
            if chunk.type == "IEND" { return chunks }
        }
        return nil
    }

    /// Of every kind but image data only the first chunk counts.
    private static func withoutRepetitions(_ chunks: [PNGChunk]) -> [PNGChunk] {
        var seen: Set<String> = []
        return chunks.filter { $0.type == "IDAT" || seen.insert($0.type).inserted }
    }

    /// A header, image data in one row, and the end.
    private static func makePicture(_ chunks: [PNGChunk]) -> Bool {
        guard chunks.first?.type == "IHDR", chunks.last?.type == "IEND",
            let start = chunks.firstIndex(where: { $0.type == "IDAT" }),
            let end = chunks.lastIndex(where: { $0.type == "IDAT" })
        else { return false }
        let palette = chunks.firstIndex { $0.type == "PLTE" } ?? 0
        return chunks[start...end].allSatisfy { $0.type == "IDAT" } && palette < start
    }

    /// Chunks. Honest files have some hundreds.
    private static let longestList = 65_536

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
}

/// A piece of a PNG file.
struct PNGChunk {
    /// Four ASCII letters.
    let type: String
    /// With length, type and checksum.
    let bytes: Range<Int>
    private let header: (width: Int, height: Int)?

    /// The chunk that begins at a position; `nil` if there is none.
    init?(in file: [UInt8], at position: Int) {
        guard position + 12 <= file.count else { return nil }
        let length = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= file.count - position - 12 else { return nil }
        let type = file[position + 4..<position + 8]
        // The third letter is a capital in every chunk there is so far.
        guard type.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }), file[position + 6] & 0x20 == 0 else { return nil }
        self.type = String(decoding: type, as: UTF8.self)
        bytes = position..<position + 12 + length
        if self.type == "IHDR", length == 13 {
            let payload = file[position + 8..<position + 21]
            header = (
                payload.prefix(4).reduce(0) { $0 << 8 | Int($1) },
                payload.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | Int($1) }
            )
        } else {
            header = nil
        }
    }

    /// Whether a decoder may not go on without understanding it.
    var isCritical: Bool { type.utf8.first.map { $0 & 0x20 == 0 } ?? true }

    /// Whether it helps to show the picture, and is as long as its kind says, so that nothing else fits in.
    var isPartOfPicture: Bool {
        let length = bytes.count - 12
        return switch type {
        case "IHDR": header.map { PictureSize.isShown(width: $0.width, height: $0.height) } ?? false
        case "PLTE": length % 3 == 0 && (3...768).contains(length)
        case "IDAT": true
        case "IEND": length == 0
        case "tRNS": (1...256).contains(length)
        case "gAMA", "cICP": length == 4
        case "cHRM": length == 32
        case "sRGB": length == 1
        case "pHYs": length == 9
        case "sBIT": (1...4).contains(length)
        case "bKGD": [1, 2, 6].contains(length)
        default: false
        }
    }

    /// Whether the checksum is right.
    func isIntact(in file: [UInt8]) -> Bool {
        let checksum = file[bytes.suffix(4)].reduce(0) { $0 << 8 | UInt32($1) }
        return CRC32.checksum(of: file[bytes.dropFirst(4).dropLast(4)]) == checksum
    }
}
