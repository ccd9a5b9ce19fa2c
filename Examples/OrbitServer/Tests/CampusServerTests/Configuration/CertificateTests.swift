import Foundation
import NIOSSL
import Testing

@testable import CampusServer

/// The files of TLS, in a folder that is removed after each test. The keys are for these tests only.
@Suite final class CertificateTests {
    private let folder = FileManager.default.temporaryDirectory.path() + "orbit-tls-\(UUID().uuidString)"
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, text) in [("a.pem", Self.certificate), ("a.key", Self.key), ("b.key", Self.otherKey)] {
            try Data(text.utf8).write(to: URL(filePath: folder + "/" + name))
            try setPermissions(0o600, of: name)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func files(_ certificate: String, _ key: String) -> ServerConfiguration.TLSFiles {
        ServerConfiguration.TLSFiles(certificate: folder + "/" + certificate, key: folder + "/" + key)
    }

    @Test func `a certificate with its key serves TLS 1.2 and later`() throws {
        let configuration = try Certificate.configuration(of: files("a.pem", "a.key"), now: now)
        #expect(configuration.minimumTLSVersion == .tlsv12)
    }

    @Test func `a key of another certificate is an error that names the file`() {
        #expect(throws: StartupError.keyOfOtherCertificate(key: folder + "/b.key", certificate: folder + "/a.pem")) {
            _ = try Certificate.configuration(of: files("a.pem", "b.key"), now: now)
        }
    }

    @Test func `a file that is not in PEM is an error that names the file`() {
        #expect(throws: StartupError.unreadableCertificate(folder + "/a.key")) {
            _ = try Certificate.configuration(of: files("a.key", "a.key"), now: now)
        }
        #expect(throws: StartupError.unreadableKey(folder + "/none.key")) {
            _ = try Certificate.configuration(of: files("a.pem", "none.key"), now: now)
        }
    }

    private func setPermissions(_ permissions: Int, of name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: folder + "/" + name)
    }

    @Test func `a key that all users can read is an error, and a group may read it`() throws {
        try setPermissions(0o640, of: "a.key")
        _ = try Certificate.configuration(of: files("a.pem", "a.key"), now: now)
        try setPermissions(0o644, of: "a.key")
        #expect(throws: StartupError.exposedKey(folder + "/a.key")) {
            _ = try Certificate.configuration(of: files("a.pem", "a.key"), now: now)
        }
    }

    @Test func `an expired certificate is an error`() {
        #expect(throws: StartupError.self) {
            _ = try Certificate.configuration(
                of: files("a.pem", "a.key"), now: Date(timeIntervalSince1970: 5_000_000_000))
        }
    }

    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBhzCCAS2gAwIBAgIUMhVnVwp+Wzc0GmZ8sHhAk+2+V3IwCgYIKoZIzj0EAwIw
        GDEWMBQGA1UEAwwNb3JiaXQuZXhhbXBsZTAgFw0yNjExMjYxMzM1MDlaGA8yMTI2
        MTEwMjEzMzUwOVowGDEWMBQGA1UEAwwNb3JiaXQuZXhhbXBsZTBZMBMGByqGSM49
        AgEGCCqGSM49AwEHA0IABMSuvDTC6WZQebMX18TXGjgrslFivDq/vVFqpL5+Xohg
        dTXuUpPP8L+Y8ddK7RlnHX3X2D8ziQgx2VBIVUZdEL+jUzBRMB0GA1UdDgQWBBSa
        IOuw4GVqcazBnXyzya2jRcfvRTAfBgNVHSMEGDAWgBSaIOuw4GVqcazBnXyzya2j
        RcfvRTAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIB0q7rq7syIW
        sEgpiMBd/RJDyjzGWd5dWn2N2vluv/M0AiEAmCfIvXEQwU/l4c4LY4geHXfbPVGY
        sPuPkvGhWGfZrXc=
        -----END CERTIFICATE-----
        """

    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgrhjUdU4FOtyjk/68
        3LFhC0NeXzczbHmM7ZMMuRvzCLmhRANCAATErrw0wulmUHmzF9fE1xo4K7JRYrw6
        v71RaqS+fl6IYHU17lKTz/C/mPHXSu0ZZx1919g/M4kIMdlQSFVGXRC/
        -----END PRIVATE KEY-----
        """

    private static let otherKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg9Py8jAwuOKQk5sgY
        QgKH3EkNvegxeTtV0KZSKfJZGfOhRANCAAQk3QVrIotvxQ5AaGiZrB3CWCJLCWeK
        1rP1xC6c4VIDgeWlETbYfNCCHp/CbEO4hvNhlMaO6HztyIyzawLkwrEZ
        -----END PRIVATE KEY-----
        """
}
