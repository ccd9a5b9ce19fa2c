import DurableFiles
import Foundation

/// Why a token store could not be changed. The session stored before may still be there and valid.
@nonexhaustive
public enum TokenStoreError: Error, Hashable, Sendable {
    /// The store is not available now; it may be later.
    case unavailable(reason: String)
    /// The store cannot be trusted.
    case insecure(reason: String)
    /// The stored session cannot be read, so it was not replaced.
    case corrupt(reason: String)
}

extension TokenStoreError {
    init(_ error: DurableFileError) {
        switch error {
        case .unavailable(let error): self = .unavailable(reason: error.localizedDescription)
        case .insecure(let insecurity): self = .insecure(reason: insecurity.localizedDescription)
        case .corrupt(let corruption): self = .corrupt(reason: corruption.localizedDescription)
        }
    }
}
