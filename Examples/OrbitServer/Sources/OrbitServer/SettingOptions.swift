import ArgumentParser
import CampusServer
import Logging

/// The options of all commands. Each is a key of the settings file; secrets have no option.
struct SettingOptions: ParsableArguments {
    @Option(help: "The settings file.") var config: String?
    @Option(help: .of(.dataFolder)) var dataFolder: String?
    @Option(help: .of(.host)) var host: String?
    @Option(help: .of(.port)) var port: String?
    @Option(name: .customLong("base-url"), help: .of(.baseURL)) var baseURL: String?
    @Option(help: .of(.database)) var database: String?
    @Option(help: .of(.trustProxy)) var trustProxy: String?
    @Option(parsing: .upToNextOption, help: "The files of the certificate chain and of its key, in PEM.")
    var tls: [String] = []
    @Option(help: .of(.campuses)) var campuses: String?
    @Option(help: .of(.timeZone)) var timeZone: String?
    @Option(help: .of(.centre)) var campusCentre: String?
    @Option(help: .of(.moderators)) var moderators: String?
    @Option(help: .of(.mail)) var mail: String?
    @Option(help: .of(.mailFrom)) var mailFrom: String?
    @Option(help: .of(.corsOrigin)) var corsOrigin: String?
    @Option(help: .of(.contract)) var contract: String?
    @Option(help: .of(.logLevel)) var logLevel: String?

    func validate() throws {
        guard tls.isEmpty || tls.count == 2 else {
            throw ValidationError("--tls needs two files: the certificate chain and its key.")
        }
    }

    /// Returns the configuration of the options, the environment and the settings file.
    func configuration() throws -> ServerConfiguration {
        let values: [SettingKey: String?] = [
            .dataFolder: dataFolder, .host: host, .port: port, .baseURL: baseURL, .database: database,
            .trustProxy: trustProxy, .certificate: tls.first, .certificateKey: tls.dropFirst().first,
            .campuses: campuses, .timeZone: timeZone, .centre: campusCentre, .moderators: moderators, .mail: mail,
            .mailFrom: mailFrom, .corsOrigin: corsOrigin, .contract: contract, .logLevel: logLevel,
        ]
        return try SettingSources().configuration(flags: values.compactMapValues { $0 }, file: config)
    }

    /// Returns the log, which writes to standard error.
    static func logger(_ level: Logger.Level) -> Logger {
        var logger = Logger(label: "orbit-server") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = level
        return logger
    }
}

extension ArgumentHelp {
    /// The description of a key of the configuration.
    fileprivate static func of(_ key: SettingKey) -> ArgumentHelp {
        ArgumentHelp(stringLiteral: key.defaultText.map { "\(key.summary) (default: \($0))" } ?? key.summary)
    }
}
