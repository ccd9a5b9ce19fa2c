import Foundation
import OrbitModels
import Testing
import Validation

@testable import Profiles

/// The space for other data in the parts of a photo that contain the picture.
@Suite struct PhotoDataTests {
    private static func png(_ parts: [UInt8]...) -> [UInt8] {
        SamplePNG.signature + parts.flatMap(\.self) + SamplePNG.end
    }

    private static func code(refusing file: [UInt8]) -> FailureCode? { CleanPhotoTests.code(refusing: Data(file)) }

    private static let stream = Array(SamplePNG.data().dropFirst(8).dropLast(4))

    // MARK: Image data of a PNG

    @Test func `image data of another size than the header states is refused`() {
        for count in [0, 1, 3, 100] {
            #expect(Self.code(refusing: Self.png(SamplePNG.header(), SamplePNG.zeros(count))) == .damaged, "\(count)")
        }
        #expect(Self.code(refusing: Self.png(SamplePNG.header(), SamplePNG.zeros(2))) == nil)
    }

    @Test(
        arguments: [
            (1, 0, 9 * 4), (2, 0, 9 * 6), (8, 0, 9 * 18), (16, 0, 9 * 35), (8, 2, 9 * 52), (16, 2, 9 * 103),
            (8, 4, 9 * 35), (16, 4, 9 * 69), (8, 6, 9 * 69), (16, 6, 9 * 137),
        ] as [(UInt8, UInt8, Int)])
    func `the size of image data follows from depth and colour type`(_ depth: UInt8, _ type: UInt8, _ size: Int) {
        let header = SamplePNG.header(17, 9, depth: depth, colourType: type)
        #expect(Self.code(refusing: Self.png(header, SamplePNG.zeros(size))) == nil)
        for wrong in [size - 1, size + 1] {
            #expect(Self.code(refusing: Self.png(header, SamplePNG.zeros(wrong))) == .damaged)
        }
    }

    @Test func `an interlaced picture has seven passes, of which small pictures lack some`() {
        // Rows and bytes of each pass, counted by hand for 5 by 3 grey pixels of eight bits.
        let sizes = [(1, 1, 2), (5, 3, 2 + 2 + 2 + 4 + 2 * 3 + 6), (8, 8, 2 + 2 + 3 + 2 * 3 + 2 * 5 + 4 * 5 + 4 * 9)]
        for (width, height, size) in sizes {
            let header = SamplePNG.header(UInt32(width), UInt32(height), depth: 8, colourType: 0, isInterlaced: true)
            #expect(Self.code(refusing: Self.png(header, SamplePNG.zeros(size))) == nil, "\(width) \(height)")
            #expect(Self.code(refusing: Self.png(header, SamplePNG.zeros(size + 1))) == .damaged)
        }
    }

    @Test func `bytes after the stream, within its chunk or in another, are refused`() {
        let hidden = SamplePNG.position
        for file in [
            Self.png(SamplePNG.header(), SamplePNG.chunk("IDAT", Self.stream + hidden)),
            Self.png(SamplePNG.header(), SamplePNG.data(), SamplePNG.chunk("IDAT", hidden)),
            Self.png(SamplePNG.header(), SamplePNG.chunk("IDAT", hidden)),
            Self.png(SamplePNG.header(), SamplePNG.chunk("IDAT", [])),
        ] { #expect(Self.code(refusing: file) == .damaged) }
        #expect(Self.code(refusing: Self.png(SamplePNG.header(), SamplePNG.halves)) == nil)
    }

    /// Streams that zlib has produced with levels 0 to 9, its strategies, and flushes in between, by size.
    @Test func `zlib streams are accepted, and truncated or extended streams are refused`() throws {
        for (text, size) in ZlibSamples.all {
            let stream = [UInt8](try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters)))
            #expect(ZlibStream.isStream(stream, of: size), "\(size)")
            for wrong in [0, size - 1, size + 1] { #expect(!ZlibStream.isStream(stream, of: wrong)) }
            for count in stride(from: 0, to: stream.count, by: max(1, stream.count / 97)) {
                #expect(!ZlibStream.isStream(Array(stream.prefix(count)), of: size))
            }
            #expect(!ZlibStream.isStream(stream + [0], of: size))
            // A changed stream causes no read beyond its end, and no endless loop.
            for place in stride(from: 0, to: stream.count, by: max(1, stream.count / 300)) {
                var changed = stream
                changed[place] ^= 1 << UInt8(place % 8)
                _ = ZlibStream.isStream(changed, of: size)
            }
            // A changed header is refused. The checksum at the end is not compared.
            for place in [0, 1] + (stream.count - 4..<stream.count) {
                var changed = stream
                changed[place] ^= 1 << UInt8(place < 2 ? place : place % 8)
                #expect(ZlibStream.isStream(changed, of: size) == (place >= 2), "\(size), \(place)")
            }
        }
    }

