import Foundation
import NIOSSL
import TimeAndChance

/// The certificate of the server, which the operator may renew while the server runs. New connections use the newest
/// certificate, and open connections keep theirs.
final class CurrentCertificate: Sendable {
    private struct Version: Sendable {
        let context: NIOSSLContext
        /// The content of the files.
        let contents: Contents
    }

    private struct Contents: Hashable, Sendable {
        let certificate: Data
        let key: Data
    }

    private let files: ServerConfiguration.TLSFiles
    private let version: LockedState<Version>

    /// Reads the files of a certificate.
    ///
    /// - Parameters:
    ///   - files: The files of the certificate and its key.
    ///   - now: The current date.
    /// - Throws: ``StartupError`` if a file cannot be read, if the certificate has expired, if all users can read the
    ///   key, or if it belongs to another certificate.
    init(_ files: ServerConfiguration.TLSFiles, now: Date) throws(StartupError) {
        self.files = files
        let contents = try Self.read(files)
        version = LockedState(
            Version(context: try Self.context(of: contents, in: files, now: now), contents: contents))
    }

    /// The context of new connections, for TLS 1.2 and 1.3.
    var context: NIOSSLContext { version.withLock { $0.context } }

    /// Reads the files again, and uses them for new connections if they have changed. Blocks while it reads.
    ///
    /// - Parameter now: The current date.
    /// - Returns: Whether the files have changed.
    /// - Throws: ``StartupError``, for the reasons of the initializer. The earlier certificate then stays in use.
    func renew(now: Date) throws(StartupError) -> Bool {
        let contents = try Self.read(files)
        guard contents != version.withLock({ $0.contents }) else { return false }
        let renewed = Version(context: try Self.context(of: contents, in: files, now: now), contents: contents)
        version.withLock { $0 = renewed }
        return true
    }

    private static func read(_ files: ServerConfiguration.TLSFiles) throws(StartupError) -> Contents {
        // A file is empty while another program begins to write it.
        guard let certificate = FileManager.default.contents(atPath: files.certificate), !certificate.isEmpty else {
            throw .unreadableCertificate(files.certificate)
        }
        guard let key = FileManager.default.contents(atPath: files.key), !key.isEmpty else {
            throw .unreadableKey(files.key)
        }
        return Contents(certificate: certificate, key: key)
    }

    private static func context(
        of contents: Contents, in files: ServerConfiguration.TLSFiles, now: Date
    ) throws(StartupError) -> NIOSSLContext {
        let chain: [NIOSSLCertificate]
        do {
            chain = try NIOSSLCertificate.fromPEMBytes(Array(contents.certificate))
        } catch {
            throw .unreadableCertificate(files.certificate)
        }
        guard let leaf = chain.first else { throw .unreadableCertificate(files.certificate) }
        let end = Date(timeIntervalSince1970: TimeInterval(leaf.notValidAfter))
        guard end > now else { throw .expiredCertificate(files.certificate, end: end) }
        let key: NIOSSLPrivateKey
        do {
            key = try NIOSSLPrivateKey(bytes: Array(contents.key), format: .pem)
        } catch {
            throw .unreadableKey(files.key)
        }
        // A group may read it, such as `ssl-cert` on Debian.
        guard let permissions = PrivateFile.permissions(of: files.key), permissions & 0o007 == 0 else {
            throw .exposedKey(files.key)
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        // The earlier versions are deprecated (RFC 8996). They are the default of the library.
        configuration.minimumTLSVersion = .tlsv12
        do {
            return try NIOSSLContext(configuration: configuration)  // compares the key with the certificate
        } catch {
            throw .keyOfOtherCertificate(key: files.key, certificate: files.certificate)
        }
    }
}
