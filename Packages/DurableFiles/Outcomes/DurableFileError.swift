public import Foundation

/// The reason for which a change failed. The file then contains the old or the new value, never a mixture.
@nonexhaustive
public enum DurableFileError: Error, Hashable, Sendable {
    /// A system call failed. A later attempt may succeed.
    case unavailable(SystemError)
    /// The path or the file cannot be trusted. Nothing was read or written.
    case insecure(FileTrustFailure)
    /// The file is damaged. A write never replaces an unreadable file.
    case corrupt(Corruption)
}

extension DurableFileError: LocalizedError {
    /// The next step for the user, in English.
    public var errorDescription: String? {
        switch self {
        case .unavailable(let error): error.errorDescription
        case .insecure(let insecurity): insecurity.errorDescription
        case .corrupt(let corruption): corruption.errorDescription
        }
    }
}
