import Foundation

@testable import CampusServer

/// The files of two certificates and their keys, in a folder that is removed at the end. The keys are for tests only.
final class CertificateFiles: Sendable {
    private let folder = FileManager.default.temporaryDirectory.path() + "orbit-tls-\(UUID().uuidString)/"
    /// A date at which both certificates are valid.
    let now = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, text) in [
            ("a.pem", Self.certificate), ("a.key", Self.key), ("b.pem", Self.otherCertificate),
            ("b.key", Self.otherKey), ("empty", ""),
        ] {
            try Data(text.utf8).write(to: URL(filePath: path(name)))
            try setPermissions(0o600, of: name)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String) -> String { folder + name }

    /// Returns the settings of a certificate and a key.
    func settings(_ certificate: String, _ key: String) -> ServerConfiguration.TLSFiles {
        ServerConfiguration.TLSFiles(certificate: path(certificate), key: path(key))
    }

    func setPermissions(_ permissions: Int, of name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path(name))
    }

    /// Replaces the content of a file by that of another file, as a renewal does.
    func replace(_ name: String, by other: String) throws {
        try Data(contentsOf: URL(filePath: path(other))).write(to: URL(filePath: path(name)))
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

    private static let otherCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIBhzCCAS2gAwIBAgIUG3gJFaSpS8D+apDnU74zzUORorUwCgYIKoZIzj0EAwIw
        GDEWMBQGA1UEAwwNb3JiaXQuZXhhbXBsZTAgFw0yNjExMjYyMDU4MzNaGA8yMTI2
        MTEwMjIwNTgzM1owGDEWMBQGA1UEAwwNb3JiaXQuZXhhbXBsZTBZMBMGByqGSM49
        AgEGCCqGSM49AwEHA0IABCTdBWsii2/FDkBoaJmsHcJYIksJZ4rWs/XELpzhUgOB
        5aURNth80IIen8JsQ7iG82GUxo7ofO3IjLNrAuTCsRmjUzBRMB0GA1UdDgQWBBSD
        1HAduJS6G32A7bCW9T4Dop93ZzAfBgNVHSMEGDAWgBSD1HAduJS6G32A7bCW9T4D
        op93ZzAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQCv7tO+dFWu
        bORxJpXAcy2lRo1x+2zKPpryMKceYBjU5QIgVhbubFtslP3GLOLKdzZCZq3Nc5EE
        t58Vl/opIGWYb00=
        -----END CERTIFICATE-----
        """
}
