public import Foundation
import TimeAndChance

/// A durable file locked by this caller. The lock is released with the value.
public struct ExclusiveFile: ~Copyable, Sendable {
    let file: DurableFile
    let directory: OpenFile
    let lock: OpenFile
    let acquisition: AsyncMutex.Acquisition

    // Unlocks the files before the deinitializer of `acquisition` releases the task lock. The next task then finds them
    // unlocked.
    deinit {
        file.fileSystem.unlock(lock.descriptor)
        file.fileSystem.unlock(directory.descriptor)
    }

    /// Reads the current value; changes nothing.
    public func read() -> FileContents {
        file.contents(in: directory)
    }

    /// Replaces the value, and returns the new generation once it is durable.
    ///
    /// An unreadable file is never overwritten: it may be intact, or planted by another user.
    ///
    /// - Throws: ``DurableFileError`` if the file is unreadable, the payload exceeds the size limit, or the system
    ///   fails.
    @discardableResult
    public func write(_ payload: Data) throws(DurableFileError) -> UInt64 {
        try write(payload, replacing: read())
    }

    /// Like ``write(_:)``, for a caller who has already read the file under this lock.
    ///
    /// - Parameters:
    ///   - payload: The new value.
    ///   - contents: The current contents of the file.
    @discardableResult
    package func write(_ payload: Data, replacing contents: FileContents) throws(DurableFileError) -> UInt64 {
        let generation = try generation(after: contents)
        guard payload.count <= file.sizeLimit else { throw .unavailable(.tooLarge) }
        let record = FileRecord(generation: generation, payload: payload)
        let temporary = file.temporaryName
        do {
            try writeDurably(record.encoded, to: temporary)
            try file.fileSystem.rename(temporary, to: file.name, in: directory.descriptor)
        } catch {
            // If this also fails, the next holder of the lock removes the file. The first error has more information.
            try? file.fileSystem.unlink(temporary, in: directory.descriptor)
            throw .unavailable(error)
        }
        try reporting(try directory.synchronize())
        return generation
    }

    /// Removes the value and a quarantined file in any state, if they exist.
    public func remove() throws(DurableFileError) {
        try unlink(file.name)
        try unlink(file.quarantineName)
        try removeStaleTemporaries()
        try reporting(try directory.synchronize())
    }

    /// Renames a damaged file to `<name>.corrupt`, and replaces an earlier quarantined file. Returns whether the file
    /// was damaged.
    @discardableResult
    public func quarantine() throws(DurableFileError) -> Bool {
        switch read() {
        case .absent, .value: return false
        case .unavailable(let error): throw .unavailable(error)
        case .insecure(let insecurity): throw .insecure(insecurity)
        case .corrupt: break
        }
        try reporting(try file.fileSystem.rename(file.name, to: file.quarantineName, in: directory.descriptor))
        try reporting(try directory.synchronize())
        return true
    }

    /// Makes the names in the directory durable.
    func synchronizeNames() throws(DurableFileError) {
        try reporting(try directory.synchronize())
    }

    /// Removes temporary files of a crashed holder. No other writer is active while the lock is held.
    func removeStaleTemporaries() throws(DurableFileError) {
        let names = try reporting(try file.fileSystem.names(in: directory.descriptor))
        for name in names where file.isTemporary(name) {
            try unlink(name)
        }
    }

    private func generation(after contents: FileContents) throws(DurableFileError) -> UInt64 {
        switch contents {
        // A record with the highest generation would be read as corrupt.
        case .value(let value) where value.generation < .max - 1: return value.generation + 1
        // The upper half remains for later generations.
        case .absent, .value: return file.random.next() >> 1
        case .unavailable(let error): throw .unavailable(error)
        case .insecure(let insecurity): throw .insecure(insecurity)
        case .corrupt(let corruption): throw .corrupt(corruption)
        }
    }

    func writeDurably(_ bytes: [UInt8], to name: String) throws(SystemError) {
        let output = try create(name)
        // The umask can only have removed bits, but an inherited ACL may have added some.
        try file.fileSystem.setMode(0o600, of: output.descriptor)
        try output.writeAll(bytes)
        try output.synchronize()
    }

    /// Creates a file, and replaces an earlier file of the name.
    func create(_ name: String, for purpose: OpenPurpose = .creating) throws(SystemError) -> OpenFile {
        do {
            return try OpenFile(name, in: directory.descriptor, for: purpose, on: file.fileSystem)
        } catch .alreadyExists {
            try file.fileSystem.unlink(name, in: directory.descriptor)
            return try OpenFile(name, in: directory.descriptor, for: purpose, on: file.fileSystem)
        }
    }

    private func unlink(_ name: String) throws(DurableFileError) {
        do {
            try file.fileSystem.unlink(name, in: directory.descriptor)
        } catch .notFound {
            return
        } catch {
            throw .unavailable(error)
        }
    }
}
