public import Foundation
import OrbitModels

/// What the first bytes of a file say it is. A name or a content type says nothing.
public enum PhotoFormat: String, Hashable, Sendable {
    case jpeg, png, heic, webp, gif, unknown

    /// Looks at no more than twelve bytes.
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

    /// The format of a photo that may be sent: JPEG or PNG, within the limit of bytes.
    ///
    /// - Parameter path: The field that failures name.
    public static func checked(_ photo: Data, at path: String = "photo") throws(ValidationError) -> PhotoFormat {
        guard !photo.isEmpty else { throw Fault(code: .empty).at(path) }
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

    public var isAccepted: Bool { self == .jpeg || self == .png }

    /// The media type to send it with; `nil` if it is not known.
    public var mediaType: String? { self == .unknown ? nil : "image/\(rawValue)" }

    private static let heicBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
}
