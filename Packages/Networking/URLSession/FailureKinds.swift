import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension TransportError {
    /// - Parameters:
    ///   - error: The error of a task.
    ///   - hasAnswerBegun: Whether the status and headers have arrived.
    init(_ error: any Error, hasAnswerBegun: Bool) {
        let error = error as NSError
        guard error.domain == NSURLErrorDomain else {
            self = .connectionLost
            return
        }
        switch URLError.Code(rawValue: error.code) {
        case .cancelled:
            self = .cancelled
        case .timedOut:
            self = .timedOut
        case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet, .badURL,
            .internationalRoamingOff, .callIsActive, .dataNotAllowed:
            self = hasAnswerBegun ? .connectionLost : .cannotConnect
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired:
            self = .untrusted
        case .appTransportSecurityRequiresSecureConnection:
            self = .insecure
        case .httpTooManyRedirects, .redirectToNonExistentLocation:
            self = .redirectRefused
        case .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData, .unsupportedURL:
            self = .malformedResponse
        case .badServerResponse:
            self = Self.forBadServerResponse
        case .unknown:
            self = Self(curlMessage: error.localizedDescription)
        default:
            self = .connectionLost
        }
    }

    #if canImport(FoundationNetworking)
        /// The server closed the connection without a response.
        private static let forBadServerResponse = TransportError.connectionLost
    #else
        private static let forBadServerResponse = TransportError.malformedResponse
    #endif

    /// Creates the error from a message. FoundationNetworking passes on only the message for most of libcurl's errors.
    private init(curlMessage: String) {
        let message = curlMessage.lowercased()
        func mentions(_ words: String...) -> Bool { words.contains(where: message.contains) }
        if mentions("certificate") || (mentions("ssl", "tls") && !mentions("read", "write", "recv", "send")) {
            self = .untrusted
        } else if mentions("header", "content-length", "chunk", "unencoding", "http/", "out of memory") {
            self = .malformedResponse
        } else {
            self = .connectionLost
        }
    }
}
