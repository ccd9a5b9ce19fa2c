import Foundation
import Testing

@testable import CampusServer

@Suite struct SettingsTests {
    private static func file(_ text: String) throws -> SettingsFile { try SettingsFile(parsing: text, path: "a.conf") }

    @Test func `a flag takes precedence over the environment and the environment over the file`() throws {
        let file = try Self.file("port = 1\nhost = ::1\ntime-zone = Europe/Berlin\n")
        let settings = Settings(
            flags: [.port: "3"], environment: ["ORBIT_PORT": "2", "ORBIT_HOST": "127.0.0.2"], file: file)
        #expect(settings[.port] == Settings.Value(text: "3", origin: .flag))
        #expect(settings[.host] == Settings.Value(text: "127.0.0.2", origin: .environment("ORBIT_HOST")))
        #expect(settings[.timeZone] == Settings.Value(text: "Europe/Berlin", origin: .file("a.conf", line: 3)))
        #expect(settings[.mail] == Settings.Value(text: "spool", origin: .defaults))
    }

    @Test func `a secret is never read from a flag and never printed`() {
        let settings = Settings(
            flags: [.digestKey: "flag"], environment: ["ORBIT_DIGEST_KEY": "hidden"], file: nil)
        #expect(settings[.digestKey]?.text == "hidden")
        #expect(!settings.report.joined().contains("hidden"))
    }

    @Test func `a password in the database address is not printed`() {
        let settings = Settings(
            flags: [:], environment: ["ORBIT_DATABASE": "postgres://orbit:hidden@db/orbit"], file: nil)
        #expect(!settings.report.joined().contains("hidden"))
    }

    @Test func `an unknown key is an error with its line`() {
        #expect(throws: SettingError.unknownKey("prot", file: "a.conf", line: 2)) {
            try Self.file("# comment\nprot = 1\n")
        }
    }

    @Test func `a line without a value is an error`() {
        #expect(throws: SettingError.malformedLine(file: "a.conf", line: 1)) { try Self.file("port 1\n") }
    }

    @Test func `the lines of a file can end with CRLF`() throws {
        let file = try Self.file("# comment\r\nport = 9000\r\n\r\nhost = ::1\r\n")
        #expect(file[.port]?.text == "9000")
        #expect(file[.host]?.text == "::1")
        #expect(file[.host]?.line == 4)
    }

    @Test func `a missing key names itself and the template`() {
        let text = SettingError.missing(.digestKey, reason: "It is required.").description
        #expect(text.contains("digest-key"))
        #expect(text.contains("ORBIT_DIGEST_KEY"))
        #expect(text.contains("Examples/OrbitServer/orbit-server.conf.template"))
    }

    @Test func `the template lists every key with its description`() throws {
        let template = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../orbit-server.conf.template").standardizedFileURL
        let text = try String(contentsOf: template, encoding: .utf8)
        for key in SettingKey.all {
            #expect(text.contains("# \(key.summary)\n#\(key.name) ="), "\(key.name)")
        }
        _ = try Self.file(
            text.split(separator: "\n").map { $0.hasPrefix("# ") ? "" : $0.drop { $0 == "#" } }
                .joined(separator: "\n"))
    }
}
