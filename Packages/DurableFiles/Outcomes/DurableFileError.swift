public import Foundation

/// Why a change was not acknowledged. The file then holds the old value or the new one, never a mixture.
@nonexhaustive
public enum DurableFileError: Error, Hashable, Sendable {
    /// The system would not do it now; it may later.
    case unavailable(SystemError)
    /// The path or the file cannot be trusted; nothing was read or written.
    case insecure(Insecurity)
    /// What is there is damaged, and a write never replaces what nobody could read.
    case corrupt(Corruption)
}

extension DurableFileError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .unavailable(let error): error.errorDescription
        case .insecure(let insecurity): insecurity.errorDescription
        case .corrupt(let corruption): corruption.errorDescription
        }
    }
}