    // MARK: Chunks by colour type

    @Test(
        arguments: [
            (0, "tRNS", 2), (2, "tRNS", 6), (0, "bKGD", 2), (2, "bKGD", 6), (6, "bKGD", 6), (4, "bKGD", 2),
            (0, "sBIT", 1),
            (2, "sBIT", 3), (4, "sBIT", 2), (6, "sBIT", 4),
        ] as [(UInt8, String, Int)])
    func `a chunk of another length than the colour type allows is dropped`(
        _ type: UInt8, _ name: String, _ length: Int
    ) throws {
        let channels = [0: 1, 2: 3, 4: 2, 6: 4][Int(type)] ?? 0
        let (header, data) = (SamplePNG.header(1, 1, depth: 8, colourType: type), SamplePNG.zeros(1 + channels))
        for count in 1...8 {
            let chunk = SamplePNG.chunk(name, Array(repeating: 1, count: count))
            let cleaned = try Array(CleanPhoto(Data(Self.png(header, chunk, data))).bytes)
            #expect(cleaned == (count == length ? Self.png(header, chunk, data) : Self.png(header, data)), "\(count)")
        }
    }

    @Test func `transparency is dropped from a picture that has it in its pixels`() throws {
        let (header, data) = (SamplePNG.header(1, 1, depth: 8, colourType: 6), SamplePNG.zeros(5))
        for count in 1...6 {
            let chunk = SamplePNG.chunk("tRNS", Array(repeating: 1, count: count))
            #expect(try Array(CleanPhoto(Data(Self.png(header, chunk, data))).bytes) == Self.png(header, data))
        }
    }

    @Test func `a palette fits the bit depth of its picture, and only pictures that need it keep it`() throws {
        let (header, data) = (SamplePNG.header(1, 1, depth: 2, colourType: 3), SamplePNG.zeros(2))
        func palette(_ count: Int) -> [UInt8] { SamplePNG.chunk("PLTE", Array(repeating: 7, count: count)) }
        for count in [3, 12] { #expect(Self.code(refusing: Self.png(header, palette(count), data)) == nil) }
        for count in [0, 2, 15, 768] {
            #expect(Self.code(refusing: Self.png(header, palette(count), data)) == .damaged)
        }
        #expect(Self.code(refusing: Self.png(header, data)) == .damaged)
        let (colour, pixels) = (SamplePNG.header(1, 1, depth: 8, colourType: 2), SamplePNG.zeros(4))
        #expect(
            try Array(CleanPhoto(Data(Self.png(colour, palette(768), pixels))).bytes) == Self.png(colour, pixels))
        #expect(Self.code(refusing: Self.png(SamplePNG.header(), palette(3), SamplePNG.data())) == .damaged)
    }

    // MARK: Scans of a JPEG

