public import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// What the operating system answered instead of doing as asked: an `errno`.
public struct SystemError: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    public static let diskFull = SystemError(rawValue: ENOSPC)
    public static let quotaReached = SystemError(rawValue: EDQUOT)
    public static let readOnly = SystemError(rawValue: EROFS)
    public static let notPermitted = SystemError(rawValue: EPERM)
    public static let accessDenied = SystemError(rawValue: EACCES)
    public static let tooManyOpenFiles = SystemError(rawValue: EMFILE)
    public static let deviceFailed = SystemError(rawValue: EIO)
    public static let interrupted = SystemError(rawValue: EINTR)
    public static let notFound = SystemError(rawValue: ENOENT)
    public static let alreadyExists = SystemError(rawValue: EEXIST)
    /// The payload is larger than the file's limit.
    public static let tooLarge = SystemError(rawValue: EFBIG)
    /// Another holder kept the lock for longer than the caller's patience.
    public static let busy = SystemError(rawValue: EWOULDBLOCK)

    package static let isDirectory = SystemError(rawValue: EISDIR)
    package static let notADirectory = SystemError(rawValue: ENOTDIR)
    package static let tooManyLinks = SystemError(rawValue: ELOOP)
    package static let noSuchDevice = SystemError(rawValue: ENXIO)
    package static let badDescriptor = SystemError(rawValue: EBADF)

    /// The calling thread's error, just after a call that failed.
    static var last: SystemError { SystemError(rawValue: errno) }
}

extension SystemError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .diskFull, .quotaReached: "The disk is full. Free some space and try again."
        case .readOnly: "The disk is read-only. Remount it for writing, or choose another directory."
        case .notPermitted, .accessDenied: "The system denied access. Check who owns the file and its directories."
        case .tooManyOpenFiles: "Too many files are open. Close some and try again."
        case .deviceFailed: "The disk reported a failure. Check its health before trusting it with anything."
        case .notFound: "A directory on the path does not exist. Create it, or choose another one."
        case .tooLarge: "There is more to keep than the file may hold. Keep less."
        case .busy: "Another process is using the file. Try again in a moment."
        default: "The system reported error \(rawValue). Try again."
        }
    }
}
