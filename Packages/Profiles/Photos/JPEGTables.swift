/// The quantisation and Huffman tables of a JPEG file that its scans use (ITU-T T.81, B.2.4).
///
/// A table does not help to show the picture if no scan uses it, or if another table replaces it before a scan does.
/// Such a table has room for other data.
struct JPEGTables {
    typealias Table = (destination: UInt8, bytes: Range<Int>)

    /// The positions of the used tables in the file.
    private var used: Set<Int> = []
    private var starts: [Int: [Table]] = [:]

    init(of segments: [JPEGSegment], in file: [UInt8]) {
        // The position of the latest table for each destination. The key of a Huffman table includes its class, DC or
        // AC.
        var (quantisation, huffman): ([UInt8: Int], [UInt8: Int]) = ([:], [:])
        // The destination of the quantisation table of each component of the frame. The first scan of a component
        // removes the component.
        var components: [UInt8: UInt8] = [:]
        var isProgressive = false
        for segment in segments {
            let payload = Array(file[segment.payload])
            switch segment.marker {
            case .quantisationTables, .huffmanTables:
                let tables = Self.tables(of: segment.marker, in: file[segment.payload]) ?? []
                starts[segment.payload.startIndex] = tables
                for table in tables {
                    if segment.marker == .huffmanTables {
                        huffman[table.destination] = table.bytes.startIndex
                    } else {
                        quantisation[table.destination] = table.bytes.startIndex
                    }
                }
            case .startOfScan:
                let (first, approximation) = (payload[payload.count - 3], payload[payload.count - 1])
                for place in stride(from: 1, to: payload.count - 3, by: 2) {
                    let (component, selectors) = (payload[place], payload[place + 1])
                    let table = components.removeValue(forKey: component).flatMap { quantisation[$0] }
                    // A progressive scan contains either DC or AC coefficients. Bits that refine DC coefficients have
                    // no Huffman code.
                    let isDC = !isProgressive || first == 0 && approximation >> 4 == 0
                    let isAC = !isProgressive || first > 0
                    let (dc, ac) = (huffman[selectors >> 4], huffman[0x10 | selectors & 0x0F])
                    for start in [table, isDC ? dc : nil, isAC ? ac : nil] {
                        if let start { used.insert(start) }
                    }
                }
            case let marker where marker.isFrame:
                isProgressive = marker.rawValue == 0xC2
                for place in stride(from: 6, to: payload.count, by: 3) {
                    components[payload[place]] = payload[place + 2]
                }
            default: break
            }
        }
    }

    /// Returns the segment with only its used tables; `nil` if it has no used tables.
    func cleaned(_ segment: JPEGSegment, in file: [UInt8]) -> [UInt8]? {
        let kept = tables(of: segment).filter { used.contains($0.bytes.startIndex) }
        return kept.isEmpty ? nil : JPEGSegment.segment(segment.marker, kept.flatMap { file[$0.bytes] })
    }

    func areAllUsed(in segment: JPEGSegment) -> Bool {
        tables(of: segment).allSatisfy { used.contains($0.bytes.startIndex) }
    }

    private func tables(of segment: JPEGSegment) -> [Table] {
        segment.holdsTables ? starts[segment.payload.startIndex] ?? [] : []
    }

    /// Returns the tables of a segment. The head of each table determines its length. Returns `nil` unless the tables
    /// fill the payload exactly.
    static func tables(of marker: JPEGFile.Marker, in payload: ArraySlice<UInt8>) -> [Table]? {
        var (tables, rest): ([Table], ArraySlice<UInt8>) = ([], payload)
        while let head = rest.first {
            let length: Int
            if marker == .quantisationTables {
                length = head >> 4 == 0 ? 65 : 129
            } else {
                // A Huffman code has at most one code word for each of the 256 values of a byte (B.2.4.2), and viewers
                // refuse a longer table.
                let words = rest.dropFirst().prefix(16).reduce(0) { $0 + Int($1) }
                guard words <= 256 else { return nil }
                length = 17 + words
            }
            guard length <= rest.count else { return nil }
            // The upper half of the head is a precision, or a class.
            let destination = marker == .quantisationTables ? head & 0x0F : head
            tables.append((destination, rest.startIndex..<rest.startIndex + length))
            rest = rest.dropFirst(length)
        }
        return tables.isEmpty ? nil : tables
    }
}
