import Foundation

/// An error of the configuration. The description names the key and the next step, and never a secret value.
package enum SettingError: Error, Hashable, Sendable {
    /// No source has a value for a required key.
    case missing(SettingKey, reason: String)
    /// The value cannot be used.
    case invalid(SettingKey, origin: SettingOrigin, reason: String)
    /// The file has a key that does not exist.
    case unknownKey(String, file: String, line: Int)
    /// A variable of the environment starts with `ORBIT_` and belongs to no key.
    case unknownVariable(String)
    /// A line of the file is not `key = value`.
    case malformedLine(file: String, line: Int)
    /// The file cannot be read.
    case unreadableFile(String)
    /// A file with secrets can be read by other users.
    case exposedFile(String)
}

extension SettingError: LocalizedError, CustomStringConvertible {
    /// The template of the settings file, relative to the root of OrbitKit.
    package static let template = "Examples/OrbitServer/orbit-server.conf.template"

    package var errorDescription: String? { description }

    package var description: String {
        switch self {
        case .missing(let key, let reason):
            """
            The setting \(key.name) is missing. \(reason) \
            Set \(key.variable), or write `\(key.name) = …` in the settings file. The template is \(Self.template).
            """
        case .invalid(let key, let origin, let reason):
            "The setting \(key.name) from \(origin) cannot be used. \(reason)"
        case .unknownKey(let name, let file, let line):
            "\(file), line \(line): There is no setting \(name). The template \(Self.template) lists all settings."
        case .unknownVariable(let name):
            """
            The variable \(name) belongs to no setting. Correct its name, or unset it. \
            The template \(Self.template) lists all settings.
            """
        case .malformedLine(let file, let line): "\(file), line \(line): Write `key = value`, or `#` and a comment."
        case .unreadableFile(let file): "The settings file \(file) cannot be read. Check its path and permissions."
        case .exposedFile(let file): "Other users can read the secrets in \(file). Run `chmod 600 \(file)`."
        }
    }
}

/// The source of a value.
package enum SettingOrigin: Hashable, Sendable, CustomStringConvertible {
    /// An option of the command.
    case flag
    /// An environment variable.
    case environment(String)
    /// A line of the settings file.
    case file(String, line: Int)
    /// A file that the server has created.
    case created(String)
    /// The default.
    case defaults

    package var description: String {
        switch self {
        case .flag: "the command line"
        case .environment(let variable): "the variable \(variable)"
        case .file(let path, let line): "\(path), line \(line)"
        case .created(let path): "\(path), created by the server"
        case .defaults: "the defaults"
        }
    }
}
