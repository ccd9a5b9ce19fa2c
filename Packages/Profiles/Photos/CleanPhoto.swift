public import Foundation
import OrbitModels
public import Validation

/// A JPEG or PNG photo that holds what is needed to show it, and nothing else: not where or when it was
/// taken, by which camera, or how it looked before it was edited.
///
/// A value of this type was cleaned and checked again afterwards; a file that could not be cleaned is an
/// error. Cleaning what is clean changes nothing. Time and memory are linear in the size of the photo.
///
/// ```swift
/// let photo = try CleanPhoto(picked)      // a JPEG with a GPS position in it
/// try await service.uploadPhoto(photo)    // takes no other kind
/// ```
///
/// Kept are the picture, its density, and how a PNG names its colour space in a few bytes. Colour profiles (ICC) go: they
/// have room for megabytes of anything. Viewers then take the colours for sRGB, so those of a photo with another profile,
/// such as the Display P3 of many phones, look paler: convert it to sRGB before. The orientation of a JPEG is kept too, alone in an
/// Exif block of its own; that of a PNG, which hardly any program writes, is not. The picture itself is not
/// looked at: a street sign in it still tells the street.
///
/// The image data of a PNG inflates to exactly the size of the picture, and its other chunks are as long as its colour type
/// says. Of the tables of a JPEG those are kept that a scan uses. The pixels themselves, and the coded data of a JPEG's
/// scans, have room for hidden data all the same.
public struct CleanPhoto: Hashable, Sendable {
    /// The cleaned file.
    public let bytes: Data
    /// JPEG or PNG.
    public let format: PhotoFormat

    /// - Parameter path: the field that failures name.
    public init(_ photo: Data, at path: String = "photo") throws(ValidationError) {
        guard !photo.isEmpty else { throw Self.refusal(.empty, at: path) }
        let format = PhotoFormat(sniffing: photo)
        switch format {
        case .jpeg: try self.init(JPEGFile.withoutMetadata([UInt8](photo)), ifClean: JPEGFile.isClean, at: path)
        case .png: try self.init(PNGFile.withoutMetadata([UInt8](photo)), ifClean: PNGFile.isClean, at: path)
        default: throw Self.refusal(.unsupportedFormat, at: path, ["format": .text(format.rawValue)])
        }
    }

    /// - Parameters:
    ///   - cleaned: the cleaned file; `nil` if it could not be read.
    ///   - isClean: looks again, as if nothing had been done yet.
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

/// A small file can unfold to a picture that no phone has the memory to show.
enum PictureSize {
    private static let mostPixels = 100_000_000

    static func isShown(width: Int, height: Int) -> Bool {
        guard width > 0, height > 0 else { return false }
        let (pixels, isTooMany) = width.multipliedReportingOverflow(by: height)
        return !isTooMany && pixels <= mostPixels
    }
}
