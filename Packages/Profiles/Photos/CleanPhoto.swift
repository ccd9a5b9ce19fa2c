public import Foundation
import OrbitModels
public import Validation

/// A JPEG or PNG photo without metadata: no place, no time, no camera, and no earlier version of the picture.
///
/// Creating a value cleans the photo, checks the result again, and throws if the photo cannot be cleaned. Cleaning a
/// clean photo changes nothing. Time and memory are linear in the size of the photo.
///
/// ```swift
/// let photo = try CleanPhoto(picked)      // a JPEG with a GPS position in it
/// try await service.uploadPhoto(photo)    // takes no other kind
/// ```
///
/// A clean photo keeps:
/// - the picture and its density
/// - the colour space of a PNG, if a chunk of fixed length states it (`sRGB`, `gAMA`, `cHRM` or `cICP`)
/// - the orientation of a JPEG, in an Exif segment that contains nothing else
///
/// It does not keep colour profiles (ICC), which have room for megabytes of other data. Viewers then assume sRGB, so
/// colours of another profile, such as the Display P3 of many phones, look paler. Convert such a photo to sRGB before
/// you clean it. A clean photo does not keep the orientation of a PNG either, which hardly any program writes. The
/// content of the picture is not examined: a street sign in it still reveals the street.
///
/// The image data of a PNG inflates to exactly the size of the picture. Each other chunk has the length that the colour
/// type requires. A JPEG keeps only the tables that a scan uses. The pixels themselves, and the coded data of a JPEG's
/// scans, still have room for hidden data.
public struct CleanPhoto: Hashable, Sendable {
    /// The bytes of the cleaned file.
    public let bytes: Data
    /// The format, which is JPEG or PNG.
    public let format: PhotoFormat

    /// Cleans a photo.
    ///
    /// - Parameters:
    ///   - photo: A JPEG or PNG file.
    ///   - path: The field that failures name.
    /// - Throws: A `ValidationError` if the photo is empty, too large, damaged, of another format, or cannot be
    ///   cleaned.
    public init(_ photo: Data, at path: String = "photo") throws(ValidationError) {
        guard !photo.isEmpty else { throw Self.refusal(.empty, at: path) }
        let format = PhotoFormat(sniffing: photo)
        switch format {
        case .jpeg: try self.init(JPEGFile.withoutMetadata([UInt8](photo)), ifClean: JPEGFile.isClean, at: path)
        case .png: try self.init(PNGFile.withoutMetadata([UInt8](photo)), ifClean: PNGFile.isClean, at: path)
        default: throw Self.refusal(.unsupportedFormat, at: path, ["format": .text(format.rawValue)])
        }
    }

    /// Cleans a photo on the global executor. A photo of 8 MiB would stop the main actor for too long.
    ///
    /// - Parameter photo: A JPEG or PNG file.
    @concurrent static func cleaned(_ photo: Data) async -> Result<CleanPhoto, ValidationError> {
        Result { () throws(ValidationError) in try CleanPhoto(photo) }
    }

    /// Accepts a cleaned file.
    ///
    /// - Parameters:
    ///   - cleaned: The cleaned file; `nil` if the photo could not be read.
    ///   - isClean: Whether a file is clean, decided from its bytes alone.
    ///   - path: The field that failures name.
    init(
        _ cleaned: [UInt8]?, ifClean isClean: ([UInt8]) -> Bool, at path: String
    ) throws(ValidationError) {
        guard let cleaned else { throw Self.refusal(.damaged, at: path) }
        guard isClean(cleaned) else { throw Self.refusal(.metadataRemains, at: path) }
        bytes = Data(cleaned)
        format = try PhotoFormat.checked(bytes, at: path)
    }

    private static func refusal(
        _ code: FailureCode, at path: String, _ parameters: [String: ParameterValue] = [:]
    ) -> ValidationError {
        .invalid([FieldFailure(path: path, code: code, parameters: parameters)])
    }
}

/// A limit for pictures, because a small file can inflate to a picture that does not fit in the memory of a phone.
enum PictureSize {
    private static let maxPixels = 100_000_000

    static func isShown(width: Int, height: Int) -> Bool {
        guard width > 0, height > 0 else { return false }
        let (pixels, isTooMany) = width.multipliedReportingOverflow(by: height)
        return !isTooMany && pixels <= maxPixels
    }
}
