import Foundation
import TimeAndChance

/// The end of a journal file. Only one task uses it at a time.
struct JournalWriter: Sendable {
    /// An open journal file, which copies of the writer share.
    final class Output: Sendable {
        let open: OpenFile

        init(_ open: consuming OpenFile) {
            self.open = open
        }
    }

    private(set) var output: Output
    private(set) var format: JournalFormat
    /// The number of bytes that are durable.
    private(set) var length: Int
    /// Whether the name of the file is durable. Before that, a power cut can bring back the preceding file.
    private var isNameDurable = true
    /// Whether bytes of a failed write may follow the durable bytes.
    private var hasRemains = false
    private(set) var isRemoved = false

    /// Continues a file whose records were read and are durable.
    init(output: Output, format: JournalFormat, length: Int) {
        self.output = output
        self.format = format
        self.length = length
    }

    /// Creates a file with the records, which replaces an earlier file of the name.
    init(_ payloads: [Data], replacingFileOf exclusive: borrowing ExclusiveFile) throws(DurableFileError) {
        let (format, bytes) = JournalFormat.file(of: payloads, salt: exclusive.file.random.next())
        output = try Self.install(bytes, in: exclusive)
        self.format = format
        length = bytes.count
        isNameDurable = false
        try synchronizeName(in: exclusive)
    }

    /// Appends bytes and returns once they are durable. After an error none of them is part of the journal.
    mutating func append(_ bytes: [UInt8], in exclusive: borrowing ExclusiveFile) throws(DurableFileError) {
        guard !isRemoved else { throw .unavailable(.notFound) }
        try synchronizeName(in: exclusive)
        if hasRemains { try repair(in: exclusive) }
        do {
            try output.open.writeAll(bytes)
            try output.open.synchronize()
            length += bytes.count
        } catch {
            hasRemains = true
            // The next append tries again. The first error has more information.
            try? repair(in: exclusive)
            throw .unavailable(error)
        }
    }

    /// Replaces all records. After an error the journal has the old or the new records.
    mutating func replace(with payloads: [Data], in exclusive: borrowing ExclusiveFile) throws(DurableFileError) {
        guard !isRemoved else { throw .unavailable(.notFound) }
        let (format, bytes) = JournalFormat.file(of: payloads, salt: exclusive.file.random.next())
        output = try Self.install(bytes, in: exclusive)
        self.format = format
        length = bytes.count
        hasRemains = false
        isNameDurable = false
        try synchronizeName(in: exclusive)
    }

    mutating func remove(in exclusive: borrowing ExclusiveFile) throws(DurableFileError) {
        isRemoved = true
        try exclusive.remove()
    }

    private mutating func synchronizeName(in exclusive: borrowing ExclusiveFile) throws(DurableFileError) {
        guard !isNameDurable else { return }
        try exclusive.synchronizeNames()
        isNameDurable = true
    }

    /// Removes the bytes after the durable bytes.
    ///
    /// After a failed synchronization the kernel can consider bytes written that are not on the disk. So these bytes
    /// are removed, and not synchronized again. If that fails, a copy of the durable bytes replaces the file.
    private mutating func repair(in exclusive: borrowing ExclusiveFile) throws(DurableFileError) {
        do {
            try exclusive.file.fileSystem.truncate(output.open.descriptor, to: length)
            try output.open.synchronize()
        } catch {
            let bytes = try durableBytes(in: exclusive)
            output = try Self.install(bytes, in: exclusive)
            isNameDurable = false
        }
        hasRemains = false
        try synchronizeName(in: exclusive)
    }

    private func durableBytes(in exclusive: borrowing ExclusiveFile) throws(DurableFileError) -> [UInt8] {
        let file = exclusive.file
        guard let current = try file.openTrusted(file.name, in: exclusive.directory, for: .reading) else {
            throw .unavailable(.notFound)
        }
        let bytes = try current.open.readAll(size: Int64(length), limit: length)
        guard bytes.count == length else { throw .unavailable(.deviceFailed) }
        return bytes
    }

    /// Writes a file that replaces the journal. The name is not durable yet.
    private static func install(
        _ bytes: [UInt8], in exclusive: borrowing ExclusiveFile
    ) throws(DurableFileError) -> Output {
        let (fileSystem, temporary) = (exclusive.file.fileSystem, exclusive.file.temporaryName)
        do {
            let output = Output(try exclusive.create(temporary, for: .creatingJournal))
            // The umask can only have removed bits, but an inherited ACL may have added some.
            try fileSystem.setMode(0o600, of: output.open.descriptor)
            try output.open.writeAll(bytes)
            try output.open.synchronize()
            try fileSystem.rename(temporary, to: exclusive.file.name, in: exclusive.directory.descriptor)
            return output
        } catch {
            // If this also fails, the next holder of the lock removes the file. The first error has more information.
            try? fileSystem.unlink(temporary, in: exclusive.directory.descriptor)
            throw .unavailable(error)
        }
    }
}
