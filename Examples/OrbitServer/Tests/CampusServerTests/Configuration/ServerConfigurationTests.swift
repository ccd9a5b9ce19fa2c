import Foundation
import Testing
import Validation

@testable import CampusServer

/// The checked configuration, in a folder that is removed after each test.
@Suite final class ServerConfigurationTests {
    private let home: String

    init() throws {
        home = FileManager.default.temporaryDirectory.path() + "orbit-server-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    private func configuration(_ environment: [String: String] = [:]) throws -> ServerConfiguration {
        try ServerConfiguration(Settings(flags: [:], environment: environment, file: nil), dataHome: home)
    }

    @Test func `without settings the server is on the loopback interface with SQLite in a private folder`() throws {
        let configuration = try configuration()
        #expect(configuration.isLoopbackOnly)
        #expect(configuration.database == .sqlite(path: home + "/orbit-server/orbit.sqlite"))
        let mode = try FileManager.default.attributesOfItem(atPath: configuration.folder.path)[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o700)
        #expect(configuration.contactPage == "http://127.0.0.1:8080/contacts/")
    }

    @Test func `the created key is the same at the next start`() throws {
        let first = try configuration()
        #expect(first.digestKey.count == 32)
        #expect(try configuration().digestKey == first.digestKey)
        #expect(first.settings[.digestKey]?.origin == .created(home + "/orbit-server/digest.key"))
    }

    @Test(arguments: [
        ["ORBIT_HOST": "0.0.0.0", "ORBIT_BASE_URL": "https://orbit.example"],
        ["ORBIT_HOST": "127.0.0.1.example", "ORBIT_BASE_URL": "https://orbit.example"],
        ["ORBIT_DATABASE": "postgres://db/orbit"],
    ])
    func `a server for others needs a configured key`(_ environment: [String: String]) {
        #expect(throws: SettingError.self) { try configuration(environment) }
    }

    @Test(arguments: [
        ("PORT", "eighty"), ("PORT", "65536"), ("TIME_ZONE", "Ithaca"), ("CAMPUS_CENTRE", "91,0"), ("MAIL", "smtp"),
        ("BASE_URL", "https://orbit.example/api"), ("DATABASE", "mysql://db"), ("LOG_LEVEL", "loud"),
        ("MAIL_FROM", "orbit"), ("TLS_KEY", "key.pem"), ("DIGEST_KEY", "c2hvcnQ="), ("CORS_ORIGIN", "app.example"),
        ("BASE_URL", "https://orbit.example#a"), ("CORS_ORIGIN", "https://app.example:443"),
        ("CORS_ORIGIN", "https://app.example/"), ("CORS_ORIGIN", "*"), ("CONTRACT", "/missing"),
        ("MAIL", "sendmail:/missing"), ("MAIL", "sendmail:/tmp"), ("MODERATORS", "/missing/moderators"),
    ])
    func `a value that cannot be used is an error and creates no folder`(_ name: String, _ value: String) {
        #expect(throws: SettingError.self) { try configuration(["ORBIT_" + name: value]) }
        #expect(!FileManager.default.fileExists(atPath: home + "/orbit-server"))
    }

    @Test func `a variable without a key is an error that names it`() {
        let sources = SettingSources(environment: ["HOME": home, "ORBIT_PROT": "80"])
        #expect(throws: SettingError.unknownVariable("ORBIT_PROT")) {
            try sources.configuration(flags: [:], file: nil)
        }
    }

    @Test func `a server for others needs its address`() {
        let key = Data(repeating: 1, count: 32).base64EncodedString()
        let error = #expect(throws: SettingError.self) {
            try configuration(["ORBIT_HOST": "0.0.0.0", "ORBIT_DIGEST_KEY": key])
        }
        #expect(error?.description.contains("base-url is missing") == true)
    }

    @Test func `the address of a loopback server in IPv6 has brackets`() throws {
        #expect(try configuration(["ORBIT_HOST": "::1"]).baseURL == "http://[::1]:8080")
    }

    @Test func `a settings file with the password of a database must be private`() throws {
        let path = home + "/orbit-server.conf"
        try Data("database = postgres://orbit:hidden@db/orbit\n".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(throws: SettingError.exposedFile(path)) { try SettingsFile(at: path) }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let file = try SettingsFile(at: path)
        #expect(file[.database]?.line == 1)
    }

    @Test func `a link to a private folder or file has the permissions of its target`() throws {
        let manager = FileManager.default
        let (target, file) = (home + "/target", home + "/secrets.conf")
        try manager.createDirectory(
            atPath: target, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        try manager.createSymbolicLink(atPath: home + "/orbit-server", withDestinationPath: target)
        let configuration = try configuration()
        #expect(manager.fileExists(atPath: configuration.folder.digestKey))
        try Data("metrics-token = hidden\n".utf8).write(to: URL(filePath: file))
        try manager.createSymbolicLink(atPath: home + "/link.conf", withDestinationPath: file)
        for (permissions, isPrivate) in [(0o600, true), (0o644, false)] {
            try manager.setAttributes([.posixPermissions: permissions], ofItemAtPath: file)
            #expect(((try? SettingsFile(at: home + "/link.conf")) != nil) == isPrivate)
        }
    }

    @Test func `an empty variable counts as missing`() throws {
        let sources = SettingSources(environment: [
            "XDG_DATA_HOME": home, "ORBIT_CONFIG": "", "ORBIT_DATA_FOLDER": "", "ORBIT_PORT": "",
        ])
        let configuration = try sources.configuration(flags: [:], file: nil)
        #expect(configuration.folder.path == home + "/orbit-server")
        #expect(configuration.port == 8_080)
    }

    @Test func `moderators are added once and read from their file`() throws {
        let file = ModeratorsFile(path: home + "/moderators")
        #expect(try file.addresses().isEmpty)
        #expect(try file.add(.init("dean@cornell.edu")))
        #expect(try !file.add(.init("Dean@cornell.edu")))
        #expect(try file.addresses().map(\.text) == ["dean@cornell.edu"])
    }

    @Test func `the lines of the moderators can end with CRLF`() throws {
        let path = home + "/moderators"
        try Data("# deans\r\ndean@cornell.edu\r\nmaya@cornell.edu\r\n".utf8).write(to: URL(filePath: path))
        let addresses = try ModeratorsFile(path: path).addresses()
        #expect(addresses.map(\.text) == ["dean@cornell.edu", "maya@cornell.edu"])
    }
}
