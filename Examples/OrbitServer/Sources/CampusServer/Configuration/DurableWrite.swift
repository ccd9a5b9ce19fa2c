import Foundation
import TimeAndChance

/// Writes whole files that survive a power cut, and that only the user of the server can read.
enum DurableWrite {
    /// The file could not be written.
    struct Failure: LocalizedError, CustomStringConvertible {
        let path: String

        var description: String { "The file \(path) cannot be written. Check its folder and the free space." }
        var errorDescription: String? { description }
    }

    /// Writes a file under a temporary name, syncs it, renames it, and syncs its folder.
    ///
    /// - Parameters:
    ///   - data: The content.
    ///   - path: The path of the file.
    ///   - replaces: Whether an existing file is replaced. If not, an existing file remains as it is.
    static func write(_ data: Data, to path: String, replaces: Bool = true) throws(Failure) {
        let parent = (path as NSString).deletingLastPathComponent
        let folder = parent.isEmpty ? "." : parent
        let temporary = "\(folder)/.\((path as NSString).lastPathComponent).\(RandomSource.system.next())"
        do {
            let file = try PrivateFile.create(temporary)
            try file.write(contentsOf: data)
            try file.synchronize()
            try file.close()
            if replaces { try move(temporary, to: path) } else { try add(temporary, as: path) }
            try sync(folder)
        } catch {
            try? FileManager.default.removeItem(atPath: temporary)  // the error that is thrown matters more
            throw Failure(path: path)
        }
    }

    /// Removes the temporary files in a folder that were last changed before a date. They remain after a crash.
    static func removeTemporaryFiles(in folder: String, before date: Date) {
        // A folder that cannot be read or written keeps its temporary files until the next start.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for path in names.filter({ isTemporary($0) }).map({ folder + "/" + $0 }) {
            // Another process may have removed the file.
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            if let changed = attributes?[.modificationDate] as? Date, changed < date { unlink(path) }
        }
    }

    /// Whether a file has a name that ``write(_:to:replaces:)`` gives to temporary files.
    private static func isTemporary(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count >= 3 && parts[0].isEmpty && parts.last.flatMap { UInt64($0) } != nil
    }

    /// Renames a file, and replaces an existing target in the same step. `moveItem` would fail if the target exists.
    static func move(_ source: String, to path: String) throws(Failure) {
        guard rename(source, path) == 0 else { throw Failure(path: path) }
    }

    /// Renames a file, unless the target exists.
    private static func add(_ source: String, as path: String) throws(Failure) {
        // A link, unlike a rename, fails if the target exists.
        guard link(source, path) == 0 || errno == EEXIST else { throw Failure(path: path) }
        unlink(source)
    }

    /// Syncs the entries of a folder.
    static func sync(_ folder: String) throws {
        let handle = try FileHandle(forReadingFrom: URL(filePath: folder))
        try handle.synchronize()
        try handle.close()
    }
}
