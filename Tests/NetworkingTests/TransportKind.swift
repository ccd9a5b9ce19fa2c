import Networking
import Testing

/// The transports of this platform.
enum TransportKind: CaseIterable, CustomTestStringConvertible {
    case urlSession
    #if os(Linux)
        case libcurl
    #endif

    /// On Linux a URLSession takes what comes, and gives up a reader that falls far behind.
    static var streamsWithBackpressure: [TransportKind] {
        #if os(Linux)
            [.libcurl]
        #else
            [.urlSession]
        #endif
    }

    /// What ``SystemTransport`` uses here.
    static var ofSystem: [TransportKind] { streamsWithBackpressure }

    var testDescription: String { "\(self)" }

    /// Unless told otherwise, it is so patient that a busy machine does not look like a silent server.
    func make(
        byteLimit: Int = 1 << 20, idleTimeout: Duration = .seconds(600), totalTimeout: Duration = .seconds(600)
    ) throws -> any HTTPTransport {
        switch self {
        case .urlSession:
            return URLSessionTransport(byteLimit: byteLimit, idleTimeout: idleTimeout, totalTimeout: totalTimeout)
        #if os(Linux)
            case .libcurl:
                return try #require(
                    CURLTransport(byteLimit: byteLimit, idleTimeout: idleTimeout, totalTimeout: totalTimeout))
        #endif
        }
    }
}
