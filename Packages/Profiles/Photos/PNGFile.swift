/// A PNG file, chunk by chunk (W3C PNG, third edition).
enum PNGFile {
    /// Returns the file with only the chunks that display the picture; `nil` if it is damaged. Removes bytes after the
    /// end of the picture.
    static func withoutMetadata(_ file: [UInt8]) -> [UInt8]? {
        guard let chunks = chunks(of: file), let header = chunks.first.flatMap({ PNGHeader($0, in: file) }) else {
            return nil
        }
        let kept = withoutRepetitions(chunks.filter { header.accepts($0) })
        // A grey picture with a palette is invalid.
        guard header.allowsPalette || !chunks.contains(where: { $0.type == "PLTE" }) else { return nil }
        guard isPicture(kept, header, in: file) else { return nil }
        return signature + kept.flatMap { file[$0.bytes] }
    }

    /// Whether the file contains only the chunks that display the picture. Examines only the finished bytes, regardless
    /// of their origin.
    static func isClean(_ file: [UInt8]) -> Bool {
        guard let chunks = chunks(of: file), chunks.last?.bytes.endIndex == file.endIndex,
            let header = chunks.first.flatMap({ PNGHeader($0, in: file) })
        else { return false }
        return chunks.allSatisfy { header.accepts($0) } && withoutRepetitions(chunks).count == chunks.count
            && isPicture(chunks, header, in: file)
    }

    /// Returns all chunks up to the end of the picture, which is included. Returns `nil` if a chunk is cut off, or if a
    /// chunk that is needed to show the picture is unknown.
    private static func chunks(of file: [UInt8]) -> [PNGChunk]? {
        guard file.starts(with: signature) else { return nil }
        var chunks: [PNGChunk] = []
        var position = signature.count
        while chunks.count < longestList, let chunk = PNGChunk(in: file, at: position) {
            guard ["IHDR", "PLTE", "IDAT", "IEND"].contains(chunk.type) || !chunk.isCritical else { return nil }
            chunks.append(chunk)
            position = chunk.bytes.endIndex
            if chunk.type == "IEND" { return chunks }
        }
        return nil
    }

    /// Removes repeated chunks. Only the first chunk of each kind counts, except for image data.
    private static func withoutRepetitions(_ chunks: [PNGChunk]) -> [PNGChunk] {
        var seen: Set<String> = []
        return chunks.filter { $0.type == "IDAT" || seen.insert($0.type).inserted }
    }

    /// Whether the chunks are a header, consecutive image data that inflates to the size of the picture, and the end.
    /// All checksums must be correct.
    private static func isPicture(_ chunks: [PNGChunk], _ header: PNGHeader, in file: [UInt8]) -> Bool {
        guard chunks.first?.type == "IHDR", chunks.last?.type == "IEND",
            let start = chunks.firstIndex(where: { $0.type == "IDAT" }),
            let end = chunks.lastIndex(where: { $0.type == "IDAT" })
        else { return false }
        let palette = chunks.firstIndex { $0.type == "PLTE" }
        guard chunks[start...end].allSatisfy({ $0.type == "IDAT" }), palette ?? 0 < start,
            palette != nil || !header.needsPalette, chunks.allSatisfy({ $0.isIntact(in: file) })
        else { return false }
        return ZlibStream.isStream(chunks[start...end].flatMap { file[$0.payload] }, of: header.dataSize)
    }

    /// The maximum number of chunks. Genuine files have some hundreds.
    private static let longestList = 65_536

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
}
