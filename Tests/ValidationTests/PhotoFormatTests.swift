import Foundation
import OrbitModels
import Testing
import Validation

@Suite struct PhotoFormatTests {
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + "JFIF".bytes
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0]

    private static let samples: [([UInt8], PhotoFormat)] = [
        (jpeg, .jpeg), (png, .png),
        ("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 ".bytes, .webp), ("RIFF\u{1}\u{2}\u{3}\u{4}WAVE".bytes, .unknown),
        ("GIF89a".bytes, .gif),
        ("\0\0\0\u{18}ftypheic".bytes, .heic), ("\0\0\0\u{18}ftypmif1".bytes, .heic),
        ("\0\0\0\u{18}ftypisom".bytes, .unknown),
        ("<svg onload=alert(1)>".bytes, .unknown), ("photo.jpg".bytes, .unknown),
        ([0xFF, 0xD8], .unknown), (Array(png.prefix(7)), .unknown), ([], .unknown),
    ]

    @Test(arguments: samples)
    func `the first bytes determine the format`(bytes: [UInt8], format: PhotoFormat) {
        #expect(PhotoFormat(sniffing: bytes) == format)
    }

    @Test func `a JPEG or PNG within the limit is accepted`() throws {
        #expect(try PhotoFormat.checked(Data(Self.jpeg)) == .jpeg)
        #expect(try PhotoFormat.checked(Data(Self.png)).mediaType == "image/png")
        let slice = Data([1, 2, 3] + Self.jpeg).dropFirst(3)
        #expect(try PhotoFormat.checked(slice) == .jpeg)
        var largest = Data(Self.jpeg)
        largest.append(Data(count: Limits.photoBytes - largest.count))
        #expect(try PhotoFormat.checked(largest) == .jpeg)
    }

    @Test func `a photo of another format or size is refused with all reasons`() throws {
        func failures(_ data: Data) -> [FieldFailure] {
            do {
                _ = try PhotoFormat.checked(data, at: "photo")
                return []
            } catch {
                return error.failures
            }
        }
        #expect(failures(Data()) == [FieldFailure(path: "photo", code: .empty)])
        #expect(
            failures(Data("GIF89a".utf8))
                == [FieldFailure(path: "photo", code: .unsupportedFormat, parameters: ["format": "gif"])])
        let large = Data(count: Limits.photoBytes + 1)
        #expect(failures(large).map(\.code) == [.unsupportedFormat, .tooManyBytes])
        #expect(PhotoFormat.unknown.mediaType == nil)
    }
}

extension String {
    fileprivate var bytes: [UInt8] { Array(utf8) }
}
