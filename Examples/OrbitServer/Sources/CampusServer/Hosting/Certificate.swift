import Foundation
import NIOSSL

/// Reads the certificate of the server.
enum Certificate {
    /// Returns the configuration of TLS 1.2 and 1.3.
    ///
    /// - Parameters:
    ///   - files: The files of the certificate and its key.
    ///   - now: The current date.
    /// - Throws: ``StartupError`` if a file cannot be read, if the certificate has expired, if all users can read the
    ///   key, or if it belongs to another certificate.
    static func configuration(
        of files: ServerConfiguration.TLSFiles, now: Date
    ) throws(StartupError) -> TLSConfiguration {
        let chain: [NIOSSLCertificate]
        do {
            chain = try NIOSSLCertificate.fromPEMFile(files.certificate)
        } catch {
            throw .unreadableCertificate(files.certificate)
        }
        guard let leaf = chain.first else { throw .unreadableCertificate(files.certificate) }
        let end = Date(timeIntervalSince1970: TimeInterval(leaf.notValidAfter))
        guard end > now else { throw .expiredCertificate(files.certificate, end: end) }
        let key: NIOSSLPrivateKey
        do {
            key = try NIOSSLPrivateKey(file: files.key, format: .pem)
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
            _ = try NIOSSLContext(configuration: configuration)  // compares the key with the certificate
        } catch {
            throw .keyOfOtherCertificate(key: files.key, certificate: files.certificate)
        }
        return configuration
    }
}