    /// A picture of three components, the first sampled twice as often in both directions, with a restart after every two
    /// units.
    private static func jpeg(_ width: Int, _ height: Int, _ scan: [UInt8], restarts: [UInt8], interval: UInt8? = 2)
        -> [UInt8]
    {
        var frame = Array(SampleJPEG.frame(width: width, height: height).dropLast(4).dropFirst(4))
        frame += [3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]
        var head: [UInt8] = [UInt8(scan.count)]
        for component in scan { head += [component, 0x00] }
        head += [0, 63, 0]
        var data: [UInt8] = []
        for number in restarts { data += [0x12, 0xFF, 0x00, 0xFF, 0xFF, 0xD0 + number] }
        var file = SampleJPEG.start + SampleJPEG.table + SampleJPEG.segment(0xC0, frame)
        if let interval { file += SampleJPEG.segment(0xDD, [0, interval]) }
        file += SampleJPEG.huffman + SampleJPEG.segment(0xDA, head) + data
        return file + [0x12] + SampleJPEG.end
    }

    @Test func `restarts in a scan are numbered in order, and no more than the picture has units for`() {
        // 33 by 17 pixels are 3 by 2 squares of 16 by 16 pixels. The first component has 5 by 3 blocks, and each other
        // component has 3 by 2 blocks.
        for (scan, most) in [([1, 2, 3], 2), ([1], 7), ([2], 2)] as [([UInt8], Int)] {
            let right = (0...most).map { count in (0..<count).map { UInt8($0 % 8) } }
            for restarts in right {
                #expect(Self.code(refusing: Self.jpeg(33, 17, scan, restarts: restarts)) == nil)
            }
            let tooMany = right[most] + [UInt8(most % 8)]
            #expect(Self.code(refusing: Self.jpeg(33, 17, scan, restarts: tooMany)) == .damaged)
        }
        for wrong: [UInt8] in [[1], [0, 0], [0, 2]] {
            #expect(Self.code(refusing: Self.jpeg(33, 17, [1], restarts: wrong)) == .damaged)
        }
        // The numbers begin again after 7.
        let many = (0..<20).map { UInt8($0 % 8) }
        #expect(Self.code(refusing: Self.jpeg(160, 160, [1], restarts: many)) == nil)
        // Without an interval there are no restarts.
        for interval: UInt8? in [nil, 0] {
            #expect(Self.code(refusing: Self.jpeg(33, 17, [1], restarts: [], interval: interval)) == nil)
            #expect(Self.code(refusing: Self.jpeg(33, 17, [1], restarts: [0], interval: interval)) == .damaged)
        }
    }

    @Test func `a scan of a component that the frame does not have is refused`() {
        for scan: [UInt8] in [[4], [1, 4], [4, 5], [1, 2, 3, 4]] {
            #expect(Self.code(refusing: Self.jpeg(33, 17, scan, restarts: [])) == .damaged, "\(scan)")
        }
        let head = Self.plainHead + SampleJPEG.table + SampleJPEG.progressiveFrame + SampleJPEG.huffman
        let other = SampleJPEG.segment(0xDA, [2, 1, 0, 2, 0, 0, 0, 0]) + [0x12]
        #expect(Self.code(refusing: head + SampleJPEG.scan() + other + SampleJPEG.end) == .damaged)
    }

    // MARK: Repeated segments of a JPEG

    private static let plainHead = SampleJPEG.start + SampleJPEG.jfif
    private static let plainBody = Array(SampleJPEG.plain().dropFirst(plainHead.count))

    /// A segment of Adobe with five bytes of other data in its version and flags.
    private static func adobe(_ number: UInt8, transform: UInt8 = 1) -> [UInt8] {
        SampleJPEG.segment(0xEE, Array("Adobe".utf8) + [number, 1, 2, 3, 4, 5, transform])
    }

