/// The transport of this platform: the system's libcurl on Linux, and URLSession on Apple systems or without libcurl.
///
/// ```swift
/// let client = APIClient(server: try ServerAddress("https://orbit.example/api"), transport: SystemTransport())
/// ```
///
/// Create one transport for each process and share it among all clients. A transport costs a thread and about five
/// descriptors, even when idle. If the process has none of them left, each request throws
/// `TransportError.outOfResources`.
public struct SystemTransport: HTTPTransport {
    private let transport: any HTTPTransport

    /// - Parameters:
    ///   - byteLimit: The maximum size in bytes of a body that is returned as a whole, after decompression.
    ///   - idleTimeout: The longest time without data from the server, rounded up to whole seconds.
    ///   - totalTimeout: The longest duration of one request, for uses without an ``APIClient``. The deadline of a
    ///     client covers all attempts of a call. By default it is shorter, so it ends the request first.
    public init(
        byteLimit: Int = 10 * 1024 * 1024, idleTimeout: Duration = .seconds(20), totalTimeout: Duration = .seconds(120)
    ) {
        let session = {
            URLSessionTransport(byteLimit: byteLimit, idleTimeout: idleTimeout, totalTimeout: totalTimeout)
        }
        #if os(Linux)
            transport =
                CURLTransport(byteLimit: byteLimit, idleTimeout: idleTimeout, totalTimeout: totalTimeout) ?? session()
        #else
            transport = session()
        #endif
    }

    /// Sends the request, as `HTTPTransport` requires.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try await transport.send(request)
    }

    /// Opens the response as a stream, as `HTTPTransport` requires.
    public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        try await transport.open(request)
    }
}
