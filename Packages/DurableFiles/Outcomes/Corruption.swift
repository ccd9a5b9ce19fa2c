public import Foundation

/// Why the bytes of a file are not a record that this module wrote.
@nonexhaustive
public enum Corruption: Hashable, Sendable {
    /// It does not begin as a record does.
    case notARecord
    /// A newer program wrote it, or the version is damaged.
    case unknownVersion(UInt16)
    /// Bytes are missing at the end, or there are more than the record has.
    case wrongLength
    case wrongChecksum
    /// Larger than the caller allows; it was not read.
    case oversized
    /// No generation can follow this one.
    case exhaustedGeneration
}

extension Corruption: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .unknownVersion(let version):
            "The file has the unknown format version \(version). Update the app, or set the file aside."
        case .notARecord, .wrongLength, .wrongChecksum, .oversized, .exhaustedGeneration:
            "The file is damaged. Set it aside and start anew, or restore it from a backup."
        }
    }
}
