extension DurableFile {
    /// An open file that has passed the checks for trustworthy contents.
    struct TrustedFile: ~Copyable {
        let open: OpenFile
        let size: Int64
    }

    /// The current contents, after the checks that make them trustworthy.
    func contents(in directory: borrowing OpenFile) -> FileContents {
        do {
            guard let file = try openTrusted(name, in: directory, for: .reading) else { return .absent }
            let limit = sizeLimit + FileRecord.overhead
            let bytes = try file.open.readAll(size: file.size, limit: limit)
            guard bytes.count <= limit else { return .corrupt(.oversized) }
            let record = try FileRecord(decoding: bytes)
            return .value(StoredValue(payload: record.payload, generation: record.generation))
        } catch {
            return FileContents(error)
        }
    }

    /// Whether the name is not reserved for another file's lock, quarantine or temporary files.
    var hasUsableName: Bool {
        isFileName(name) && !name.hasPrefix(".") && !name.hasSuffix(".lock") && !name.hasSuffix(".corrupt")
    }

    var lockName: String { name + ".lock" }
    var quarantineName: String { name + ".corrupt" }
    /// The name of the temporary file of a write. It is constant, so the next holder of the lock finds the file of a
    /// crashed holder.
    var temporaryName: String { temporaryPrefix + "0000000000000000" }

    /// Whether a name is that of a temporary file of a write. It may end with any 16 hexadecimal digits, because
    /// earlier versions used random digits.
    func isTemporary(_ name: String) -> Bool {
        guard name.hasPrefix(temporaryPrefix) else { return false }
        let rest = name.dropFirst(temporaryPrefix.count)
        return rest.utf8.count == 16 && rest.allSatisfy(\.isHexDigit)
    }

    /// The length of `.tmp-` and its digits.
    static let temporarySuffixLength = 21

    private var temporaryPrefix: String { "." + name + ".tmp-" }

    /// Opens a file and checks, on the open descriptor, that it is private and regular. Returns `nil` if it does not
    /// exist.
    func openTrusted(
        _ name: String, in directory: borrowing OpenFile, for purpose: OpenPurpose
    ) throws(DurableFileError) -> TrustedFile? {
        guard let file = try open(name, in: directory, for: purpose) else { return nil }
        let status = try file.status()
        guard status.kind == .file else { throw .insecure(.notARegularFile(name)) }
        guard status.owner == fileSystem.effectiveUser else {
            throw .insecure(.foreignOwner(name, user: status.owner))
        }
        guard status.mode & 0o077 == 0 else { throw .insecure(.notPrivate(name, mode: status.mode)) }
        // Zero means that the file was replaced after it was opened. It was the current file when it was opened.
        guard status.links <= 1 else { throw .insecure(.hardLinked(name)) }
        return TrustedFile(open: file, size: status.size)
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
            throw fileSystem.failure(error, toOpen: name, in: directory.descriptor)
        }
    }
}

extension FileSystem {
    /// Returns the reason for which the system denies access, such as a file of another user.
    func failure(_ error: SystemError, toOpen name: String, in directory: Int32?) -> DurableFileError {
        // If the owner is unknown too, the first error is the only information.
        guard error == .accessDenied, let directory, let status = try? status(of: name, in: directory),
            status.owner != effectiveUser
        else { return .unavailable(error) }
        return .insecure(.foreignOwner(name, user: status.owner))
    }
}
