import Foundation
import Logging
import OrbitModels
import Validation

/// The checked values of the configuration.
package struct ServerConfiguration: Sendable {
    /// The delivery of messages.
    package enum Mail: Hashable, Sendable {
        /// Messages remain in the spool folder, for another program or `orbit-server mail`.
        case spool
        /// The server runs this program, which is compatible with sendmail, for each message.
        case sendmail(path: String)
    }

    /// The files of TLS.
    package struct TLSFiles: Hashable, Sendable {
        package let certificate: String
        package let key: String
    }

    package let folder: DataFolder
    package let host: String
    package let port: Int
    /// The address for browsers, without a path and without a slash at the end.
    package let baseURL: String
    package let database: DatabaseAddress
    package let trustedProxies: Int
    package let tls: TLSFiles?
    package let campuses: CampusRegistry
    package let timeZone: TimeZone
    package let centre: Coordinates?
    package let moderatorsFile: String
    package let mail: Mail
    package let mailFrom: EmailAddress
    package let corsOrigin: String?
    package let contractFolder: String
    package let logLevel: Logger.Level
    package let digestKey: Data
    package let metricsToken: String?
    package var limits = ServerLimits()
    /// The values and their origins, for `orbit-server config`.
    package let settings: Settings

    /// Checks the values. Then creates the data folder, and at the first start the key of the digest. A value that
    /// cannot be used changes nothing.
    ///
    /// - Parameters:
    ///   - settings: The values with their origins.
    ///   - dataHome: The folder that contains the default data folder.
    package init(_ settings: Settings, dataHome: String) throws {
        var settings = settings
        settings.setDefault(.dataFolder, dataHome + "/orbit-server")
        let reader = SettingReader(settings: settings)
        let folder = DataFolder(path: try reader.text(.dataFolder))
        self.folder = folder
        settings.setDefault(.database, "sqlite:" + folder.database)
        settings.setDefault(.moderators, folder.moderators)
        let completed = SettingReader(settings: settings)
        host = try completed.text(.host)
        port = try completed.number(.port, in: 0...65_535)
        tls = try completed.tls()
        if Self.isLoopback(host) {
            let name = host.contains(":") ? "[\(host)]" : host
            settings.setDefault(.baseURL, "\(tls == nil ? "http" : "https")://\(name):\(port)")
        }
        // Mails to people on other machines would otherwise link to an address such as 0.0.0.0.
        baseURL = try SettingReader(settings: settings).baseURL()
        database = try completed.database()
        trustedProxies = try completed.number(.trustProxy, in: 0...10)
        campuses = try completed.campuses()
        timeZone = try completed.timeZone()
        centre = try completed.centre()
        moderatorsFile = try completed.moderators()
        mail = try completed.mail()
        mailFrom = try completed.address(.mailFrom)
        corsOrigin = try completed.corsOrigin()
        contractFolder = try completed.contract()
        logLevel = try completed.logLevel()
        metricsToken = settings[.metricsToken]?.text
        let configured = try completed.digestKey(isRequired: database.isShared || !Self.isLoopback(host))
        try folder.create()
        digestKey = try configured ?? folder.createdDigestKey(for: database)
        settings.setDefault(.digestKey, digestKey.base64EncodedString(), origin: .created(folder.digestKey))
        self.settings = settings
    }

    /// Whether only this machine reaches the address.
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        // A name such as 127.0.0.1.example can have any address.
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
    }

    /// Whether only this machine reaches the server.
    package var isLoopbackOnly: Bool { Self.isLoopback(host) }

    /// The page on which the contact of a check-in refuses messages. A token follows.
    package var contactPage: String { baseURL + "/contacts/" }

    /// The addresses in the file of moderators. The array is empty if the file does not exist.
    package func moderators() throws -> [EmailAddress] {
        try ModeratorsFile(path: moderatorsFile).addresses()
    }
}
