import Foundation
import Logging
import OrbitDemo
import OrbitModels
import Validation

/// Checks the text of each setting.
struct SettingReader {
    let settings: Settings

    func text(_ key: SettingKey) throws(SettingError) -> String {
        try settings.required(key, reason: key.summary).text
    }

    func number(_ key: SettingKey, in range: ClosedRange<Int>) throws(SettingError) -> Int {
        let value = try settings.required(key, reason: key.summary)
        guard let number = Int(value.text), range.contains(number) else {
            throw invalid(key, "Write a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    func address(_ key: SettingKey) throws(SettingError) -> EmailAddress {
        do {
            return try EmailAddress(text(key))
        } catch {
            throw invalid(key, "Write an email address.")
        }
    }

    func baseURL() throws(SettingError) -> String {
        let text = try text(.baseURL)
        guard Self.isOrigin(text) else {
            throw invalid(.baseURL, "Write a scheme, a host and a port, such as https://orbit.example.")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// The origin of a website, exactly as a browser sends it.
    func corsOrigin() throws(SettingError) -> String? {
        guard let text = settings[.corsOrigin]?.text else { return nil }
        guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme),
            let host = url.host(), text == "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? ""),
            text == text.lowercased(), url.port != (scheme == "https" ? 443 : 80)  // a browser omits the default port
        else {
            throw invalid(
                .corsOrigin,
                "Write a scheme and a host without a path and without the default port, such as https://app.example.")
        }
        return text
    }

    func database() throws(SettingError) -> DatabaseAddress {
        let value = try settings.required(.database, reason: SettingKey.database.summary)
        if value.origin == .flag, DatabaseAddress.containsPassword(value.text) {
            throw invalid(
                .database, "It has a password, which other users could see. Set \(SettingKey.database.variable).")
        }
        guard let address = DatabaseAddress(value.text) else {
            throw invalid(.database, "Write sqlite:PATH or postgres://….")
        }
        return address
    }

    func tls() throws(SettingError) -> ServerConfiguration.TLSFiles? {
        switch (settings[.certificate]?.text, settings[.certificateKey]?.text) {
        case (nil, nil): return nil
        case (let certificate?, let key?): return ServerConfiguration.TLSFiles(certificate: certificate, key: key)
        case (_?, nil): throw .missing(.certificateKey, reason: "A certificate needs its private key.")
        case (nil, _?): throw .missing(.certificate, reason: "A private key needs its certificate.")
        }
    }

    /// The campuses of the file. Without a setting, all addresses under academic domains such as `.edu` may sign in.
    func campuses() throws(SettingError) -> CampusRegistry {
        guard let text = settings[.campuses]?.text else { return CampusRegistry() }
        if text == "example" { return CampusSeed.registry }
        do {
            return CampusRegistry(universities: try CampusRegistry.universities(at: URL(filePath: text)).elements)
        } catch {
            throw invalid(.campuses, "\(text) is not a list of universities in the Hipo format.")
        }
    }

    func timeZone() throws(SettingError) -> TimeZone {
        guard let zone = TimeZone(identifier: try text(.timeZone)) else {
            throw invalid(.timeZone, "Write a name of the tz database, such as America/New_York.")
        }
        return zone
    }

    func centre() throws(SettingError) -> Coordinates? {
        guard let text = settings[.centre]?.text else { return nil }
        let parts = text.split(separator: ",").map { Double($0.trimmingCharacters(in: .whitespaces)) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
            let point = Coordinates(latitude: latitude, longitude: longitude)
        else { throw invalid(.centre, "Write LATITUDE,LONGITUDE in degrees, such as 42.45,-76.48.") }
        return point
    }

    func mail() throws(SettingError) -> ServerConfiguration.Mail {
        let text = try text(.mail)
        if text == "spool" { return .spool }
        guard text.hasPrefix("sendmail:/") else {
            throw invalid(.mail, "Write spool, or sendmail: and an absolute path, such as sendmail:/usr/sbin/sendmail.")
        }
        let program = String(text.dropFirst("sendmail:".count))
        var isFolder: ObjCBool = false
        let manager = FileManager.default
        guard manager.fileExists(atPath: program, isDirectory: &isFolder), !isFolder.boolValue,
            manager.isExecutableFile(atPath: program)
        else {
            throw invalid(.mail, "\(program) is not a program that this user may run. Install it, or check the path.")
        }
        return .sendmail(path: program)
    }

    func logLevel() throws(SettingError) -> Logger.Level {
        let text = try text(.logLevel)
        guard ["debug", "info", "notice", "warning", "error"].contains(text), let level = Logger.Level(rawValue: text)
        else { throw invalid(.logLevel, "Write debug, info, notice, warning or error.") }
        return level
    }

    /// The file of the moderators. `orbit-server moderator add` creates it, in a folder that exists.
    func moderators() throws(SettingError) -> String {
        let value = try settings.required(.moderators, reason: SettingKey.moderators.summary)
        let (path, manager) = (value.text, FileManager.default)
        if manager.fileExists(atPath: path) {
            guard manager.isReadableFile(atPath: path) else {
                throw invalid(.moderators, "\(path) cannot be read. Check its permissions.")
            }
        } else if value.origin != .defaults {
            let folder = (path as NSString).deletingLastPathComponent
            guard manager.fileExists(atPath: folder.isEmpty ? "." : folder) else {
                throw invalid(.moderators, "The folder of \(path) does not exist.")
            }
        }
        return path
    }

    /// The folder of the contract. The default folder exists only in a copy of the repository.
    func contract() throws(SettingError) -> String {
        let value = try settings.required(.contract, reason: SettingKey.contract.summary)
        guard value.origin == .defaults || FileManager.default.isReadableFile(atPath: value.text + "/openapi.yaml")
        else { throw invalid(.contract, "\(value.text) has no openapi.yaml that can be read.") }
        return value.text
    }

    /// Returns the configured key of the digest; `nil` if the server creates a key in its data folder.
    ///
    /// - Parameter isRequired: Whether other machines reach the server, or other servers use its store. A created key
    ///   is only for a single server with callers on the same machine.
    func digestKey(isRequired: Bool) throws(SettingError) -> Data? {
        if let value = settings[.digestKey] {
            guard let key = Data(base64Encoded: value.text), key.count >= 32 else {
                throw invalid(.digestKey, "Write at least 32 random bytes in base64: `openssl rand -base64 32`.")
            }
            return key
        }
        guard !isRequired else {
            throw .missing(
                .digestKey,
                reason: """
                    A server for other machines or on PostgreSQL needs a key that is stored apart from its database: \
                    `openssl rand -base64 32`.
                    """)
        }
        return nil
    }

    /// Whether a text is a scheme, a host and a port, without a path other than `/`.
    private static func isOrigin(_ text: String) -> Bool {
        guard let url = URL(string: text), let scheme = url.scheme else { return false }
        return ["http", "https"].contains(scheme) && url.host() != nil && ["", "/"].contains(url.path())
            && url.query() == nil && url.fragment() == nil && url.user() == nil
    }

    private func invalid(_ key: SettingKey, _ reason: String) -> SettingError {
        .invalid(key, origin: settings[key]?.origin ?? .defaults, reason: reason)
    }
}
