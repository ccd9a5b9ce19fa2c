/// The transport for this platform: the system's libcurl on Linux, URLSession on Apple systems and where no libcurl is.
///
/// ```swift
/// let client = APIClient(server: try ServerAddress("https://orbit.example/api"), transport: SystemTransport())
/// ```
///
/// Make one for each process and share it among all clients: a transport costs a thread and about five descriptors, even
/// when it is idle. A process that has none left gets `TransportError.outOfResources` from each request.
public struct SystemTransport: HTTPTransport {
    private let transport: any HTTPTransport

    /// - Parameters:
    ///   - byteLimit: the largest body taken as a whole, counted after decompression.
    ///   - idleTimeout: how long the server may be silent; rounded up to whole seconds.
    ///   - totalTimeout: how long a call may take.
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
