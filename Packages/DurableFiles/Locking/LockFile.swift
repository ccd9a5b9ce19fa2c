/// The lock that processes exclude each other with: a file beside the value, `<name>.lock`, that is never removed.
///
/// Should another program remove it under its holder, a second lock file would let a second holder in. So every process
/// that looks for a lock file, waits for it or holds it shares a lock of the directory, and a missing lock file is
/// created under the exclusive lock of the directory: only when every holder is gone.
extension DurableFile {
    /// Nil if another process is in the way.
    func tryLock(in directory: borrowing OpenFile, creating: Bool = true) throws(DurableFileError) -> OpenFile? {
        guard try tryLock(directory, .shared) else { return nil }
        if let file = try openTrusted(lockName, in: directory, for: .locking) {
            if try tryLock(file.open, .exclusive) { return file.open }
        } else if creating, try tryLock(directory, .exclusive) {
            try createLockFile(in: directory)
            fileSystem.unlock(directory.descriptor)
            return try tryLock(in: directory, creating: false)
        }
        // Those who wait hold nothing.
        fileSystem.unlock(directory.descriptor)
        return nil
    }

    private func createLockFile(in directory: borrowing OpenFile) throws(DurableFileError) {
        // Once the lock file exists, every process assumes that the path to it is durable.
        try self.directory.synchronizePath()
        guard let file = try openTrusted(lockName, in: directory, for: .creatingLock) else {
            throw .unavailable(.notFound)
        }
        let descriptor = file.open.descriptor
        // The umask can have removed the owner's bits.
        try reporting(try fileSystem.setMode(0o600, of: descriptor))
    }

    private func tryLock(_ file: borrowing OpenFile, _ kind: LockKind) throws(DurableFileError) -> Bool {
        let descriptor = file.descriptor
        return try reporting(try retrying(try fileSystem.tryLock(descriptor, kind)))
    }
}
