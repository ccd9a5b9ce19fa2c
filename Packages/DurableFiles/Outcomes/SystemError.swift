public import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// An error of the operating system: an `errno`.
public struct SystemError: RawRepresentable, Hashable, Sendable {
    /// The `errno` value; differs between platforms.
    public let rawValue: Int32

    /// Wraps an `errno` value.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// `ENOSPC`: no space left.
    public static let diskFull = SystemError(rawValue: ENOSPC)
    /// `EDQUOT`: the user's quota is used up.
    public static let quotaReached = SystemError(rawValue: EDQUOT)
    /// `EROFS`: the file system is read-only.
    public static let readOnly = SystemError(rawValue: EROFS)
    /// `EPERM`: the operation is not permitted.
    public static let notPermitted = SystemError(rawValue: EPERM)
    /// `EACCES`: permission denied.
    public static let accessDenied = SystemError(rawValue: EACCES)
    /// `EMFILE`: the process has too many open files.
    public static let tooManyOpenFiles = SystemError(rawValue: EMFILE)
    /// `EIO`: input/output error.
    public static let deviceFailed = SystemError(rawValue: EIO)
    /// `EINTR`: a signal interrupted the call.
    public static let interrupted = SystemError(rawValue: EINTR)
    /// `ENOENT`: no such file or directory.
    public static let notFound = SystemError(rawValue: ENOENT)
    /// `EEXIST`: the name is taken.
    public static let alreadyExists = SystemError(rawValue: EEXIST)
    /// `EFBIG`: the payload exceeds the file's limit.
    public static let tooLarge = SystemError(rawValue: EFBIG)
    /// `EWOULDBLOCK`: another holder kept the lock longer than `lockTimeout`.
    public static let busy = SystemError(rawValue: EWOULDBLOCK)

    package static let isDirectory = SystemError(rawValue: EISDIR)
    package static let notADirectory = SystemError(rawValue: ENOTDIR)
    package static let tooManyLinks = SystemError(rawValue: ELOOP)
    package static let noSuchDevice = SystemError(rawValue: ENXIO)
    package static let badDescriptor = SystemError(rawValue: EBADF)

    /// The calling thread's error. Valid only immediately after a failed call.
    static var last: SystemError { SystemError(rawValue: errno) }
}

extension SystemError: LocalizedError {
    /// The next step for the user, in English.
    public var errorDescription: String? {
        switch self {
        case .diskFull, .quotaReached: "The disk is full. Free some space and try again."
        case .readOnly: "The disk is read-only. Remount it for writing, or choose another directory."
        case .notPermitted, .accessDenied: "The system denied access. Check who owns the file and its directories."
        case .tooManyOpenFiles: "Too many files are open. Close some and try again."
        case .deviceFailed: "The disk reported a failure. Check it before you store anything on it."
        case .notFound: "A directory on the path does not exist. Create it, or choose another one."
        case .tooLarge: "This is too large for the file. Store less."
        case .busy: "Another process is using the file. Try again in a moment."
        default: "The system reported error \(rawValue). Try again."
        }
    }
}