    @Test func `repeated Adobe segments become a single segment with the transform alone`() throws {
        let many: [UInt8] = (0..<200).flatMap { Self.adobe($0) }
        let file = Self.plainHead + many + Self.plainBody
        let kept = Self.plainHead + SampleJPEG.adobe + Self.plainBody
        #expect(try Array(CleanPhoto(Data(file)).bytes) == kept)
        #expect(JPEGFile.isClean(kept))
        #expect(!JPEGFile.isClean(Self.plainHead + Self.adobe(0) + Self.plainBody))
        #expect(!JPEGFile.isClean(Self.plainHead + SampleJPEG.adobe + SampleJPEG.adobe + Self.plainBody))
        // Viewers know no transform 3.
        let unknown = Self.plainHead + Self.adobe(0, transform: 3) + Self.adobe(1, transform: 0) + Self.plainBody
        let bare = SampleJPEG.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0])
        #expect(try Array(CleanPhoto(Data(unknown)).bytes) == Self.plainHead + bare + Self.plainBody)
    }

    @Test func `the last Adobe segment before the first scan is kept, and later segments are dropped`() throws {
        func bare(_ transform: UInt8) -> [UInt8] {
            SampleJPEG.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
        }
        for (first, last) in [(0, 1), (1, 0), (1, 2)] as [(UInt8, UInt8)] {
            let file = Self.plainHead + bare(first) + bare(last) + Self.plainBody
            #expect(try Array(CleanPhoto(Data(file)).bytes) == Self.plainHead + bare(last) + Self.plainBody)
        }
        let late: [UInt8] = Self.plainHead + Self.plainBody.dropLast(2) + bare(0) + SampleJPEG.end
        #expect(try Array(CleanPhoto(Data(late)).bytes) == SampleJPEG.plain())
        #expect(!JPEGFile.isClean(late))
    }

    @Test func `only restart intervals that change a scan are kept`() throws {
        func interval(_ units: UInt8) -> [UInt8] { SampleJPEG.segment(0xDD, [0, units]) }
        let (scan, end) = (SampleJPEG.scan(), SampleJPEG.end)
        let head = Self.plainHead + SampleJPEG.table + SampleJPEG.progressiveFrame + SampleJPEG.huffman
        let many: [UInt8] = (1...200).flatMap { interval($0) }
        let cases: [(file: [UInt8], kept: [UInt8])] = [
            (many + scan, interval(200) + scan),
            (interval(0) + scan, scan),
            (interval(7) + scan + interval(7) + scan, interval(7) + scan + scan),
            (interval(7) + scan + interval(0) + scan, interval(7) + scan + interval(0) + scan),
            (scan + many, scan),
        ]
        for (file, kept) in cases {
            #expect(try Array(CleanPhoto(Data(head + file + end)).bytes) == head + kept + end)
            #expect(JPEGFile.isClean(head + file + end) == (file == kept))
        }
    }

    @Test func `a sequential picture with a component in two scans is refused`() {
        let head = Self.plainHead + SampleJPEG.table + SampleJPEG.frame + SampleJPEG.huffman
        #expect(Self.code(refusing: head + SampleJPEG.scan() + SampleJPEG.end) == nil)
        #expect(Self.code(refusing: head + SampleJPEG.scan() + SampleJPEG.scan(1) + SampleJPEG.end) == .damaged)
    }

    @Test func `a progressive picture with more scans than encoders make is refused`() {
        let head = Self.plainHead + SampleJPEG.table + SampleJPEG.progressiveFrame
        for (count, code) in [(64, nil), (65, .damaged)] as [(Int, FailureCode?)] {
            let scans: [UInt8] = (0..<count).flatMap { SampleJPEG.huffman + SampleJPEG.scan(UInt8($0)) }
            #expect(Self.code(refusing: head + scans + SampleJPEG.end) == code, "\(count)")
        }
        // Two components in a scan of AC coefficients, which each name a table.
        var frame = Array(SampleJPEG.progressiveFrame.dropFirst(4).dropLast(4))
        frame += [2, 1, 0x11, 0, 2, 0x11, 0]
        let two = SampleJPEG.start + SampleJPEG.table + SampleJPEG.segment(0xC2, frame)
        func scan(_ first: UInt8) -> [UInt8] { SampleJPEG.segment(0xDA, [2, 1, 0, 2, 1, first, first, 0]) + [0x12] }
        #expect(Self.code(refusing: two + scan(0) + SampleJPEG.end) == nil)
        #expect(Self.code(refusing: two + scan(1) + SampleJPEG.end) == .damaged)
    }

    @Test func `a Huffman table of more than 256 words is refused`() {
        func file(_ words: Int) -> [UInt8] {
            var code = [UInt8](repeating: 0, count: 17) + [UInt8](repeating: 7, count: words)
            (code[15], code[16]) = (UInt8(words / 2), UInt8(words - words / 2))
            let head = Self.plainHead + SampleJPEG.table + SampleJPEG.frame
            return head + SampleJPEG.segment(0xC4, code) + SampleJPEG.scan() + SampleJPEG.end
        }
        #expect(Self.code(refusing: file(256)) == nil)
        #expect(Self.code(refusing: file(257)) == .damaged)
    }

    // MARK: Tables of a JPEG

    @Test func `a table that no scan uses is dropped`() throws {
        let other = SampleJPEG.segment(0xDB, [1] + Array(repeating: 9, count: 64))
        let replaced = SampleJPEG.segment(0xDB, [0] + Array(repeating: 9, count: 64))
        let code = SampleJPEG.segment(0xC4, [0x11, 1] + Array(repeating: 0, count: 15) + [0x41])
        let late = SampleJPEG.scan() + replaced + SampleJPEG.scan(1)
        let start = SampleJPEG.start + SampleJPEG.jfif
        let cases: [([[UInt8]], [[UInt8]])] = [
            ([other, SampleJPEG.table], [SampleJPEG.table]),
            ([replaced, replaced, SampleJPEG.table], [SampleJPEG.table]),
            ([SampleJPEG.table, code], [SampleJPEG.table]),
            (
                [SampleJPEG.segment(0xDB, Array(other.dropFirst(4) + SampleJPEG.table.dropFirst(4)))],
                [SampleJPEG.table]
            ),
        ]
        for (file, kept) in cases {
            let rest = SampleJPEG.frame + SampleJPEG.huffman + SampleJPEG.scan() + SampleJPEG.end
            let whole = start + file.flatMap(\.self) + rest
            #expect(try Array(CleanPhoto(Data(whole)).bytes) == start + kept.flatMap(\.self) + rest)
            #expect(!JPEGFile.isClean(whole))
        }
        let head = start + SampleJPEG.table + SampleJPEG.progressiveFrame + SampleJPEG.huffman
        #expect(
            try Array(CleanPhoto(Data(head + late + SampleJPEG.end)).bytes)
                == head + SampleJPEG.scan() + SampleJPEG.scan(1) + SampleJPEG.end)
    }

    @Test func `a progressive picture keeps the tables of each of its scans`() throws {
        func code(_ destination: UInt8, _ value: UInt8) -> [UInt8] {
            SampleJPEG.segment(0xC4, [destination, 1] + Array(repeating: 0, count: 15) + [value])
        }
        func scan(_ selectors: UInt8, _ first: UInt8, _ last: UInt8, _ approximation: UInt8) -> [UInt8] {
            SampleJPEG.segment(0xDA, [1, 1, selectors, first, last, approximation]) + [1, 2, 3]
        }
        let scans =
            code(0x00, 0) + scan(0x00, 0, 0, 0x01) + code(0x10, 1) + scan(0x00, 1, 63, 0x02) + code(0x10, 2)
            + scan(0x00, 1, 63, 0x21)
        let start = SampleJPEG.start + SampleJPEG.table + SampleJPEG.progressiveFrame
        let file = start + scans + scan(0x00, 0, 0, 0x10) + SampleJPEG.end
        #expect(try Array(CleanPhoto(Data(file)).bytes) == file)
        // The last scan refines, and reads no code.
        let redundant = start + scans + code(0x00, 3) + scan(0x00, 0, 0, 0x10) + SampleJPEG.end
        #expect(try Array(CleanPhoto(Data(redundant)).bytes) == file)
    }
}
