/// The orientation of a picture, which is the only value of an Exif block that viewers need.
struct JPEGOrientation: Equatable {
    /// The value from 1 to 8 (Exif 2.32, tag 0x0112).
    let value: UInt8

    static let upright = Self(value: 1)

    private init(value: UInt8) {
        self.value = value
    }

    /// Reads the orientation in the payload of an APP1 segment. Returns `nil` if the payload has no valid orientation.
    init?(exif payload: ArraySlice<UInt8>) {
        let header = Array("Exif\0\0".utf8)
        guard payload.starts(with: header) else { return nil }
        let reader = TIFFReader(bytes: payload.dropFirst(header.count))
        guard let first = reader.firstDirectory, let count = reader.number(at: first, bytes: 2) else { return nil }
        for index in 0..<count {
            let entry = first + 2 + index * 12
            guard let tag = reader.number(at: entry, bytes: 2) else { return nil }
            guard tag == 0x0112 else { continue }
            guard reader.number(at: entry + 2, bytes: 2) == 3, reader.number(at: entry + 4, bytes: 4) == 1,
                let value = reader.number(at: entry + 8, bytes: 2), (1...8).contains(value)
            else { return nil }
            self.init(value: UInt8(value))
            return
        }
        return nil
    }

    /// A segment that contains only this orientation.
    var segment: [UInt8] {
        JPEGSegment.segment(
            .app1,
            Array("Exif\0\0MM".utf8) + [
                0, 42, 0, 0, 0, 8,  // the directory follows at once
                0, 1,  // with one entry:
                0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0,
                0, 0, 0, 0,  // no further directory
            ])
    }

    /// Reads numbers of a TIFF file in its byte order. Only the first directory is read.
    private struct TIFFReader {
        let bytes: ArraySlice<UInt8>

        /// The position of the first directory.
        var firstDirectory: Int? {
            guard number(at: 2, bytes: 2) == 42 else { return nil }
            return number(at: 4, bytes: 4)
        }

        /// Returns the number at a position; `nil` beyond the end of the file.
        func number(at offset: Int, bytes count: Int) -> Int? {
            let order = bytes.prefix(2)
            let number = bytes.dropFirst(offset).prefix(count)
            guard number.count == count else { return nil }
            if order.elementsEqual("MM".utf8) { return number.reduce(0) { $0 << 8 | Int($1) } }
            if order.elementsEqual("II".utf8) { return number.reversed().reduce(0) { $0 << 8 | Int($1) } }
            return nil
        }
    }
}
