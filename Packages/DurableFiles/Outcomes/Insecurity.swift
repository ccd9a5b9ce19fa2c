public import Foundation

/// Why a file or a directory on the way to it cannot be trusted with a secret.
@nonexhaustive
public enum Insecurity: Hashable, Sendable {
    /// The path is relative, or a component is empty, `.`, `..`, too long or contains a NUL, or the file's name is
    /// reserved by this module.
    case malformedPath
    /// A link or a file is in the place of a directory.
    case notADirectory(String)
    /// A symbolic link is in the place of the file.
    case symbolicLink(String)
    /// A directory, FIFO, socket or device is in the place of the file.
    case notARegularFile(String)
    /// Another user (by user id) owns the file or a directory on the path.
    case foreignOwner(String, user: UInt32)
    /// Other users may replace what the directory holds, whatever the modes inside.
    case writableByOthers(String, mode: UInt32)
    /// Other users have access; only the owner may.
    case notPrivate(String, mode: UInt32)
    /// The file has another name (hard link), possibly in a directory that others can read.
    case hardLinked(String)
}

extension Insecurity: LocalizedError {
    /// What to do next, in English.
    public var errorDescription: String? {
        switch self {
        case .malformedPath:
            "The path cannot be used. Give an absolute one without “.” and “..”."
        case .notADirectory(let name):
            "“\(name)” is not a directory of its own. Use the path that the link leads to."
        case .symbolicLink(let name):
            "“\(name)” is a symbolic link. Find out who made it, then remove it."
        case .notARegularFile(let name):
            "“\(name)” is not a regular file. Find out who made it, then remove it."
        case .foreignOwner(let name, let user):
            "“\(name)” belongs to another user (id \(user)). Choose a directory of your own."
        case .writableByOthers(let name, let mode):
            "Others may write to “\(name)” (mode \(octal(mode))). Run chmod go-w on it."
        case .notPrivate(let name, let mode):
            "Others have access to “\(name)” (mode \(octal(mode))). Run chmod go-rwx on it."
        case .hardLinked(let name):
            "“\(name)” has a second name elsewhere. Find it and remove it."
        }
    }

    private func octal(_ mode: UInt32) -> String { String(mode, radix: 8) }
}
