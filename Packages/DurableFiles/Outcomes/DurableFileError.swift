public import Foundation

/// Why a change failed. The file then holds the old value or the new, never a mixture.
@nonexhaustive
public enum DurableFileError: Error, Hashable, Sendable {
    /// The system refused; a later attempt may succeed.
    case unavailable(SystemError)
    /// The path or the file cannot be trusted; nothing was read or written.
    case insecure(Insecurity)
    /// The file is damaged; a write never replaces what could not be read.
    case corrupt(Corruption)
}

extension DurableFileError: LocalizedError {
    /// What to do next, in English.
    public var errorDescription: String? {
        switch self {
        case .unavailable(let error): error.errorDescription
        case .insecure(let insecurity): insecurity.errorDescription
        case .corrupt(let corruption): corruption.errorDescription
        }
    }
}
