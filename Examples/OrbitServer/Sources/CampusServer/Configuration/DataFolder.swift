import Foundation
import TimeAndChance

/// The private folder of a server: its database, mail spool, list of moderators and created key. Only the user of the
/// server can read it.
package struct DataFolder: Sendable {
    /// The folder cannot be used.
    package struct Unusable: LocalizedError, CustomStringConvertible {
        let path: String
        let reason: String

        package var description: String { "The data folder \(path) cannot be used. \(reason)" }
        package var errorDescription: String? { description }
    }

    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// Creates the folder if it does not exist.
    ///
    /// - Throws: ``Unusable`` if the folder cannot be created, or if other users can read it.
    func create() throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Unusable(path: path, reason: "Check that its parent folder exists and can be written.")
        }
        guard let permissions = PrivateFile.permissions(of: path), permissions & 0o077 == 0 else {
            throw Unusable(path: path, reason: "Other users can read it. Run `chmod 700 \(path)`.")
        }
    }

    package var database: String { path + "/orbit.sqlite" }
    package var moderators: String { path + "/moderators" }
    package var spool: String { path + "/mail" }
    package var digestKey: String { path + "/digest.key" }

    /// Returns the key in ``digestKey``. Creates the file at the first start.
    ///
    /// - Parameter database: The database of the server.
    /// - Throws: ``Unusable`` if the key cannot be used, or if it is missing although the database exists.
    func createdDigestKey(for database: DatabaseAddress) throws -> Data {
        if !FileManager.default.fileExists(atPath: digestKey) {
            if case .sqlite(let file) = database, FileManager.default.fileExists(atPath: file) {
                // Another key would sign all people out, and their links would end.
                throw Unusable(
                    path: path,
                    reason: "The key \(digestKey) of \(file) is missing. Restore it from a backup, or set digest-key.")
            }
            let key = Data(RandomSource.system.bytes(32))
            // Another command may create the key at the same time. Both then use the first.
            try DurableWrite.write(Data((key.base64EncodedString() + "\n").utf8), to: digestKey, replaces: false)
        }
        guard let text = FileManager.default.contents(atPath: digestKey) else {
            throw Unusable(path: path, reason: "The key in \(digestKey) cannot be read. Check its permissions.")
        }
        guard let key = Data(base64Encoded: text, options: .ignoreUnknownCharacters), key.count >= 32 else {
            // Another key would sign all people out, so a damaged file is never replaced.
            throw Unusable(path: path, reason: "The key in \(digestKey) is damaged. Restore it from a backup.")
        }
        return key
    }
}
