/// A segment of a JPEG file: a marker with its data.
struct JPEGSegment {
    let marker: JPEGFile.Marker
    /// The range from the marker to the next marker. The range of a scan includes the compressed picture.
    let bytes: Range<Int>
    /// The range without the marker, the length and the compressed picture.
    let payload: Range<Int>

    /// Reads the segment at a position, and skips fill bytes before its marker. Returns `nil` if no segment of a
    /// picture begins there.
    init?(in file: [UInt8], at position: Int) {
        var start = position
        guard start < file.count, file[start] == 0xFF else { return nil }
        while start + 1 < file.count, file[start + 1] == 0xFF { start += 1 }
        guard start + 1 < file.count else { return nil }
        marker = JPEGFile.Marker(rawValue: file[start + 1])
        if marker == .endOfImage {
            (bytes, payload) = (start..<start + 2, start + 2..<start + 2)
            return
        }
        guard start + 3 < file.count else { return nil }
        // The length counts itself, but not the marker.
        let end = start + 2 + Int(file[start + 2]) << 8 + Int(file[start + 3])
        guard start + 4 <= end, end <= file.count else { return nil }
        payload = start + 4..<end
        bytes = start..<(marker == .startOfScan ? Self.endOfScan(in: file, from: end) : end)
        guard bytes.endIndex < file.count, isWellFormed(in: file) else { return nil }
    }

    /// Returns the position of the next marker that is not part of the compressed picture.
    private static func endOfScan(in file: [UInt8], from start: Int) -> Int {
        var position = start
        while position < file.count {
            guard file[position] == 0xFF else {
                position += 1
                continue
            }
            let marker = position
            while position + 1 < file.count, file[position + 1] == 0xFF { position += 1 }
            guard position + 1 < file.count else { return file.count }
            let isInside = file[position + 1] == 0 || (0xD0...0xD7).contains(file[position + 1])
            guard isInside else { return marker }
            position += 2
        }
        return file.count
    }

    /// Whether the payload has the length that its kind requires, so that it has no room for other data. Returns
    /// `false` for a kind that can neither be kept nor be dropped safely.
    private func isWellFormed(in file: [UInt8]) -> Bool {
        let payload = file[payload]
        switch marker {
        case .startOfScan:
            return payload.first.map { (1...4).contains($0) && payload.count == 4 + 2 * Int($0) } ?? false
        case .quantisationTables, .huffmanTables:
            return JPEGTables.tables(of: marker, in: payload) != nil
        case .restartInterval:
            return payload.count == 2
        case let marker where marker.isFrame:
            return isFrame(Array(payload))
        default:
            return marker.isMetadata
        }
    }

    private func isFrame(_ payload: [UInt8]) -> Bool {
        guard payload.count >= 6, (1...4).contains(payload[5]), payload.count == 6 + 3 * Int(payload[5]) else {
            return false
        }
        let height = Int(payload[1]) << 8 + Int(payload[2])
        let width = Int(payload[3]) << 8 + Int(payload[4])
        return PictureSize.isShown(width: width, height: height)
    }
}

extension JPEGSegment {
    /// Whether the segment defines tables. ``JPEGTables`` keeps the tables that a scan uses.
    var holdsTables: Bool { marker == .quantisationTables || marker == .huffmanTables }

    /// Returns the bytes of the segment to keep; `nil` if it does not help to show the picture.
    func cleaned(in file: [UInt8]) -> [UInt8]? {
        let payload = file[payload]
        switch marker {
        case .app0:
            // The remaining bytes are a thumbnail.
            guard payload.starts(with: Self.jfif), payload.count >= 14 else { return nil }
            return Self.segment(marker, payload.prefix(12) + [0, 0])
        case .app14:
            return Self.colourTransform(in: payload).map { Self.segment(marker, Self.adobePayload($0)) }
        default:
            return marker.isMetadata ? nil : Array(file[bytes])
        }
    }

    /// Whether the segment contains only data that displays the picture.
    func isClean(in file: [UInt8]) -> Bool {
        let payload = file[payload]
        switch marker {
        case .app0:
            return payload.count == 14 && payload.starts(with: Self.jfif) && payload.suffix(2) == [0, 0]
        case .app1:
            guard let orientation = orientation(in: file), orientation != .upright else { return false }
            return file[bytes] == orientation.segment[...]
        case .app14:
            return Self.colourTransform(in: payload).map { payload.elementsEqual(Self.adobePayload($0)) } ?? false
        default:
            return !marker.isMetadata
        }
    }

    func orientation(in file: [UInt8]) -> JPEGOrientation? {
        marker == .app1 ? JPEGOrientation(exif: file[payload]) : nil
    }

    static func segment(_ marker: JPEGFile.Marker, _ payload: some Collection<UInt8>) -> [UInt8] {
        let length = payload.count + 2
        return marker.bytes + [UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)] + payload
    }

    private static let jfif = Array("JFIF\0".utf8)
    private static let adobe = Array("Adobe".utf8)

    /// Returns the encoding of colours in an Adobe segment: RGB or CMYK (0), YCbCr (1) or YCCK (2). Some photos turn
    /// green without it. Returns `nil` if the segment is not an Adobe segment, or if viewers do not know the number.
    private static func colourTransform(in payload: ArraySlice<UInt8>) -> UInt8? {
        guard payload.starts(with: adobe), let transform = payload.dropFirst(11).first, transform <= 2 else {
            return nil
        }
        return transform
    }

    /// Returns the payload of an Adobe segment. Viewers read only the transform. So the version is the published value
    /// (100) and both fields of flags are 0 (Adobe Technical Note 5116).
    private static func adobePayload(_ transform: UInt8) -> [UInt8] { adobe + [0, 100, 0, 0, 0, 0, transform] }
}
