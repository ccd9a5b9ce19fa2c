public import Foundation
public import TimeAndChance

/// An append-only file of records on disk that survives crashes, power cuts and a full disk.
///
/// Use it for values that change often, if a ``DurableFile`` would write too much for each change. An append that
/// returns is on the disk. After an append that throws, the journal has all earlier records, and can be used.
///
/// One process at a time has the journal open. The journal blocks the creation of other durable files in its directory
/// while it is open, so give it a directory of its own.
///
/// ```swift
/// let directory = PrivateDirectory(".orbit/notes", under: NSHomeDirectory())
/// let (journal, contents) = try await Journal.open("notes", in: directory)
/// try await journal.append([Data("See you at noon".utf8)])
/// ```
public final class Journal: Sendable {
    /// The maximum size of the file in bytes.
    public let sizeLimit: Int

    private let exclusive: ExclusiveFile
    /// Only the leader uses it.
    private let writer: LockedState<JournalWriter>
    private let queue = LockedState(Queue())
    private let length: LockedState<Int>

    private init(exclusive: consuming ExclusiveFile, writer: JournalWriter, sizeLimit: Int) {
        self.exclusive = exclusive
        self.writer = LockedState(writer)
        self.sizeLimit = sizeLimit
        length = LockedState(writer.length)
    }

    /// Opens a journal, and creates it if it does not exist.
    ///
    /// The end of an interrupted append is removed. If durable bytes are unreadable, the file is copied to
    /// `<name>.corrupt`, and the journal continues with the intact records. Every opening reports the damage until
    /// ``replace(with:)`` has replaced the records, so that a crash cannot hide it.
    ///
    /// A file with an unreadable header, or of a newer version, is left unchanged.
    ///
    /// - Parameters:
    ///   - name: One path component, as for a ``DurableFile``.
    ///   - directory: The directory of the journal alone.
    ///   - sizeLimit: The maximum size of the file in bytes.
    ///   - lockTimeout: How long to wait for another process that has the journal open.
    ///   - time: The clock for `lockTimeout`; `nil` is the clock of the directory.
    ///   - random: The source of the salt of new files.
    /// - Returns: The journal, and the records that it had.
    /// - Throws: ``DurableFileError``, which is `.unavailable(.busy)` if the journal is open already, or
    ///   `CancellationError`.
    /// - Complexity: O(size of the file).
    @concurrent
    public static func open(
        _ name: String, in directory: PrivateDirectory, sizeLimit: Int = 64 << 20, lockTimeout: Duration = .zero,
        time: (any TimeSource)? = nil, random: RandomSource = .system
    ) async throws -> (journal: Journal, contents: JournalContents) {
        let file = DurableFile(
            name, in: directory, sizeLimit: sizeLimit, lockTimeout: lockTimeout, time: time, random: random)
        let exclusive = try await file.lock()
        let (writer, contents) = try read(exclusive, sizeLimit: file.sizeLimit)
        return (Journal(exclusive: exclusive, writer: writer, sizeLimit: file.sizeLimit), contents)
    }

    private static func read(
        _ exclusive: borrowing ExclusiveFile, sizeLimit: Int
    ) throws(DurableFileError) -> (JournalWriter, JournalContents) {
        let file = exclusive.file
        guard let current = try file.openTrusted(file.name, in: exclusive.directory, for: .journal) else {
            let writer = try JournalWriter([], replacingFileOf: exclusive)
            return (writer, JournalContents(entries: [], removedByteCount: 0))
        }
        let bytes = try current.open.readAll(size: current.size, limit: sizeLimit)
        guard bytes.count <= sizeLimit else { throw .corrupt(.oversized) }
        let scan = try JournalScan(bytes)
        let contents = JournalContents(entries: scan.entries, removedByteCount: max(0, bytes.count - scan.end))
        if scan.isDamaged { try quarantine(bytes, in: exclusive) }
        let output = JournalWriter.Output(current.open)
        try setLength(of: output, from: bytes.count, to: scan.end, sizeLimit: sizeLimit)
        // A crashed process may have written records that were not synchronized. They must not vanish once returned.
        try reporting(try output.open.synchronize())
        try exclusive.synchronizeNames()
        return (JournalWriter(output: output, format: scan.format, length: scan.end), contents)
    }

    /// Removes an interrupted append. A file that was cut off gets zeros, so that the next opening finds the damage.
    private static func setLength(
        of output: JournalWriter.Output, from count: Int, to end: Int, sizeLimit: Int
    ) throws(DurableFileError) {
        guard end <= sizeLimit else { throw .corrupt(.wrongLength) }
        do {
            if end < count {
                try output.open.fileSystem.truncate(output.open.descriptor, to: end)
            } else if end > count {
                try output.open.writeAll([UInt8](repeating: 0, count: end - count))
            }
        } catch {
            throw .unavailable(error)
        }
    }

    private static func quarantine(
        _ bytes: [UInt8], in exclusive: borrowing ExclusiveFile
    ) throws(DurableFileError) {
        let (file, temporary) = (exclusive.file, exclusive.file.temporaryName)
        do {
            try exclusive.writeDurably(bytes, to: temporary)
            try file.fileSystem.rename(temporary, to: file.quarantineName, in: exclusive.directory.descriptor)
        } catch {
            // If this also fails, the next holder of the lock removes the file. The first error has more information.
            try? file.fileSystem.unlink(temporary, in: exclusive.directory.descriptor)
            throw .unavailable(error)
        }
        try exclusive.synchronizeNames()
    }

    /// The current size of the file in bytes.
    public var size: Int { length.withLock(\.self) }

