public import Foundation

/// The reason for which a file is not a record of this module.
@nonexhaustive
public enum Corruption: Hashable, Sendable {
    /// The magic number is missing.
    case notARecord
    /// A newer version wrote the file, or the version number is damaged.
    case unknownVersion(UInt16)
    /// The file is shorter or longer than its header specifies.
    case wrongLength
    /// The checksum does not match the contents.
    case wrongChecksum
    /// The file exceeds the caller's size limit. Its contents were not decoded.
    case oversized
    /// The generation is the highest number, so it cannot be increased.
    case exhaustedGeneration
}

extension Corruption: LocalizedError {
    /// The next step for the user, in English.
    public var errorDescription: String? {
        switch self {
        case .unknownVersion(let version):
            "The file has the unknown format version \(version). Update the app, or move the file away."
        case .notARecord, .wrongLength, .wrongChecksum, .oversized, .exhaustedGeneration:
            "The file is damaged. Move it away and start again, or restore it from a backup."
        }
    }
}
