public import Foundation

/// The reason for which a file or a directory on its path cannot be trusted with a secret.
@nonexhaustive
public enum FileTrustFailure: Hashable, Sendable {
    /// The path is relative, has an invalid component, or ends in a file name that this module reserves.
    ///
    /// A component is invalid if it is empty, `.`, `..` or too long, or if it contains a NUL.
    case malformedPath
    /// A component of the path is a link or a file instead of a directory.
    case notADirectory(String)
    /// The file is a symbolic link.
    case symbolicLink(String)
    /// The file is a directory, FIFO, socket or device.
    case notARegularFile(String)
    /// Another user (by user id) owns the file or a directory on the path.
    case foreignOwner(String, user: UInt32)
    /// Other users may replace the files in the directory, regardless of the modes of these files.
    case writableByOthers(String, mode: UInt32)
    /// Other users have access. Only the owner may have access.
    case notPrivate(String, mode: UInt32)
    /// The file has another name (hard link), possibly in a directory that others can read.
    case hardLinked(String)
}

extension FileTrustFailure: LocalizedError {
    /// The next step for the user, in English.
    public var errorDescription: String? {
        switch self {
        case .malformedPath:
            "This path does not work. Use an absolute path without “.” and “..”."
        case .notADirectory(let name):
            "“\(name)” is not a directory of its own. Use the path that the link leads to."
        case .symbolicLink(let name):
            "“\(name)” is a symbolic link. Find out who made it, then remove it."
        case .notARegularFile(let name):
            "“\(name)” is not a regular file. Find out who made it, then remove it."
        case .foreignOwner(let name, let user):
            "“\(name)” belongs to another user (id \(user)). Choose a directory of your own."
        case .writableByOthers(let name, let mode):
            "Others can write to “\(name)” (mode \(octal(mode))). Run chmod go-w on it."
        case .notPrivate(let name, let mode):
            "Others have access to “\(name)” (mode \(octal(mode))). Run chmod go-rwx on it."
        case .hardLinked(let name):
            "“\(name)” has a second name (a hard link) elsewhere. Find it and remove it."
        }
    }

    private func octal(_ mode: UInt32) -> String { String(mode, radix: 8) }
}
