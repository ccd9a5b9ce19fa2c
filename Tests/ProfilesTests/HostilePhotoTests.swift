import Foundation
import OrbitModels
import Testing
import Validation

@testable import Profiles

@Suite struct HostilePhotoTests {
    private static let files = [SampleJPEG.withMetadata(), SamplePNG.withMetadata()]

    /// Files with little beside the picture, because each byte is changed in many ways.
    private static let smallFiles = [
        SampleJPEG.start + SampleJPEG.bareExif(orientation: 6) + SampleJPEG.comment + SampleJPEG.frame
            + SampleJPEG.huffman + SampleJPEG.scan() + SampleJPEG.end,
        SamplePNG.signature + SamplePNG.header() + SamplePNG.chunk("tEXt", [1, 2]) + SamplePNG.data() + SamplePNG.end,
    ]

    @Test(arguments: files) func `a file cut off anywhere is refused or gives its clean photo`(file: [UInt8]) throws {
        let whole = try CleanPhoto(Data(file))
        for length in 0..<file.count {
            let cut = Data(file.prefix(length))
            do throws(ValidationError) {
                #expect(try CleanPhoto(cut) == whole)
            } catch {
                #expect([.empty, .unsupportedFormat, .damaged].contains(error.failures.first?.code))
            }
        }
    }

    @Test(arguments: smallFiles) func `a file with a changed byte is refused or becomes a clean photo`(file: [UInt8]) {
        var changed = file
        for index in file.indices {
            for value in [0, 1, 0x7F, 0x80, 0xD9, 0xDA, 0xE1, 0xFE, 0xFF, file[index] ^ 1, file[index] ^ 0x20]
                as [UInt8]
            {
                changed[index] = value
                expectCleanOrRefused(changed)
            }
            changed[index] = file[index]
        }
    }

    @Test(arguments: smallFiles) func `a missing or repeated byte leads to a refusal or a clean photo`(file: [UInt8]) {
        for index in file.indices {
            var changed = file
            changed.remove(at: index)
            expectCleanOrRefused(changed)
            changed = file
            changed.insert(file[index], at: index)
            expectCleanOrRefused(changed)
        }
    }

    private static let noJPEGs: [[[UInt8]]] = {
        let (frame, scan) = (SampleJPEG.frame, SampleJPEG.scan())
        let whole = [SampleJPEG.table, frame, SampleJPEG.huffman, scan]
        return [
            [], [frame], [scan], [scan, frame], [frame, frame, scan],
            [SampleJPEG.frame(width: 0, height: 1), scan], [SampleJPEG.frame(width: 65_535, height: 65_535), scan],
            // Lengths that do not cover their own bytes, or that are wrong.
            [[0xFF, 0xE1, 0, 0]] + whole, [[0xFF, 0xE1, 0, 1]] + whole, [[0xFF, 0xE1, 0xFF, 0xFF]] + whole,
            // Tables that are longer or shorter than they say.
            [SampleJPEG.segment(0xDB, [])] + whole,
            [SampleJPEG.segment(0xDB, Array(repeating: 0, count: 66))] + whole,
            [SampleJPEG.segment(0xC4, [0] + Array(repeating: 255, count: 16))] + whole,
            [SampleJPEG.segment(0xDD, SampleJPEG.position)] + whole,
            // A second beginning, a marker of no segment, an arithmetic coder's table.
            [SampleJPEG.start] + whole, [[0xFF, 0x01]] + whole, [SampleJPEG.segment(0xCC, [0, 0])] + whole,
            [Array(repeating: 0xFF, count: 100_000)],
        ]
    }()

