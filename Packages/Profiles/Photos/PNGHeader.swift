/// The header of a PNG file. Its colour type determines the chunks that the picture may have.
struct PNGHeader {
    private enum ColourType: UInt8 {
        case grey = 0, colour = 2, palette = 3, greyAlpha = 4, colourAlpha = 6

        var channels: Int {
            switch self {
            case .grey, .palette: 1
            case .greyAlpha: 2
            case .colour: 3
            case .colourAlpha: 4
            }
        }

        /// The allowed numbers of bits of one channel.
        var depths: Set<UInt8> {
            switch self {
            case .grey: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            case .colour, .greyAlpha, .colourAlpha: [8, 16]
            }
        }
    }

    /// The first column and row of each pass, and the steps to the next (W3C PNG, 8.2).
    private static let passes = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]

    private let width: Int
    private let height: Int
    private let depth: Int
    private let colourType: ColourType
    private let isInterlaced: Bool

    /// Reads the header; `nil` unless the chunk is the header of a picture that viewers show.
    init?(_ chunk: PNGChunk, in file: [UInt8]) {
        let payload = Array(file[chunk.payload])
        guard chunk.type == "IHDR", payload.count == 13, let type = ColourType(rawValue: payload[9]),
            type.depths.contains(payload[8]), payload[10] == 0, payload[11] == 0, payload[12] <= 1
        else { return nil }
        (width, height) = (
            payload[..<4].reduce(0) { $0 << 8 | Int($1) }, payload[4..<8].reduce(0) { $0 << 8 | Int($1) }
        )
        (depth, colourType, isInterlaced) = (Int(payload[8]), type, payload[12] == 1)
        guard PictureSize.isShown(width: width, height: height) else { return nil }
    }

    var needsPalette: Bool { colourType == .palette }

    /// Whether a palette is valid. A picture in colour may contain a suggested palette, for screens with few colours.
    var allowsPalette: Bool { colourType != .grey && colourType != .greyAlpha }

    /// The number of bytes that the image data inflates to: a filter and the pixels of each row.
    var dataSize: Int {
        guard isInterlaced else { return size(width, height) }
        return Self.passes.reduce(0) { sum, pass in
            let (left, top, across, down) = pass
            return sum + size((width - left + across - 1) / across, (height - top + down - 1) / down)
        }
    }

    private func size(_ columns: Int, _ rows: Int) -> Int {
        columns > 0 && rows > 0 ? rows * (1 + (columns * colourType.channels * depth + 7) / 8) : 0
    }

    /// Whether the chunk helps to show the picture, and has the length that its kind requires, so that it has no room
    /// for other data.
    func accepts(_ chunk: PNGChunk) -> Bool {
        let length = chunk.payload.count
        return switch chunk.type {
        case "IHDR": length == 13
        case "PLTE": needsPalette && length % 3 == 0 && (3...3 << depth).contains(length)
        case "IDAT": true
        case "IEND": length == 0
        case "tRNS":
            switch colourType {
            case .grey: length == 2
            case .colour: length == 6
            case .palette: (1...1 << depth).contains(length)
            case .greyAlpha, .colourAlpha: false
            }
        case "bKGD": length == (needsPalette ? 1 : colourType.channels < 3 ? 2 : 6)
        case "sBIT": length == (needsPalette ? 3 : colourType.channels)
        case "gAMA", "cICP": length == 4
        case "cHRM": length == 32
        case "sRGB": length == 1
        case "pHYs": length == 9
        default: false
        }
    }
}
