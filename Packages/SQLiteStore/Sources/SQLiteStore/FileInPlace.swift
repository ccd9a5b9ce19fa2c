#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension GroupCommit {
    /// The file at a path, by its number: SQLite goes on writing to a file that was removed or replaced, and nothing of
    /// that is found again.
    struct FileInPlace: Sendable {
        private let path: String
        private let number: UInt64?

        init(path: String) {
            self.path = path
            number = Self.number(at: path)
        }

        /// Whether the file is still the one that stood at the path in the beginning.
        var isInPlace: Bool { number != nil && Self.number(at: path) == number }

        private static func number(at path: String) -> UInt64? {
            var status = stat()
            return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
        }
    }
}
