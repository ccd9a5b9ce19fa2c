import Networking
import Testing

/// The transports of this platform.
enum TransportKind: CaseIterable, CustomTestStringConvertible {
    case urlSession
    #if os(Linux)
        case libcurl
    #endif

    /// The transports whose streams have back-pressure. On Linux a URLSession reads without a limit, and abandons a
    /// reader that falls far behind.
    static var streamsWithBackpressure: [TransportKind] {
        #if os(Linux)
            [.libcurl]
        #else
            [.urlSession]
        #endif
    }

    /// The transports that ``SystemTransport`` uses on this platform.
    static var ofSystem: [TransportKind] { streamsWithBackpressure }

    var testDescription: String { "\(self)" }

    /// Creates a transport. The default timeouts are so long that a busy machine does not look like a silent server.
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
