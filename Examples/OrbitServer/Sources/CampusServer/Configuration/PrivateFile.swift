import Foundation

/// Files that only the user of the process can read.
package enum PrivateFile {
    /// The file exists already, or it cannot be created.
    package struct Unavailable: LocalizedError, CustomStringConvertible {
        let path: String

        package var description: String {
            "The file \(path) exists already, or it cannot be created. Check its folder, or choose another name."
        }
        package var errorDescription: String? { description }
    }

    /// Returns the permissions of a file or folder, of the target of a symbolic link; `nil` if they cannot be read.
    static func permissions(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_mode) & 0o777 : nil
    }

    /// Creates a file with the permissions 0600. It has them from the start, so no other user can open it before.
    static func create(_ path: String) throws(Unavailable) -> FileHandle {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Unavailable(path: path) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Writes the parts of an archive to a new file, while they are created. If a part fails, the file is removed.
    ///
    /// - Returns: The size of the file in bytes.
    /// - Throws: ``Unavailable``, or the error of a part or of the file system.
    package static func write(_ parts: AsyncThrowingStream<Data, any Error>, to path: String) async throws -> Int {
        let file = try create(path)
        do {
            var size = 0
            for try await part in parts {
                try file.write(contentsOf: part)
                size += part.count
            }
            try file.synchronize()
            try file.close()
            return size
        } catch {
            try? FileManager.default.removeItem(atPath: path)  // the first error matters more
            throw error
        }
    }
}
