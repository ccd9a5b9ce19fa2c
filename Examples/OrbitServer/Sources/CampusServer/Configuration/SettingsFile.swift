import Foundation

/// The settings file: lines of `key = value`, empty lines, and comments after `#` at the start of a line.
package struct SettingsFile: Sendable {
    /// The path of the file, for messages.
    package let path: String
    private let values: [SettingKey: (text: String, line: Int)]

    /// Parses the content of a file. A later line of the same key replaces an earlier line.
    ///
    /// - Parameters:
    ///   - text: The content.
    ///   - path: The path, for messages.
    package init(parsing text: String, path: String) throws(SettingError) {
        self.path = path
        var values: [SettingKey: (text: String, line: Int)] = [:]
        // CRLF is one character, which differs from the newline.
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
            if line.isEmpty || line.hasPrefix("#") { continue }
            guard let equals = line.firstIndex(of: "=") else { throw .malformedLine(file: path, line: index + 1) }
            let name = line[..<equals].trimmingCharacters(in: .whitespaces)
            guard let key = SettingKey.all.first(where: { $0.name == name }) else {
                throw .unknownKey(name, file: path, line: index + 1)
            }
            let value = line[line.index(after: equals)...].trimmingCharacters(in: .whitespaces)
            if !value.isEmpty { values[key] = (value, index + 1) }
        }
        self.values = values
    }

    /// Reads a file.
    ///
    /// - Throws: ``SettingError/exposedFile(_:)`` if the file has a secret or the password of a database,
    ///   and other users can read it.
    package init(at path: String) throws(SettingError) {
        guard let data = FileManager.default.contents(atPath: path) else { throw .unreadableFile(path) }
        try self.init(parsing: String(decoding: data, as: UTF8.self), path: path)
        let hasPassword = values[.database].map { DatabaseAddress.containsPassword($0.text) } ?? false
        guard hasPassword || values.keys.contains(where: \.isSecret) else { return }
        guard let permissions = PrivateFile.permissions(of: path) else { throw .unreadableFile(path) }
        guard permissions & 0o077 == 0 else { throw .exposedFile(path) }
    }

    /// Returns the value of a key, and its line.
    package subscript(key: SettingKey) -> (text: String, line: Int)? { values[key] }
}
