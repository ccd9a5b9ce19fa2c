import Foundation

/// JPEG files composed by hand: complete files, with further data on request.
enum SampleJPEG {
    static let start: [UInt8] = [0xFF, 0xD8]
    static let end: [UInt8] = [0xFF, 0xD9]
    static let jfif = segment(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0])
    static let table = segment(0xDB, [0] + Array(repeating: 1, count: 64))
    static let huffman = segment(0xC4, [0x00, 1] + Array(repeating: 0, count: 15) + [0])
    static let frame = frame(width: 1, height: 1)
    static let progressiveFrame: [UInt8] = [0xFF, 0xC2] + frame.dropFirst(2)
    static let position = Array("GPS 37.8719 N 122.2585 W".utf8)

    static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let length = payload.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
    }

    static func frame(width: Int, height: Int) -> [UInt8] {
        segment(
            0xC0,
            [8, UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF), 1, 1, 0x11, 0])
    }

    /// A scan with a stuffed 0xFF in its data.
    static func scan(_ number: UInt8 = 0) -> [UInt8] {
        segment(0xDA, [1, 1, 0, 0, 63, 0]) + [number & 0x7F, 0xFF, 0x00, 0x12]
    }

    /// A picture with nothing beside it.
    static func plain(_ number: UInt8 = 0) -> [UInt8] {
        start + jfif + table + frame + huffman + scan(number) + end
    }

    /// An Exif block with an orientation, a camera, a position and a thumbnail.
    static func exif(orientation: UInt8, littleEndian: Bool = false) -> [UInt8] {
        func number(_ value: Int, _ bytes: Int) -> [UInt8] {
            let big = (0..<bytes).reversed().map { UInt8(value >> ($0 * 8) & 0xFF) }
            return littleEndian ? big.reversed() : big
        }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 4) + value
        }
        let directory =
            number(3, 2) + entry(0x010F, 2, 4, Array("Cam\0".utf8))
            + entry(0x0112, 3, 1, number(Int(orientation), 2) + [0, 0]) + entry(0x8825, 4, 1, number(50, 4))
            + number(0, 4)
        let tiff = Array((littleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + directory
        return segment(0xE1, Array("Exif\0\0".utf8) + tiff + position + plain(9))
    }

    /// The block that is left of an Exif block: the orientation alone.
    static func bareExif(orientation: UInt8) -> [UInt8] {
        segment(
            0xE1,
            Array("Exif\0\0MM\0*".utf8) + [
                0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
            ])
    }

    static let xmp = segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>".utf8) + position)
    static let iptc = segment(0xED, Array("Photoshop 3.0\0".utf8) + position)
    static let comment = segment(0xFE, position)
    static let furtherPictures = segment(0xE2, Array("MPF\0".utf8) + position)
    static let colourProfile = segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + Array("profile".utf8))
    static let adobe = segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1])

    /// A picture with all metadata that a phone and two programs add to a file.
    static func withMetadata(orientation: UInt8 = 6, littleEndian: Bool = false) -> [UInt8] {
        let thumbnail = segment(0xE0, Array("JFXX\0".utf8) + position)
        var fat = segment(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 1, 1] + [7, 7, 7])
        fat += exif(orientation: orientation, littleEndian: littleEndian) + thumbnail + xmp + iptc + furtherPictures
        return start + fat + colourProfile + adobe + comment + table + progressiveFrame + huffman + scan(1) + comment
            + huffman
            + [0xFF, 0xFF] + scan(2) + end + plain(3) + position
    }

    /// The picture of ``withMetadata(orientation:littleEndian:)`` after cleaning.
    static func cleaned(orientation: UInt8 = 6) -> [UInt8] {
        start + jfif + bareExif(orientation: orientation) + adobe + table + progressiveFrame + huffman + scan(1)
            + huffman + scan(2) + end
    }
}

/// PNG files put together by hand.
enum SamplePNG {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    static let end = chunk("IEND", [])
    static let position = SampleJPEG.position

    static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + payload
        return number(UInt32(payload.count)) + body + number(checksum(body))
    }

    static func header(width: UInt32 = 1, height: UInt32 = 1) -> [UInt8] {
        header(width, height, depth: 8, colourType: 0)
    }

    static func header(
        _ width: UInt32, _ height: UInt32, depth: UInt8, colourType: UInt8, isInterlaced: Bool = false
    ) -> [UInt8] {
        chunk("IHDR", number(width) + number(height) + [depth, colourType, 0, 0, isInterlaced ? 1 : 0])
    }

    /// Zeros in a block that is not compressed.
    static func zeros(_ count: Int) -> [UInt8] {
        let (low, high) = (UInt8(count & 0xFF), UInt8(count >> 8))
        return chunk(
            "IDAT", [0x78, 0x01, 0x01, low, high, ~low, ~high] + Array(repeating: 0, count: count + 4))
    }

    /// One grey pixel.
    static func data(_ number: UInt8 = 0) -> [UInt8] {
        chunk("IDAT", [0x78, 0x01, 0x01, 0x02, 0x00, 0xFD, 0xFF, 0x00, number, 0x00, number + 1, 0x00, number + 1])
    }

    /// The same in two chunks.
    static let halves: [UInt8] = {
        let stream = data().dropFirst(8).dropLast(4)
        return chunk("IDAT", Array(stream.prefix(7))) + chunk("IDAT", Array(stream.dropFirst(7)))
    }()

    static func plain(_ number: UInt8 = 0) -> [UInt8] { signature + header() + data(number) + end }

    /// A picture with the metadata that programs add.
    static func withMetadata() -> [UInt8] {
        let before = ["tEXt", "zTXt", "iTXt", "eXIf", "prVt", "dSIG", "sPLT", "iCCP"].flatMap { chunk($0, position) }
        let time = chunk("tIME", [7, 234, 11, 21, 18, 0, 0])
        return signature + header() + before + keptChunks + time + halves + chunk("tEXt", position) + end + plain()
            + position
    }

    /// The picture of ``withMetadata()`` after cleaning.
    static func cleaned() -> [UInt8] { signature + header() + keptChunks + halves + end }

    private static let keptChunks =
        chunk("gAMA", number(45_455)) + chunk("cHRM", Array(repeating: 1, count: 32)) + chunk("sRGB", [0])
        + chunk("pHYs", number(2_835) + number(2_835) + [1])
        + chunk("tRNS", [0, 0])

    private static func number(_ value: UInt32) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// Computes the checksum bit by bit, without the table that it verifies.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value = UInt32.max
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        return ~value
    }
}
