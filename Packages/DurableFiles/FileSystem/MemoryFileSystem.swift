import TimeAndChance

/// A file system in memory, for an app that stores nothing on disk. Its content ends with the last reference to it.
///
/// It checks the same names, locks and descriptors as a disk, and never fails for lack of space.
package final class MemoryFileSystem: FileSystem {
    package let effectiveUser: UInt32 = 1
    private let tree = LockedState(MemoryTree())

    /// Creates a file system with an empty root directory.
    package init() {}

    private func perform<Value>(
        _ body: (inout MemoryTree) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        let result = tree.withLock { tree -> Result<Value, SystemError> in
            do throws(SystemError) {
                return .success(try body(&tree))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    package func open(_ name: String, in directory: Int32?, for purpose: OpenPurpose) throws(SystemError) -> Int32 {
        try perform { tree throws(SystemError) in try tree.open(name, in: directory, for: purpose) }
    }

    package func makeDirectory(_ name: String, in directory: Int32) throws(SystemError) {
        try perform { tree throws(SystemError) in try tree.makeDirectory(name, in: directory) }
    }

    package func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
        try perform { tree throws(SystemError) in try tree.status(of: descriptor, owner: effectiveUser) }
    }

    package func status(of name: String, in directory: Int32) throws(SystemError) -> FileStatus {
        try perform { tree throws(SystemError) in try tree.status(of: name, in: directory, owner: effectiveUser) }
    }

    package func names(in directory: Int32) throws(SystemError) -> [String] {
        try perform { tree throws(SystemError) in try tree.names(in: directory) }
    }

    package func read(_ descriptor: Int32, upTo count: Int) throws(SystemError) -> [UInt8] {
        try perform { tree throws(SystemError) in try tree.read(descriptor, upTo: count) }
    }

    package func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) -> Int {
        try perform { tree throws(SystemError) in try tree.append(bytes, to: descriptor) }
    }

    package func setMode(_ mode: UInt32, of descriptor: Int32) throws(SystemError) {
        try perform { tree throws(SystemError) in try tree.setMode(mode, of: descriptor) }
    }

    package func truncate(_ descriptor: Int32, to length: Int) throws(SystemError) {
        try perform { tree throws(SystemError) in try tree.truncate(descriptor, to: length) }
    }

    /// Does nothing, because no content survives the process.
    package func synchronize(_ descriptor: Int32) throws(SystemError) {}

    package func rename(_ name: String, to newName: String, in directory: Int32) throws(SystemError) {
        try perform { tree throws(SystemError) in try tree.rename(name, to: newName, in: directory) }
    }

    package func unlink(_ name: String, in directory: Int32) throws(SystemError) {
        try perform { tree throws(SystemError) in try tree.unlink(name, in: directory) }
    }

    package func tryLock(_ descriptor: Int32, _ kind: LockKind) throws(SystemError) -> Bool {
        try perform { tree throws(SystemError) in try tree.tryLock(descriptor, kind) }
    }

    package func unlock(_ descriptor: Int32) {
        tree.withLock { $0.unlock(descriptor) }
    }

    package func close(_ descriptor: Int32) {
        tree.withLock { $0.close(descriptor) }
    }
}

extension PrivateDirectory {
    /// Creates a directory in memory, of which nothing is stored on disk.
    package static func inMemory() -> PrivateDirectory {
        PrivateDirectory("memory", under: "/", on: MemoryFileSystem())
    }
}
