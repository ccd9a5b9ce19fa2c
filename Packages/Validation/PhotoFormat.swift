public import Foundation
import OrbitModels

/// An image format, detected from the first bytes of a file. The name and content type of the file are not trusted.
public enum PhotoFormat: String, Hashable, Sendable {
    /// The detected format; `unknown` for all other files.
    case jpeg, png, heic, webp, gif, unknown

    /// Detects the format from at most the first 12 bytes.
    public init(sniffing bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(12))
        func has(_ signature: [UInt8], at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: signature) }
        if has([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) {
            self = .webp
        } else if has(Array("GIF8".utf8)) {
            self = .gif
        } else if has(Array("ftyp".utf8), at: 4), Self.heicBrands.contains(where: { has(Array($0.utf8), at: 8) }) {
            self = .heic
        } else {
            self = .unknown
        }
    }

    /// Returns the format of a photo that may be uploaded: JPEG or PNG within ``Limits/photoBytes``. Only the first
    /// bytes are checked.
    ///
    /// - Parameters:
    ///   - photo: The bytes of the file.
    ///   - path: The path of the field in failures.
    /// - Throws: `ValidationError.invalid` with all reasons.
    public static func checked(_ photo: Data, at path: String = "photo") throws(ValidationError) -> PhotoFormat {
        guard !photo.isEmpty else { throw RuleViolation(code: .empty).at(path) }
        let format = PhotoFormat(sniffing: photo)
        var failures: [FieldFailure] = []
        if !format.isAccepted {
            failures.append(
                FieldFailure(path: path, code: .unsupportedFormat, parameters: ["format": .text(format.rawValue)]))
        }
        if photo.count > Limits.photoBytes {
            let parameters: [String: ParameterValue] = [
                "max": .integer(Limits.photoBytes), "actual": .integer(photo.count),
            ]
            failures.append(FieldFailure(path: path, code: .tooManyBytes, parameters: parameters))
        }
        guard failures.isEmpty else { throw .invalid(failures) }
        return format
    }

    /// Whether photos of this format may be uploaded.
    public var isAccepted: Bool { self == .jpeg || self == .png }

    /// The media type for `Content-Type`; `nil` for an unknown format.
    public var mediaType: String? { self == .unknown ? nil : "image/\(rawValue)" }

    private static let heicBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
}

/// The bytes of a photo with their media type, for example for the `Content-Type` of a page.
public struct PhotoImage: Hashable, Sendable {
    /// The encoded image.
    public let bytes: Data
    /// The media type: `image/jpeg`, `image/png` or that of another known format. It is `application/octet-stream` for
    /// an unknown format.
    public let mediaType: String

    /// Creates an image, with the media type detected from the first bytes.
    public init(_ bytes: Data) {
        self.bytes = bytes
        mediaType = PhotoFormat(sniffing: bytes).mediaType ?? "application/octet-stream"
    }
}
