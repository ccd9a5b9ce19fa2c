import Foundation
import OrbitModels
import Testing
import Validation

@testable import Profiles

@Suite struct CleanPhotoTests {
    @Test(arguments: [false, true]) func `a cleaned JPEG keeps only the picture, its colours and its orientation`(
        littleEndian: Bool
    ) throws {
        let photo = try CleanPhoto(Data(SampleJPEG.withMetadata(orientation: 6, littleEndian: littleEndian)))
        #expect(Array(photo.bytes) == SampleJPEG.cleaned(orientation: 6))
        #expect(photo.format == .jpeg)
        #expect(photo.bytes.firstRange(of: Data(SampleJPEG.position)) == nil)
    }

    @Test func `a file with metadata after cleaning is refused as a clean photo`() throws {
        let remains = ValidationError.invalid([FieldFailure(path: "photo", code: .metadataRemains)])
        let files: [(bytes: [UInt8], isClean: ([UInt8]) -> Bool)] = [
            (SampleJPEG.withMetadata(), JPEGFile.isClean),
            (
                SamplePNG.signature + SamplePNG.header() + SamplePNG.chunk("tEXt", SamplePNG.position)
                    + SamplePNG.data() + SamplePNG.end, PNGFile.isClean
            ),
        ]
        for file in files {
            #expect(throws: remains) { try CleanPhoto(file.bytes, ifClean: file.isClean, at: "photo") }
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt8>)
    func `an upright picture needs no Exif block, and a rotated picture keeps its orientation`(
        orientation: UInt8
    ) throws {
        let body = SampleJPEG.table + SampleJPEG.frame + SampleJPEG.scan() + SampleJPEG.end
        let photo = try CleanPhoto(Data(SampleJPEG.start + SampleJPEG.exif(orientation: orientation) + body))
        let block = orientation == 1 ? [] : SampleJPEG.bareExif(orientation: orientation)
        #expect(Array(photo.bytes) == SampleJPEG.start + block + body)
    }

    @Test func `an invalid orientation is removed with the remaining metadata`() throws {
        let count = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0xFF, 0xFF, 1, 0x12]
        let blocks = [
            SampleJPEG.exif(orientation: 0), SampleJPEG.exif(orientation: 9), SampleJPEG.segment(0xE1, count),
            SampleJPEG.segment(0xE1, Array("Exif\0\0MM\0*".utf8) + [0xFF, 0xFF, 0xFF, 0xFF]),
            SampleJPEG.segment(0xE1, Array("Exif\0\0".utf8)), SampleJPEG.segment(0xE1, Array("Exif\0\0XX\0*".utf8)),
            SampleJPEG.segment(0xE1, []),
        ]
        for block in blocks {
            let photo = try CleanPhoto(Data(SampleJPEG.start + block + SampleJPEG.plain().dropFirst(2)))
            #expect(Array(photo.bytes) == SampleJPEG.plain())
        }
    }

    @Test func `a cleaned PNG keeps only the picture, its colours and its density`() throws {
        let photo = try CleanPhoto(Data(SamplePNG.withMetadata()))
        #expect(Array(photo.bytes) == SamplePNG.cleaned())
        #expect(photo.format == .png)
    }

    @Test(arguments: [SampleJPEG.withMetadata(), SampleJPEG.plain(), SamplePNG.withMetadata(), SamplePNG.plain()])
    func `cleaning a clean file changes nothing`(file: [UInt8]) throws {
        let once = try CleanPhoto(Data(file))
        #expect(try CleanPhoto(once.bytes) == once)
    }

