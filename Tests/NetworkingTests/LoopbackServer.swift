import Dispatch
import Foundation
import TimeAndChance

@testable import NetworkingTesting

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A server on a port of 127.0.0.1 that serves each connection with its script.
final class LoopbackServer: Sendable {
    /// A connection with its first request.
    struct Connection: Sendable {
        fileprivate let socket: ConnectedSocket
        let head: String
        let body: Data

        /// The first two words of the request, such as `POST /greeting`.
        var target: String { head.split(separator: " ").prefix(2).joined(separator: " ") }

        func has(header: String) -> Bool { head.lowercased().contains("\r\n\(header.lowercased()):") }

        /// Sends all bytes, unless the client has closed the connection.
        @discardableResult func send(_ bytes: Data) -> Bool { socket.send(bytes) }

        @discardableResult func send(_ text: String) -> Bool { send(Data(text.utf8)) }

        /// Sends a complete response with its length.
        func response(_ status: Int, _ headers: String..., body: Data = Data("{}".utf8)) {
            let fields = (headers + ["Content-Length: \(body.count)", "Connection: close"]).joined(separator: "\r\n")
            send(Data("HTTP/1.1 \(status) Status\r\n\(fields)\r\n\r\n".utf8) + body)
        }

        /// Closes the connection with a reset instead of an orderly end.
        func reset() { socket.set(SO_LINGER, to: linger(l_onoff: 1, l_linger: 0)) }

        /// Whether all bytes were sent within a second. A connection whose client does not read sends fewer.
        func sendNow(_ bytes: Data) -> Bool {
            socket.set(SO_SNDTIMEO, to: timeval(tv_sec: 1, tv_usec: 0))
            defer { socket.set(SO_SNDTIMEO, to: timeval()) }
            return send(bytes)
        }

        func limitSendBuffer(to count: Int32) { socket.set(SO_SNDBUF, to: count) }

        /// Blocks the thread of this connection until the test sends a step.
        func waitFor(_ steps: AsyncStream<Void>) {
            let isDone = DispatchSemaphore(value: 0)
            Task {
                for await _ in steps { break }
                isDone.signal()
            }
            isDone.wait()
        }

        /// Returns the next request on the same connection, or `nil` if the client has closed its side.
        func next() -> Connection? { Connection(reading: socket) }

        /// Returns when the client has sent part of a further request, or has closed its side.
        func waitForRequest() { _ = socket.receive() }

        /// Returns when the client has closed its side.
        func waitForClose() { socket.waitForEnd() }
    }

    struct SocketError: Error {}

    let port: UInt16
    private let listener: ListeningSocket

    /// - Parameter serve: Runs on a thread of its own. The connection closes when it returns.
    convenience init(_ serve: @escaping @Sendable (Connection) -> Void) throws {
        try self.init(sockets: { socket in
            if let request = Connection(reading: socket) { serve(request) }
        })
    }

    /// - Parameter serve: Receives connections before any byte is read from them.
    static func unread(_ serve: @escaping @Sendable (ConnectedSocket) -> Void) throws -> LoopbackServer {
        try LoopbackServer(sockets: serve)
    }

    /// Returns a server that sends a prefix of a response. The length of the prefix in bytes is the counter, which
    /// grows by 1 with each connection.
    static func cutting(_ whole: String, after counter: LockedState<Int>) throws -> LoopbackServer {
        try LoopbackServer { (connection: Connection) in
            let count = counter.withLock { count in
                defer { count += 1 }
                return count
            }
            connection.send(Data(whole.utf8.prefix(count)))
        }
    }

    private init(sockets serve: @escaping @Sendable (ConnectedSocket) -> Void) throws {
        guard let listener = ListeningSocket() else { throw SocketError() }
        self.listener = listener
        port = listener.port
        Thread.detachNewThread {
            while let socket = listener.accept() {  // ends when the listener is shut down
                Thread.detachNewThread {
                    serve(socket)
                    socket.close()
                }
            }
        }
    }

    deinit {
        listener.shutDown()
    }

    func url(_ path: String) throws -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw SocketError() }
        return url
    }
}

extension LoopbackServer.Connection {
    /// Reads a request with the body that its `Content-Length` announces.
    fileprivate init?(reading socket: ConnectedSocket) {
        var bytes = Data()
        let end = Data("\r\n\r\n".utf8)
        while true {
            if let range = bytes.range(of: end) {
                let head = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
                let length = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
                    .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
                if bytes.count - range.upperBound >= length ?? 0 {
                    self.init(socket: socket, head: head, body: Data(bytes[range.upperBound...]))
                    return
                }
            }
            guard let more = socket.receive() else { return nil }
            bytes.append(more)
        }
    }
}
