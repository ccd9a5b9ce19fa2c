import Foundation
import Testing

@testable import Networking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct FailureKindsTests {
    private func kind(_ code: Int, _ message: String = "", hasAnswerBegun: Bool = false) -> TransportError {
        let error = NSError(domain: NSURLErrorDomain, code: code, userInfo: [NSLocalizedDescriptionKey: message])
        return TransportError(error, hasAnswerBegun: hasAnswerBegun)
    }

    @Test(arguments: [
        (URLError.Code.cancelled, TransportError.cancelled),
        (.timedOut, .timedOut),
        (.cannotFindHost, .cannotConnect),
        (.cannotConnectToHost, .cannotConnect),
        (.dnsLookupFailed, .cannotConnect),
        (.notConnectedToInternet, .cannotConnect),
        (.badURL, .cannotConnect),
        (.networkConnectionLost, .connectionLost),
        (.secureConnectionFailed, .untrusted),
        (.serverCertificateUntrusted, .untrusted),
        (.serverCertificateHasBadDate, .untrusted),
        (.serverCertificateHasUnknownRoot, .untrusted),
        (.serverCertificateNotYetValid, .untrusted),
        (.appTransportSecurityRequiresSecureConnection, .insecure),
        (.httpTooManyRedirects, .redirectRefused),
        (.cannotParseResponse, .malformedResponse),
        (.cannotDecodeContentData, .malformedResponse),
        (.cannotDecodeRawData, .malformedResponse),
        (.unsupportedURL, .malformedResponse),
        (.resourceUnavailable, .connectionLost),
    ])
    func `every URL error maps to a transport error`(code: URLError.Code, expected: TransportError) {
        #expect(kind(code.rawValue) == expected)
    }

    @Test(arguments: [
        ("SSL certificate problem: self-signed certificate", TransportError.untrusted),
        ("SSL: no alternative certificate subject name matches target host name 'orbit.example'", .untrusted),
        ("server certificate verification failed. CAfile: none CRLfile: none", .untrusted),
        ("error:0A00010B:SSL routines::wrong version number", .untrusted),
        ("OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof while reading, errno 0", .connectionLost),
        ("GnuTLS recv error (-110): The TLS connection was non-properly terminated.", .connectionLost),
        ("transfer closed with 98 bytes remaining to read", .connectionLost),
        ("transfer closed with outstanding read data remaining", .connectionLost),
        ("Illegal or missing hexadecimal sequence in chunked-encoding", .malformedResponse),
        ("Error while processing content unencoding: incorrect header check", .malformedResponse),
        ("Failed writing header", .malformedResponse),
        ("Header without colon", .malformedResponse),
        ("Nul byte in header", .malformedResponse),
        ("Invalid Content-Length: value", .malformedResponse),
        ("Received HTTP/0.9 when not allowed", .malformedResponse),
        ("Out of memory", .malformedResponse),
        ("", .connectionLost),
    ])
    func `an unknown code is classified by libcurl's message`(message: String, expected: TransportError) {
        #expect(kind(URLError.Code.unknown.rawValue, message) == expected)
    }

    @Test func `an error after the response has begun is a lost connection`() {
        #expect(kind(URLError.Code.cannotConnectToHost.rawValue, hasAnswerBegun: true) == .connectionLost)
    }

    @Test func `an error of another domain is a lost connection`() {
        #expect(TransportError(NSError(domain: "other", code: 7), hasAnswerBegun: false) == .connectionLost)
    }

    @Test func `every transport error has its own description`() {
        let kinds: [TransportError] = [
            .cannotConnect, .connectionLost, .timedOut, .untrusted, .insecure, .redirectRefused,
            .responseTooLarge(limit: 1), .malformedResponse, .cancelled,
        ]
        #expect(Set(kinds.map(\.localizedDescription)).count == kinds.count)
    }
}
