#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension GroupCommit {
    /// The identity of the file at a path: its inode number. SQLite continues to write to a file that was removed or
    /// replaced, and those writes are lost.
    struct FileIdentityCheck: Sendable {
        private let path: String
        private let number: UInt64?

        init(path: String) {
            self.path = path
            number = Self.number(at: path)
        }

        /// Whether the path still refers to the same file as at initialization.
        var isInPlace: Bool { number != nil && Self.number(at: path) == number }

        private static func number(at path: String) -> UInt64? {
            var status = stat()
            return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
        }
    }
}
