import BackendRuntime
public import Foundation

/// Why an archive cannot be imported. Nothing of it was.
@nonexhaustive public enum ArchiveError: Error, Hashable, Sendable {
    /// It has more bytes than are read.
    case tooLarge(limit: Int)
    /// It is no JSON, names a member twice, or lacks what an archive has.
    case unreadable
    /// It is of another format, or of a version that is not known.
    case unsupported
    /// Something in a section is wrong: a value that no form would accept, something twice, or something that is not
    /// the person's own.
    case invalid(section: String)
    /// There is an account of this address or id already, or something in the store has an id of the archive.
    case taken(section: String)
    /// The account of the archive was erased here, and its erasure still runs. It would delete the imported records
    /// too. Import the archive again once `OrbitBackend.doDueWork()` has run.
    case erasing
}

extension ArchiveError: LocalizedError {
    /// What to do next, in English.
    public var errorDescription: String? {
        switch self {
        case .tooLarge(let limit): "The archive has more than \(limit) bytes. Choose the file that was exported."
        case .unreadable: "This is no whole archive. Choose the file that was exported."
        case .unsupported: "The archive is of another version. Export it anew."
        case .invalid(let section): "Something under \(section) was changed since the export. Export it anew."
        case .taken(let section): "What the archive has under \(section) exists already. Import it into a fresh store."
        case .erasing: "The earlier account is still being erased. Import the archive again in a minute."
        }
    }
}
