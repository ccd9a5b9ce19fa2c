public import Foundation

/// Why the bytes of a file are not a record that this module wrote.
@nonexhaustive
public enum Corruption: Hashable, Sendable {
    /// The magic number is missing.
    case notARecord
    /// A newer version wrote it, or the version number is damaged.
    case unknownVersion(UInt16)
    /// Shorter or longer than its header says.
    case wrongLength
    /// The checksum does not match the contents.
    case wrongChecksum
    /// Larger than the caller's size limit; not read.
    case oversized
    /// No generation can follow this one.
    case exhaustedGeneration
}

extension Corruption: LocalizedError {
    /// What to do next, in English.
    public var errorDescription: String? {
        switch self {
        case .unknownVersion(let version):
            "The file has the unknown format version \(version). Update the app, or set the file aside."
        case .notARecord, .wrongLength, .wrongChecksum, .oversized, .exhaustedGeneration:
            "The file is damaged. Set it aside and start anew, or restore it from a backup."
        }
    }
}
