public import Foundation
public import TimeAndChance

/// A private value on disk that survives crashes, power cuts and concurrent processes.
///
/// A write that returns is on the disk; a write that throws leaves the old value or the new, never a mixture. Reads
/// never wait for a lock.
///
/// ```swift
/// let directory = PrivateDirectory(".orbit", under: NSHomeDirectory())
/// let file = DurableFile("draft", in: directory)
/// try await file.write(Data("See you at noon".utf8))
/// if case .value(let stored) = await file.read() { print(stored.payload.count) }
/// ```
public struct DurableFile: Sendable {
    /// The file's name in its directory.
    public let name: String
    /// The directory that holds it.
    public let directory: PrivateDirectory

    /// The maximum payload size in bytes.
    public let sizeLimit: Int

    let fileSystem: any FileSystem
    let random: RandomSource
    private let time: any TimeSource
    private let lockTimeout: Duration
    private let taskLock = AsyncMutex()
    /// Whether temporary files of earlier processes have been removed.
    private let isTidy = LockedState(false)

    /// Describes a file. Nothing is opened or created.
    ///
    /// - Parameters:
    ///   - name: One path component. `<name>.lock`, `<name>.corrupt` and temporary files that begin with a dot are
    ///     reserved in the same directory, so no other file may have these names.
    ///   - directory: The directory that contains the file.
    ///   - sizeLimit: The maximum payload size in bytes.
    ///   - lockTimeout: How long to wait for other processes before a write throws `.unavailable(.busy)`. Tasks that
    ///     share this value (or copies of it) queue without a timeout.
    ///   - time: The clock for `lockTimeout`; `nil` is the clock of the directory. A clock that runs faster than the disk
    ///     would end a wait for another file of the same process.
    ///   - random: The source of generations of new files, and of jitter while waiting for a lock.
    public init(
        _ name: String, in directory: PrivateDirectory, sizeLimit: Int = 1 << 20, lockTimeout: Duration = .seconds(30),
        time: (any TimeSource)? = nil, random: RandomSource = .system
    ) {
        self.name = name
        self.directory = directory
        self.sizeLimit = min(max(0, sizeLimit), FileRecord.largestPayload)
        self.lockTimeout = lockTimeout
        self.time = time ?? directory.time
        self.random = random
        fileSystem = directory.fileSystem
    }

    /// The file's full path. Each write replaces the file, so do not keep it open.
    public var path: String { directory.path + "/" + name }

    /// Reads the current value without locking; changes nothing, not even a damaged file.
    @concurrent
    public func read() async -> FileContents {
        do {
            guard hasUsableName else { return .insecure(.malformedPath) }
            guard let directory = try directory.open(creating: false) else { return .absent }
            return contents(in: directory)
        } catch {
            return FileContents(error)
        }
    }

    /// Replaces the value, and returns the new generation once it is durable.
    ///
    /// - Throws: ``DurableFileError`` or `CancellationError`.
    @discardableResult
    public func write(_ payload: Data) async throws -> UInt64 {
        try await withLock { file in try file.write(payload) }
    }

    /// Removes the value and a quarantined file, if they exist.
    ///
    /// - Throws: ``DurableFileError`` or `CancellationError`.
    @concurrent
    public func remove() async throws {
        guard try directory.open(creating: false) != nil else { return }
        try await withLock { file in try file.remove() }
    }

    /// Renames a damaged file to `<name>.corrupt`, so that a write is possible again. Replaces an earlier quarantined
    /// file.
    ///
    /// - Returns: Whether the file was damaged.
    /// - Throws: ``DurableFileError`` or `CancellationError`.
    @discardableResult
    public func quarantine() async throws -> Bool {
        try await withLock { file in try file.quarantine() }
    }

    /// Runs `body` while no other task or process can change the file.
    ///
    /// Use it, for instance, to read a token, exchange it over the network and save the new token. Inside `body`, use
    /// the handle: the file's own methods would wait for this call to end (deadlock).
    ///
    /// - Parameter body: receives the locked file.
    /// - Returns: The result of `body`.
    /// - Throws: ``DurableFileError``, `CancellationError` or the error of `body`.
    @concurrent
    public func withLock<Result: Sendable>(
        _ body: @Sendable (borrowing ExclusiveFile) async throws -> Result
    ) async throws -> Result {
        let file = try await lock()
        return try await body(file)
    }

    /// Like ``withLock(_:)``; the lock is held until the returned value is destroyed.
    @concurrent
    package func lock() async throws -> ExclusiveFile {
        guard hasUsableName else { throw DurableFileError.insecure(.malformedPath) }
        let acquisition = try await taskLock.acquire()
        guard let directory = try directory.open(creating: true) else {
            throw DurableFileError.unavailable(.notFound)
        }
        let lock = try await wait(in: directory)
        let file = ExclusiveFile(file: self, directory: directory, lock: lock, acquisition: acquisition)
        if !isTidy.withLock(\.self) {
            try file.removeStaleTemporaries()
            isTidy.withLock { $0 = true }
        }
        return file
    }

    private func wait(in directory: borrowing OpenFile) async throws -> OpenFile {
        let start = time.uptime
        var pause = Duration.milliseconds(1)
        while true {
            if let lock = try tryLock(in: directory) { return lock }
            guard time.uptime - start < lockTimeout else { throw DurableFileError.unavailable(.busy) }
            // Full jitter, so that waiting processes do not retry in step.
            try await time.sleep(for: pause * random.unit())
            pause = min(pause * 2, .milliseconds(50))
        }
    }
}

/// The lock between processes: a file next to the value, `<name>.lock`, that is never removed.
///
/// If another program removed the file during a lock, a second lock file would let in a second holder. So a process
/// also holds a shared lock of the directory while it opens or holds the lock. Creating a missing lock file requires
/// the exclusive lock of the directory, which is available only without holders.
extension DurableFile {
    /// Tries to lock the file. Returns `nil` if another process holds a lock.
    func tryLock(in directory: borrowing OpenFile, creating: Bool = true) throws(DurableFileError) -> OpenFile? {
        guard try tryLock(directory, .shared) else { return nil }
        if let file = try openTrusted(lockName, in: directory, for: .locking) {
            if try tryLock(file.open, .exclusive) { return file.open }
        } else if creating, try tryLock(directory, .exclusive) {
            try createLockFile(in: directory)
            fileSystem.unlock(directory.descriptor)
            return try tryLock(in: directory, creating: false)
        }
        // Waiting processes hold no locks.
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
