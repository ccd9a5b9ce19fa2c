import Foundation
public import Networking
import TimeAndChance

/// A server for a transport, such as a backend in this process. It is available to other processes over HTTP/1.1 on a
/// port of 127.0.0.1.
///
/// ```swift
/// let host = try LoopbackHost(serving: InProcessTransport(backend))
/// let server = try ServerAddress("http://127.0.0.1:\(host.port)/api")
/// ```
///
/// Connections are kept alive, and bodies of unknown length are sent in chunks as they are produced. The connection of a
/// stream that fails is cut. The server is for tests and demonstrations: each connection uses one or two threads, and
/// there is no encryption.
public final class LoopbackHost: Sendable {
    /// The error of a host that could not open a socket.
    public struct SocketError: Error, Sendable {}

    /// The port on which the host listens.
    public let port: UInt16
    private let listener: ListeningSocket

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - transport: The transport that responds. It receives each request as if it had been sent to it directly.
    ///   - limit: The number of bytes of a response after which its connection is cut; `nil` for no limit.
    /// - Throws: ``SocketError`` if no socket could be opened.
    public init(
        serving transport: any HTTPTransport,
        cuttingAfter limit: @escaping @Sendable (HTTPRequest) -> Int? = { _ in nil }
    ) throws(SocketError) {
        guard let listener = ListeningSocket() else { throw SocketError() }
        self.listener = listener
        port = listener.port
        Thread.detachNewThread {
            while let socket = listener.accept() {
                Thread.detachNewThread { HostedConnection(socket, serving: transport, cuttingAfter: limit).run() }
            }
        }
    }

    /// Stops accepting connections. Existing connections continue until the client closes them.
    deinit {
        listener.shutDown()
    }
}
