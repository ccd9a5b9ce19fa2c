import Foundation

/// A key of the server's configuration. The options, the settings file, its template and `orbit-server config` use the
/// keys in ``all``.
package struct SettingKey: Hashable, Sendable {
    /// The name in the settings file, and of the option after `--`.
    package let name: String
    /// A description of the value, in one sentence.
    package let summary: String
    /// The value without a setting; `nil` if the value is required or its absence has a meaning of its own.
    package let defaultText: String?
    /// Whether the value is a secret. A secret has no option, because other users can read the arguments of a process.
    package let isSecret: Bool

    private init(_ name: String, _ summary: String, defaultText: String? = nil, isSecret: Bool = false) {
        (self.name, self.summary, self.defaultText, self.isSecret) = (name, summary, defaultText, isSecret)
    }

    /// The name of the environment variable, such as `ORBIT_BASE_URL`.
    package var variable: String { "ORBIT_" + name.uppercased().replacingOccurrences(of: "-", with: "_") }
}

extension SettingKey {
    package static let dataFolder = SettingKey(
        "data-folder", "The private folder of the database, the mail spool and the created key.")
    package static let host = SettingKey("host", "The address to listen on.", defaultText: "127.0.0.1")
    package static let port = SettingKey("port", "The port to listen on.", defaultText: "8080")
    package static let baseURL = SettingKey(
        "base-url", "The address of the server for browsers, without a path, such as https://orbit.example.")
    package static let database = SettingKey(
        "database", "sqlite:PATH, or postgres://… in the format of libpq. SQLite in the data folder by default.")
    package static let trustProxy = SettingKey(
        "trust-proxy", "The number of the operator's own proxies in front of the server.", defaultText: "0")
    package static let certificate = SettingKey("tls-certificate", "The file of the certificate chain, in PEM.")
    package static let certificateKey = SettingKey("tls-key", "The file of the certificate's private key, in PEM.")
    package static let campuses = SettingKey(
        "campuses", "The file of universities (Hipo JSON), or `example` for the example campus.")
    package static let timeZone = SettingKey("time-zone", "The time zone of the campus.", defaultText: "UTC")
    package static let centre = SettingKey(
        "campus-centre", "A public point on the campus as LATITUDE,LONGITUDE. Do not move it later.")
    package static let moderators = SettingKey(
        "moderators", "The file of the moderators' addresses, one per line. In the data folder by default.")
    package static let mail = SettingKey("mail", "spool, or sendmail:PATH of a program.", defaultText: "spool")
    package static let mailFrom = SettingKey(
        "mail-from", "The sender of messages.", defaultText: "orbit@orbit.example")
    package static let corsOrigin = SettingKey(
        "cors-origin", "The origin of a website on another host, such as https://app.example. Without it, CORS is off.")
    package static let contract = SettingKey(
        "contract", "The folder of openapi.yaml, which the server publishes.", defaultText: "Docs")
    package static let logLevel = SettingKey("log-level", "debug, info, notice, warning or error.", defaultText: "info")
    package static let digestKey = SettingKey(
        "digest-key", "The key of the digest: at least 32 random bytes in base64.", isSecret: true)
    package static let metricsToken = SettingKey(
        "metrics-token", "The token with which another machine reads /metrics.", isSecret: true)

    /// All keys, in the order of the template.
    package static let all: [SettingKey] = [
        dataFolder, host, port, baseURL, database, trustProxy, certificate, certificateKey, campuses, timeZone, centre,
        moderators, mail, mailFrom, corsOrigin, contract, logLevel, digestKey, metricsToken,
    ]
}
