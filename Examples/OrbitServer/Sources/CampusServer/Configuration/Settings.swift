import Foundation

/// The values of all keys, each with its origin. A flag takes precedence over the environment, and the environment over
/// the file.
package struct Settings: Sendable {
    /// A value and its source.
    package struct Value: Hashable, Sendable {
        package let text: String
        package let origin: SettingOrigin
    }

    private var values: [SettingKey: Value] = [:]

    /// Collects the values.
    ///
    /// - Parameters:
    ///   - flags: The options of the command, without secrets.
    ///   - environment: The environment of the process.
    ///   - file: The settings file, if there is one.
    package init(flags: [SettingKey: String], environment: [String: String], file: SettingsFile?) {
        for key in SettingKey.all {
            if !key.isSecret, let text = flags[key] {
                values[key] = Value(text: text, origin: .flag)
            } else if let text = environment[key.variable], !text.isEmpty {
                values[key] = Value(text: text, origin: .environment(key.variable))
            } else if let file, let (text, line) = file[key] {
                values[key] = Value(text: text, origin: .file(file.path, line: line))
            } else if let text = key.defaultText {
                values[key] = Value(text: text, origin: .defaults)
            }
        }
    }

    /// The value of a key, if there is one.
    package subscript(key: SettingKey) -> Value? { values[key] }

    /// Adds a value that the server has derived or created.
    mutating func setDefault(_ key: SettingKey, _ text: String, origin: SettingOrigin = .defaults) {
        if values[key] == nil { values[key] = Value(text: text, origin: origin) }
    }

    /// Returns a required value.
    func required(_ key: SettingKey, reason: String) throws(SettingError) -> Value {
        guard let value = values[key] else { throw .missing(key, reason: reason) }
        return value
    }

    /// The lines of `orbit-server config`: each key with its value and origin. Secrets are replaced by a placeholder.
    package var report: [String] {
        let width = SettingKey.all.map(\.name.count).max() ?? 0
        return SettingKey.all.map { key in
            let name = key.name.padding(toLength: width, withPad: " ", startingAt: 0)
            guard let value = values[key] else { return "\(name)  –" }
            return "\(name)  \(Self.shown(value.text, of: key))  (\(value.origin))"
        }
    }

    private static func shown(_ text: String, of key: SettingKey) -> String {
        if key.isSecret { return "‹secret›" }
        guard key == .database, DatabaseAddress.containsPassword(text) else { return text }
        return "‹address with a password›"
    }
}
