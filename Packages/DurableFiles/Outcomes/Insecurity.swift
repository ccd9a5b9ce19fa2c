public import Foundation

/// Why a file or a directory on the way to it cannot be trusted with a secret.
@nonexhaustive
public enum Insecurity: Hashable, Sendable {
    /// The path is relative, or a component is empty, `.`, `..`, too long or holds a NUL, or the file's name
    /// is one that this module gives to its own files.
    case malformedPath
    /// A link or a file stands where a directory should.
    case notADirectory(String)
    case symbolicLink(String)
    /// A directory, FIFO, socket or device stands where the file should.
    case notARegularFile(String)
    case foreignOwner(String, user: UInt32)
    /// Others may replace what the directory holds, whatever the modes inside.
    case writableByOthers(String, mode: UInt32)
    /// Only the owner may have any access.
    case notPrivate(String, mode: UInt32)
    /// The same file has another name, maybe in a directory that others can read.
    case hardLinked(String)
}

extension Insecurity: LocalizedError {
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