    /// Appends records in their order, and returns once they are durable.
    ///
    /// Concurrent appends share one synchronization of the disk. A crash leaves the first of the records, all or none.
    /// The call does not end early if its task is cancelled.
    ///
    /// - Parameter records: The payloads. An empty list does nothing.
    /// - Throws: ``DurableFileError``. None of the records is part of the journal then. The error is
    ///   `.unavailable(.diskFull)` on a full disk, and `.unavailable(.tooLarge)` beyond ``sizeLimit``.
    @concurrent
    public func append(_ records: [Data]) async throws(DurableFileError) {
        guard !records.isEmpty else { return }
        try await perform(.append(records))
    }

    /// Replaces all records atomically. Appends that began earlier are replaced too.
    ///
    /// - Parameter records: The payloads of the new records.
    /// - Throws: ``DurableFileError``. The journal then has the old or the new records. Their meaning should be the
    ///   same, as in a compaction.
    /// - Complexity: O(size of the new file).
    @concurrent
    public func replace(with records: [Data]) async throws(DurableFileError) {
        try await perform(.replace(records))
    }

    /// Removes the journal and a quarantined copy. All later calls throw `.unavailable(.notFound)`.
    @concurrent
    public func remove() async throws(DurableFileError) {
        try await perform(.remove)
    }
}

/// Group commit: one caller is the leader and writes the records of all callers that wait.
extension Journal {
    private enum Operation: Sendable {
        case append([Data])
        case replace([Data])
        case remove

        var isAppend: Bool {
            if case .append = self { true } else { false }
        }
    }

    private enum Turn: Sendable {
        /// The caller has to write all waiting operations, its own included.
        case lead
        case done(Result<Void, DurableFileError>)
    }

    private struct Waiting: Sendable {
        let operation: Operation
        /// `nil` for the leader.
        var continuation: CheckedContinuation<Turn, Never>?
    }

    private struct Queue: Sendable {
        var waiting: [Waiting] = []
        var isLed = false
    }

    private func perform(_ operation: Operation) async throws(DurableFileError) {
        let turn = await withCheckedContinuation { (continuation: CheckedContinuation<Turn, Never>) in
            let leads: Bool = queue.withLock { queue in
                let leads = !queue.isLed
                queue.isLed = true
                queue.waiting.append(Waiting(operation: operation, continuation: leads ? nil : continuation))
                return leads
            }
            if leads { continuation.resume(returning: .lead) }
        }
        switch turn {
        case .done(let result): try result.get()
        case .lead: try lead().get()
        }
    }

    /// Writes the waiting operations, and passes the lead on. Returns the result of the leader's own operation.
    private func lead() -> Result<Void, DurableFileError> {
        let group = queue.withLock { queue in
            defer { queue.waiting = [] }
            return queue.waiting
        }
        let results = write(group.map(\.operation))
        var own = Result<Void, DurableFileError>.success(())
        for (waiting, result) in zip(group, results) {
            if let continuation = waiting.continuation {
                continuation.resume(returning: .done(result))
            } else {
                own = result
            }
        }
        let next: CheckedContinuation<Turn, Never>? = queue.withLock { queue in
            guard !queue.waiting.isEmpty else {
                queue.isLed = false
                return nil
            }
            defer { queue.waiting[0].continuation = nil }
            return queue.waiting[0].continuation
        }
        next?.resume(returning: .lead)
        return own
    }

    private func write(_ operations: [Operation]) -> [Result<Void, DurableFileError>] {
        var writer = self.writer.withLock(\.self)
        defer {
            self.writer.withLock { $0 = writer }
            length.withLock { $0 = writer.length }
        }
        var results: [Result<Void, DurableFileError>] = []
        var index = 0
        while index < operations.count {
            switch operations[index] {
            case .append:
                results += appendGroup(operations[index...], with: &writer)
            case .replace(let records):
                results.append(replace(with: records, in: &writer))
            case .remove:
                results.append(Self.result { () throws(DurableFileError) in try writer.remove(in: exclusive) })
            }
            index = results.count
        }
        return results
    }

    /// Writes the appends at the start of the operations with one synchronization.
    private func appendGroup(
        _ operations: ArraySlice<Operation>, with writer: inout JournalWriter
    ) -> [Result<Void, DurableFileError>] {
        var bytes: [UInt8] = []
        var fits: [Bool] = []
        for case .append(let records) in operations.prefix(while: \.isAppend) {
            let size = records.reduce(0) { $0 + JournalFormat.recordOverhead + $1.count }
            fits.append(size <= sizeLimit - writer.length - bytes.count)
            guard fits.last == true else { continue }
            for record in records { writer.format.append(record, durableLength: writer.length, to: &bytes) }
        }
        let written: Result<Void, DurableFileError> =
            bytes.isEmpty
            ? .success(()) : Self.result { () throws(DurableFileError) in try writer.append(bytes, in: exclusive) }
        return fits.map { $0 ? written : .failure(.unavailable(.tooLarge)) }
    }

    private func replace(with records: [Data], in writer: inout JournalWriter) -> Result<Void, DurableFileError> {
        let size = records.reduce(JournalFormat.headerLength) { $0 + JournalFormat.recordOverhead + $1.count }
        guard size <= sizeLimit else { return .failure(.unavailable(.tooLarge)) }
        return Self.result { () throws(DurableFileError) in try writer.replace(with: records, in: exclusive) }
    }

    private static func result(
        _ body: () throws(DurableFileError) -> Void
    ) -> Result<Void, DurableFileError> {
        do throws(DurableFileError) {
            try body()
            return .success(())
        } catch {
            return .failure(error)
        }
    }
}
