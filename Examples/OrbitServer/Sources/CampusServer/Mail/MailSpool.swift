import Crypto
import Foundation

/// A folder of messages, one file per message. Other programs may read and remove the files.
package struct MailSpool: Sendable {
    /// The part of the spool that a message is in.
    package enum Folder: String, CaseIterable, Sendable {
        /// The message will be delivered.
        case queued = "queue"
        /// All attempts have failed. The operator decides about the message.
        case failed
    }

    private let folder: String

    /// Opens the spool. Creates its folders if they do not exist.
    package init(folder: String) throws {
        self.folder = folder
        for part in Folder.allCases {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(part.rawValue)", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
    }

    /// Adds a message. Returns once the message survives a power cut. A repeated message replaces the earlier one.
    package func add(_ message: MailMessage) throws {
        try DurableWrite.write(message.bytes, to: path(Self.fileName(of: message.id) + ".eml", .queued))
    }

    /// Removes the temporary files of processes that ended while they added a message.
    ///
    /// - Parameter date: Files that were changed later may belong to a running process, and remain.
    func removeTemporaryFiles(before date: Date) {
        DurableWrite.removeTemporaryFiles(in: "\(folder)/\(Folder.queued.rawValue)", before: date)
    }

    /// The names of the messages, oldest first.
    package func messages(_ part: Folder) -> [String] { oldestFirst(names(part), in: part) }

    /// Sorts messages by the date of their files, which it reads.
    func oldestFirst(_ names: [String], in part: Folder) -> [String] {
        names
            .map { name in
                // Another program may remove a file at any time, which then has no date.
                let attributes = try? FileManager.default.attributesOfItem(atPath: path(name, part))
                return (name: name, date: attributes?[.modificationDate] as? Date ?? .distantPast)
            }
            .sorted { ($0.date, $0.name) < ($1.date, $1.name) }.map(\.name)
    }

    /// The names of the messages in no order. It reads the folder only, and no file.
    func names(_ part: Folder) -> [String] {
        // A folder that cannot be read has no messages to deliver.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(part.rawValue)")) ?? []
        return names.filter { $0.hasSuffix(".eml") }
    }

    /// The number of messages.
    package func count(_ part: Folder) -> Int { names(part).count }

    /// Returns the bytes of a message; `nil` if another program has removed it.
    package func bytes(_ name: String, _ part: Folder) -> Data? {
        FileManager.default.contents(atPath: path(name, part))
    }

    /// Returns the text of a message: its header fields and its decoded body.
    package func text(_ name: String, _ part: Folder) -> String? {
        guard let bytes = bytes(name, part) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return text }
        let head = text[..<end.lowerBound].replacingOccurrences(of: "\r\n", with: "\n")
        return head + "\n\n" + QuotedPrintable.decode(String(text[end.upperBound...]))
    }

    /// Removes a delivered message. Does nothing if another program has removed it.
    func remove(_ name: String) throws(DurableWrite.Failure) {
        let path = path(name, .queued)
        guard unlink(path) == 0 || errno == ENOENT else { throw DurableWrite.Failure(path: path) }
    }

    /// Moves a message to ``Folder/failed``. It replaces an earlier message of the same identifier.
    func fail(_ name: String) throws { try DurableWrite.move(path(name, .queued), to: path(name, .failed)) }

    /// Returns the file name of an identifier, which contains only ASCII letters, digits and hyphens.
    static func fileName(of id: String) -> String {
        let isPlain =
            !id.isEmpty && id.utf8.count <= 100
            && id.allSatisfy { character in
                character.isASCII && (character.isLetter || character.isNumber || character == "-")
            }
        if isPlain { return id }
        // Different identifiers need different files, so that no message replaces another.
        return SHA256.hash(data: Data(id.utf8)).map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
            .joined()
    }

    private func path(_ name: String, _ part: Folder) -> String { "\(folder)/\(part.rawValue)/\(name)" }
}
