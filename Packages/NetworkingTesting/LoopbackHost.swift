import Foundation
public import Networking
import TimeAndChance

/// Serves a transport, such as a backend in this process, to other processes: over HTTP/1.1 on a port of 127.0.0.1.
///
/// ```swift
/// let host = try LoopbackHost(serving: InProcessTransport(backend))
/// let server = try ServerAddress("http://127.0.0.1:\(host.port)/api")
/// ```
///
/// Connections are kept alive, bodies of unknown length go out in chunks while they are made. For tests and
/// demonstrations: each connection takes a thread or two, and there is no encryption.
public final class LoopbackHost: Sendable {
    /// Why there is no host.
    public struct NoSocket: Error, Sendable {}

    /// The port that it listens on.
    public let port: UInt16
    private let listener: ListeningSocket

    /// - Parameters:
    ///   - transport: what responds. It sees each request as it would have been sent to it directly.
    ///   - limit: after how many bytes of a response its connection is cut; `nil` lets it end well.
    public init(
        serving transport: any HTTPTransport,
        cuttingAfter limit: @escaping @Sendable (HTTPRequest) -> Int? = { _ in nil }
    ) throws(NoSocket) {
        guard let listener = ListeningSocket() else { throw NoSocket() }
        self.listener = listener
        port = listener.port
        Thread.detachNewThread {
            while let socket = listener.accept() {
                Thread.detachNewThread { HostedConnection(socket, serving: transport, cuttingAfter: limit).run() }
            }
        }
    }

    /// Accepts no more connections; those there are go on until the client ends them.
    deinit {
        listener.shutDown()
    }
}