    private static let noPNGs: [[[UInt8]]] = {
        let (header, data) = (SamplePNG.header(), SamplePNG.data())
        let gamma = SamplePNG.chunk("gAMA", [0, 0, 0, 1])
        return [
            [], [header], [data, header], [gamma, header, data], [header, data, gamma, data],
            [SamplePNG.header(width: 0), data], [SamplePNG.header(width: .max, height: .max), data],
            [header, SamplePNG.chunk("MYST", []), data], [header, SamplePNG.chunk("PLTE", [1, 2]), data],
            [header, data, SamplePNG.chunk("PLTE", [1, 2, 3])], [header, SamplePNG.chunk("te t", []), data],
            [[0xFF, 0xFF, 0xFF, 0xFF] + Array("IHDR".utf8), header, data],
        ]
    }()

    @Test func `a file without a picture is refused`() {
        for parts in Self.noJPEGs {
            let file = SampleJPEG.start + parts.flatMap(\.self) + SampleJPEG.end
            #expect(CleanPhotoTests.code(refusing: Data(file)) == .damaged, "\(file.prefix(100))")
        }
        for parts in Self.noPNGs {
            let file = SamplePNG.signature + parts.flatMap(\.self) + SamplePNG.end
            #expect(CleanPhotoTests.code(refusing: Data(file)) == .damaged, "\(file.prefix(100))")
        }
        let endless = SampleJPEG.start + SampleJPEG.frame + SampleJPEG.scan()
        #expect(CleanPhotoTests.code(refusing: Data(endless)) == .damaged)
    }

    @Test func `a chunk with a wrong checksum is refused if kept, and ignored if dropped`() throws {
        var text = SamplePNG.chunk("tEXt", SamplePNG.position)
        text[text.count - 1] ^= 1
        let file = SamplePNG.signature + SamplePNG.header() + text + SamplePNG.data() + SamplePNG.end
        #expect(try Array(CleanPhoto(Data(file)).bytes) == SamplePNG.plain())
        var gamma = SamplePNG.chunk("gAMA", [0, 0, 0, 1])
        gamma[gamma.count - 1] ^= 1
        let broken = SamplePNG.signature + SamplePNG.header() + gamma + SamplePNG.data() + SamplePNG.end
        #expect(CleanPhotoTests.code(refusing: Data(broken)) == .damaged)
    }

    @Test func `a chunk that is longer than its kind allows is dropped`() throws {
        let gamma = SamplePNG.chunk("gAMA", SamplePNG.position)
        let file = SamplePNG.signature + SamplePNG.header() + gamma + SamplePNG.data() + SamplePNG.end
        #expect(try Array(CleanPhoto(Data(file)).bytes) == SamplePNG.plain())
    }

    @Test func `very long lists of empty segments or chunks are refused as damaged`() {
        let segments = Array(repeating: SampleJPEG.segment(0xE1, []), count: 200_000).flatMap(\.self)
        #expect(CleanPhotoTests.code(refusing: Data(SampleJPEG.start + segments)) == .damaged)
        let chunks = Array(repeating: SamplePNG.chunk("tEXt", []), count: 100_000).flatMap(\.self)
        #expect(CleanPhotoTests.code(refusing: Data(SamplePNG.signature + SamplePNG.header() + chunks)) == .damaged)
    }

    /// Expects a refusal, or a result that is clean, is unchanged by a second cleaning, and contains no position.
    private func expectCleanOrRefused(_ file: [UInt8], at location: SourceLocation = #_sourceLocation) {
        do throws(ValidationError) {
            let photo = try CleanPhoto(Data(file))
            let bytes = Array(photo.bytes)
            let isClean = photo.format == .jpeg ? JPEGFile.isClean(bytes) : PNGFile.isClean(bytes)
            let again = try CleanPhoto(photo.bytes)
            if !isClean || again != photo {
                Issue.record("not clean: \(bytes)", sourceLocation: location)
            }
        } catch {
            let codes: [FailureCode?] = [.damaged, .unsupportedFormat]
            if !codes.contains(error.failures.first?.code) {
                Issue.record("refused for \(error.failures)", sourceLocation: location)
            }
        }
    }
}
