import Foundation

/// Collects the settings of a command.
package struct SettingSources: Sendable {
    /// The variable of the path of the settings file. It is not a key, because the file cannot contain it.
    private static let config = "ORBIT_CONFIG"

    private let environment: [String: String]

    /// - Parameter environment: The environment of the process.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        // An empty variable counts as missing, as in `Settings`.
        self.environment = environment.filter { !$0.value.isEmpty }
    }

    /// The folder that contains the default data folder (XDG Base Directory Specification).
    private var dataHome: String {
        if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return folder }
        return (environment["HOME"] ?? ".") + "/.local/share"
    }

    /// Returns the checked configuration.
    ///
    /// - Parameters:
    ///   - flags: The options of the command.
    ///   - file: The path of the settings file. By default it is `ORBIT_CONFIG`, or `orbit-server.conf` in the data
    ///     folder if that file exists.
    /// - Throws: ``SettingError/unknownVariable(_:)`` if a variable is misspelt, as its default would otherwise apply.
    package func configuration(flags: [SettingKey: String], file: String?) throws -> ServerConfiguration {
        let variables = Set(SettingKey.all.map(\.variable) + [Self.config])
        if let unknown = environment.keys.filter({ $0.hasPrefix("ORBIT_") && !variables.contains($0) }).min() {
            throw SettingError.unknownVariable(unknown)
        }
        let folder = flags[.dataFolder] ?? environment[SettingKey.dataFolder.variable] ?? dataHome + "/orbit-server"
        let standard = folder + "/orbit-server.conf"
        let isPresent = FileManager.default.fileExists(atPath: standard)
        let path = file ?? environment[Self.config] ?? (isPresent ? standard : nil)
        let parsed = try path.map { try SettingsFile(at: $0) }
        return try ServerConfiguration(
            Settings(flags: flags, environment: environment, file: parsed), dataHome: dataHome)
    }
}
