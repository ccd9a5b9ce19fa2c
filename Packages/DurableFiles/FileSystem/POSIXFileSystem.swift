#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// The operating system's file system.
struct POSIXFileSystem: FileSystem {
    var effectiveUser: UInt32 { geteuid() }

    func open(_ name: String, in directory: Int32?, for purpose: OpenPurpose) throws(SystemError) -> Int32 {
        let descriptor = openat(directory ?? AT_FDCWD, name, flags(for: purpose) | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .last }
        return descriptor
    }

    /// `O_NONBLOCK` keeps a FIFO planted in the file's place from blocking the process.
    private func flags(for purpose: OpenPurpose) -> Int32 {
        switch purpose {
        case .traversing:
            #if os(Linux) || os(Android)
                O_DIRECTORY | 0o10000000  // O_PATH, hidden by the C macros: needs no permission to list
            #else
                O_DIRECTORY | O_RDONLY
            #endif
        case .directory: O_DIRECTORY | O_RDONLY
        case .reading: O_RDONLY | O_NONBLOCK
        case .creating: O_WRONLY | O_CREAT | O_EXCL
        case .journal: O_RDWR | O_APPEND | O_NONBLOCK
        case .creatingJournal: O_RDWR | O_APPEND | O_CREAT | O_EXCL
        case .locking: O_RDWR | O_NONBLOCK
        case .creatingLock: O_RDWR | O_NONBLOCK | O_CREAT
        }
    }

    func makeDirectory(_ name: String, in directory: Int32) throws(SystemError) {
        try check(mkdirat(directory, name, 0o700))
        // The umask can have removed the owner's bits. `name` cannot be a link, because no other user may change the
        // parent.
        try check(fchmodat(directory, name, 0o700, 0))
    }

    func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
        var status = stat()
        try check(fstat(descriptor, &status))
        return FileStatus(status)
    }

    func status(of name: String, in directory: Int32) throws(SystemError) -> FileStatus {
        var status = stat()
        try check(fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW))
        return FileStatus(status)
    }

    func names(in directory: Int32) throws(SystemError) -> [String] {
        // A descriptor of its own, because the stream closes it and moves its offset.
        let descriptor = try open(".", in: directory, for: .directory)
        guard let stream = fdopendir(descriptor) else {
            let error = SystemError.last
            close(descriptor)
            throw error
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw .last }
                return names
            }
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { throw .deviceFailed }
            names.append(
                String(cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)))
        }
    }

    func read(_ descriptor: Int32, upTo count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, taken in
            let result = systemRead(descriptor, buffer.baseAddress, count)
            taken = max(result, 0)
            if result < 0 { failure = .last }
        }
        if let failure { throw failure }
        return bytes
    }

    func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) -> Int {
        let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw .last }
        return count
    }

    func setMode(_ mode: UInt32, of descriptor: Int32) throws(SystemError) {
        try check(fchmod(descriptor, mode_t(truncatingIfNeeded: mode)))
    }

    func truncate(_ descriptor: Int32, to length: Int) throws(SystemError) {
        try check(ftruncate(descriptor, off_t(length)))
    }

    func synchronize(_ descriptor: Int32) throws(SystemError) {
        #if canImport(Darwin)
            // On Apple's systems, `fsync` leaves the bytes in the drive's cache. Some file systems support only
            // `fsync`.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
            guard errno == ENOTSUP || errno == EINVAL || errno == ENOTTY else { throw .last }
        #endif
        try check(fsync(descriptor))
    }

    func rename(_ name: String, to newName: String, in directory: Int32) throws(SystemError) {
        try check(renameat(directory, name, directory, newName))
    }

    func unlink(_ name: String, in directory: Int32) throws(SystemError) {
        try check(unlinkat(directory, name, 0))
    }

    func tryLock(_ descriptor: Int32, _ kind: LockKind) throws(SystemError) -> Bool {
        let operation = kind == .shared ? LOCK_SH : LOCK_EX
        if flock(descriptor, operation | LOCK_NB) == 0 { return true }
        let error = SystemError.last
        guard error == .busy else { throw error }
        return false
    }

    func unlock(_ descriptor: Int32) {
        // Cannot fail on an open descriptor; closing it would unlock it in any case.
        _ = flock(descriptor, LOCK_UN)
    }

    func close(_ descriptor: Int32) {
        // A failure loses no data: all bytes that must be durable were synchronized before.
        _ = systemClose(descriptor)
    }

    private func check(_ result: Int32) throws(SystemError) {
        guard result == 0 else { throw .last }
    }
}

extension FileStatus {
    fileprivate init(_ status: stat) {
        let kind: FileStatus.Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            default: .other
            }
        self.init(
            kind: kind, owner: status.st_uid, mode: UInt32(status.st_mode & 0o7777), links: UInt64(status.st_nlink),
            size: Int64(status.st_size))
    }
}

// Inside the type, the methods of the same names hide the system's functions.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}

private func systemClose(_ descriptor: Int32) -> Int32 {
    close(descriptor)
}
