import Foundation
import Logging
import NIOSSL
import NetworkingTesting
import Testing

@testable import CampusServer

/// The certificate of the server, and its renewal while the server runs.
@Suite struct CertificateTests {
    private let files: CertificateFiles

    init() throws {
        files = try CertificateFiles()
    }

    private func certificate(_ certificate: String, _ key: String) throws -> CurrentCertificate {
        try CurrentCertificate(files.settings(certificate, key), now: files.now)
    }

    @Test func `a certificate with its key serves TLS 1.2 and later`() throws {
        #expect(try certificate("a.pem", "a.key").context.configuration.minimumTLSVersion == .tlsv12)
    }

    @Test func `a key of another certificate is an error that names the file`() {
        let error = StartupError.keyOfOtherCertificate(key: files.path("b.key"), certificate: files.path("a.pem"))
        #expect(throws: error) { _ = try certificate("a.pem", "b.key") }
    }

    @Test func `a file that is not in PEM is an error that names the file`() {
        for name in ["a.key", "none.pem", "empty"] {
            #expect(throws: StartupError.unreadableCertificate(files.path(name))) { _ = try certificate(name, "a.key") }
        }
        for name in ["none.key", "a.pem", "empty"] {
            #expect(throws: StartupError.unreadableKey(files.path(name))) { _ = try certificate("a.pem", name) }
        }
    }

    @Test func `a key that all users can read is an error, and a group may read it`() throws {
        try files.setPermissions(0o640, of: "a.key")
        _ = try certificate("a.pem", "a.key")
        try files.setPermissions(0o644, of: "a.key")
        #expect(throws: StartupError.exposedKey(files.path("a.key"))) { _ = try certificate("a.pem", "a.key") }
    }

    @Test func `an expired certificate is an error`() {
        #expect(throws: StartupError.self) {
            _ = try CurrentCertificate(
                files.settings("a.pem", "a.key"), now: Date(timeIntervalSince1970: 5_000_000_000))
        }
    }

    @Test func `unchanged files are not a renewal`() throws {
        let certificate = try certificate("a.pem", "a.key")
        let context = certificate.context
        #expect(try !certificate.renew(now: files.now))
        #expect(certificate.context === context)
    }

    @Test func `a certificate whose key is not renewed yet stays in use until it is`() throws {
        let certificate = try certificate("a.pem", "a.key")
        let context = certificate.context
        try files.replace("a.pem", by: "b.pem")
        let error = StartupError.keyOfOtherCertificate(key: files.path("a.key"), certificate: files.path("a.pem"))
        #expect(throws: error) { _ = try certificate.renew(now: files.now) }
        #expect(certificate.context === context)
        try files.replace("a.key", by: "b.key")
        #expect(try certificate.renew(now: files.now))
        #expect(certificate.context !== context)
    }

    @Test func `a running server reads renewed files after ten seconds`() async throws {
        let clock = VirtualClock(date: files.now)
        let certificate = try certificate("a.pem", "a.key")
        let renewal = CertificateRenewal(certificate: certificate, time: clock, logger: .silent)
        let run = Task { try await renewal.run() }
        await clock.waitForSleepers(atLeast: 1)
        let context = certificate.context
        try files.replace("a.pem", by: "b.pem")
        try files.replace("a.key", by: "b.key")
        clock.advance(by: .seconds(10))
        await clock.waitForSleepers(atLeast: 1)
        #expect(certificate.context !== context)
        run.cancel()
        try await run.value
    }
}