    @Test func `data that other programs add to a clean photo is detected`() throws {
        #expect(JPEGFile.isClean(SampleJPEG.plain()))
        #expect(JPEGFile.isClean(SampleJPEG.cleaned()))
        #expect(PNGFile.isClean(SamplePNG.cleaned()))
        #expect(!JPEGFile.isClean(SampleJPEG.withMetadata()))
        #expect(!PNGFile.isClean(SamplePNG.withMetadata()))
        let annexes = [
            SampleJPEG.exif(orientation: 6), SampleJPEG.exif(orientation: 1), SampleJPEG.xmp, SampleJPEG.iptc,
            SampleJPEG.comment, SampleJPEG.furtherPictures, SampleJPEG.colourProfile, SampleJPEG.jfif,
            SampleJPEG.bareExif(orientation: 1),
            SampleJPEG.segment(0xEE, Array("Adobe".utf8) + Array(repeating: 0, count: 8)), [0xFF],
        ]
        for annex in annexes {
            let file =
                SampleJPEG.start + SampleJPEG.jfif + annex + SampleJPEG.plain().dropFirst(2 + SampleJPEG.jfif.count)
            #expect(!JPEGFile.isClean(file))
        }
        #expect(!JPEGFile.isClean(SampleJPEG.plain() + [0]))
        #expect(!PNGFile.isClean(SamplePNG.plain() + [0]))
    }

    @Test func `megabytes of text in colour profiles are removed`() throws {
        let text = Array("meet me at the north gate ".utf8)
        let part = Array(repeating: text, count: 2_000).flatMap { $0 }
        var photo = SampleJPEG.start + SampleJPEG.jfif
        for number in 1...100 as ClosedRange<UInt8> {
            photo += SampleJPEG.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [number, 100] + part)
        }
        photo += SampleJPEG.plain().dropFirst(2 + SampleJPEG.jfif.count)
        #expect(Array(try CleanPhoto(Data(photo)).bytes) == SampleJPEG.plain())
        let picture =
            SamplePNG.signature + SamplePNG.header() + SamplePNG.chunk("iCCP", Array("text\0\0".utf8) + part)
            + SamplePNG.data() + SamplePNG.end
        #expect(Array(try CleanPhoto(Data(picture)).bytes) == SamplePNG.plain())
        #expect(!PNGFile.isClean(picture))
    }

    @Test func `a thumbnail inside a metadata segment is never mistaken for the picture`() throws {
        let nested = SampleJPEG.segment(0xE1, Array("Exif\0\0".utf8) + SampleJPEG.withMetadata())
        let file = SampleJPEG.start + nested + SampleJPEG.plain(5).dropFirst(2)
        #expect(try Array(CleanPhoto(Data(file)).bytes) == SampleJPEG.plain(5))
    }

    @Test(arguments: [
        (Data(), FailureCode.empty), (Data("GIF89a".utf8), .unsupportedFormat),
        (Data("<html>".utf8), .unsupportedFormat),
        (Data([0xFF, 0xD8, 0xFF]), .damaged), (Data(SamplePNG.signature), .damaged),
    ]) func `a file that is not a photo is refused with its reason`(file: Data, code: FailureCode) {
        #expect(Self.code(refusing: file) == code)
    }

    @Test func `a photo is measured after it is cleaned`() throws {
        let annex = (0..<150).flatMap { _ in SampleJPEG.segment(0xE1, Array(repeating: 0, count: 65_533)) }
        #expect(annex.count > Limits.photoBytes)
        let file = SampleJPEG.start + annex + SampleJPEG.plain().dropFirst(2)
        #expect(try Array(CleanPhoto(Data(file)).bytes) == SampleJPEG.plain())
        let picture = Array(SampleJPEG.plain().dropLast(2))
        let large = picture + Array(repeating: 1, count: Limits.photoBytes) + SampleJPEG.end
        #expect(Self.code(refusing: Data(large)) == .tooManyBytes)
    }

    @Test func `the failure names the field of the photo`() {
        do throws(ValidationError) {
            _ = try CleanPhoto(Data(), at: "photos[2]")
            Issue.record("an empty file was taken for a photo")
        } catch {
            #expect(error.failures.map(\.path) == ["photos[2]"])
        }
    }

    static func code(refusing file: Data) -> FailureCode? {
        do throws(ValidationError) {
            _ = try CleanPhoto(file)
            return nil
        } catch {
            return error.failures.first?.code
        }
    }
}
