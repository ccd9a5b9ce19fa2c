import TimeAndChance

extension DurableFile {
    /// The current contents, after the checks that make them trustworthy.
    func contents(in directory: borrowing OpenFile) -> FileContents {
        do {
            guard let file = try openTrusted(name, in: directory, for: .reading) else { return .absent }
            let limit = sizeLimit + FileRecord.overhead
            let bytes = try file.readAll(limit: limit)
            guard bytes.count <= limit else { return .corrupt(.oversized) }
            let record = try FileRecord(decoding: bytes)
            return .value(StoredValue(payload: record.payload, generation: record.generation))
        } catch {
            return FileContents(error)
        }
    }

    /// The lock file is never removed: removing it would let two holders in.
    func openLock(in directory: borrowing OpenFile) throws(DurableFileError) -> OpenFile {
        if let lock = try openTrusted(lockName, in: directory, for: .locking) { return lock }
        // Once the lock file exists, every process assumes that the path to it is durable.
        try self.directory.synchronizePath()
        guard let lock = try openTrusted(lockName, in: directory, for: .creatingLock) else {
            throw .unavailable(.notFound)
        }
        return lock
    }

    func tryLock(_ lock: borrowing OpenFile) throws(DurableFileError) -> Bool {
        let descriptor = lock.descriptor
        return try reporting(try retrying(try fileSystem.tryLock(descriptor)))
    }

    /// Whether the name is not reserved for another file's lock, quarantine or temporary files.
    var hasUsableName: Bool {
        isFileName(name) && !name.hasPrefix(".") && !name.hasSuffix(".lock") && !name.hasSuffix(".corrupt")
    }

    var lockName: String { name + ".lock" }
    var quarantineName: String { name + ".corrupt" }

    func temporaryName() -> String {
        let digits = String(random.next(), radix: 16)
        return temporaryPrefix + String(repeating: "0", count: 16 - digits.count) + digits
    }

    func isTemporary(_ name: String) -> Bool {
        guard name.hasPrefix(temporaryPrefix) else { return false }
        let rest = name.dropFirst(temporaryPrefix.count)
        return rest.utf8.count == 16 && rest.allSatisfy(\.isHexDigit)
    }

    private var temporaryPrefix: String { "." + name + ".tmp-" }

    /// Opens a file and checks, on the open descriptor, that it is private and regular. Nil if it does not exist.
    private func openTrusted(
        _ name: String, in directory: borrowing OpenFile, for purpose: OpenPurpose
    ) throws(DurableFileError) -> OpenFile? {
        guard let file = try open(name, in: directory, for: purpose) else { return nil }
        let status = try file.status()
        guard status.kind == .file else { throw .insecure(.notARegularFile(name)) }
        guard status.owner == fileSystem.effectiveUser else {
            throw .insecure(.foreignOwner(name, user: status.owner))
        }
        guard status.mode & 0o077 == 0 else { throw .insecure(.notPrivate(name, mode: status.mode)) }
        // Zero means that it was replaced since it was opened: it was still the current file then.
        guard status.links <= 1 else { throw .insecure(.hardLinked(name)) }
        return file
    }

    private func open(
        _ name: String, in directory: borrowing OpenFile, for purpose: OpenPurpose
    ) throws(DurableFileError) -> OpenFile? {
        do {
            return try OpenFile(name, in: directory.descriptor, for: purpose, on: fileSystem)
        } catch .notFound {
            return nil
        } catch .tooManyLinks {
            throw .insecure(.symbolicLink(name))
        } catch .isDirectory, .noSuchDevice {
            throw .insecure(.notARegularFile(name))
        } catch {
            throw .unavailable(error)
        }
    }
}
