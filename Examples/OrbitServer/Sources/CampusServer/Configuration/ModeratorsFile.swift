import Foundation
import Validation

/// The file with the addresses of the moderators, one per line. Lines that start with `#` are comments.
package struct ModeratorsFile: Sendable {
    /// A line is not an address.
    package struct InvalidLine: LocalizedError, CustomStringConvertible {
        let path: String
        let line: Int

        package var description: String { "\(path), line \(line): Write one email address per line." }
        package var errorDescription: String? { description }
    }

    private let path: String

    package init(path: String) {
        self.path = path
    }

    /// The addresses. The array is empty if the file does not exist.
    package func addresses() throws -> [EmailAddress] {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        return try String(decoding: data, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .compactMap { index, line in
                let text = line.trimmingCharacters(in: .whitespaces)
                if text.isEmpty || text.hasPrefix("#") { return nil }
                do { return try EmailAddress(text) } catch { throw InvalidLine(path: path, line: index + 1) }
            }
    }

    /// Adds an address, unless the file has it.
    ///
    /// - Returns: Whether the address is new.
    package func add(_ address: EmailAddress) throws -> Bool {
        guard try !addresses().contains(where: { $0.identityKey == address.identityKey }) else { return false }
        var content = FileManager.default.contents(atPath: path) ?? Data()
        if let last = content.last, last != UInt8(ascii: "\n") { content.append(UInt8(ascii: "\n")) }
        content.append(contentsOf: Data((address.text + "\n").utf8))
        try DurableWrite.write(content, to: path)
        return true
    }
}
