import Dispatch
import Foundation
import TimeAndChance

@testable import NetworkingTesting

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A server on a port of 127.0.0.1 that treats each connection as its script says: well, or badly.
final class LoopbackServer: Sendable {
    /// One connection, and the request that came with it.
    struct Connection: Sendable {
        fileprivate let socket: ConnectedSocket
        let head: String
        let body: Data

        /// `POST /greeting`, the first two words.
        var target: String { head.split(separator: " ").prefix(2).joined(separator: " ") }

        func has(header: String) -> Bool { head.lowercased().contains("\r\n\(header.lowercased()):") }

        /// Sends all of the bytes, unless the client is gone.
        @discardableResult func send(_ bytes: Data) -> Bool { socket.send(bytes) }

        @discardableResult func send(_ text: String) -> Bool { send(Data(text.utf8)) }

        /// A whole answer with its length.
        func response(_ status: Int, _ headers: String..., body: Data = Data("{}".utf8)) {
            let fields = (headers + ["Content-Length: \(body.count)", "Connection: close"]).joined(separator: "\r\n")
            send(Data("HTTP/1.1 \(status) Status\r\n\(fields)\r\n\r\n".utf8) + body)
        }

        /// Closes with a reset instead of an orderly end.
        func reset() { socket.set(SO_LINGER, to: linger(l_onoff: 1, l_linger: 0)) }

        /// Whether all of the bytes went out within a second: what a held-up connection does not take.
        func sendNow(_ bytes: Data) -> Bool {
            socket.set(SO_SNDTIMEO, to: timeval(tv_sec: 1, tv_usec: 0))
            defer { socket.set(SO_SNDTIMEO, to: timeval()) }
            return send(bytes)
        }

        func limitSendBuffer(to count: Int32) { socket.set(SO_SNDBUF, to: count) }

        /// Blocks this connection's thread until the test goes on.
        func waitFor(_ steps: AsyncStream<Void>) {
            let isOver = DispatchSemaphore(value: 0)
            Task {
                for await _ in steps { break }
                isOver.signal()
            }
            isOver.wait()
        }

        /// The next request on the same connection; `nil` when the client has closed its side.
        func next() -> Connection? { Connection(reading: socket) }

        /// Returns when the client has sent some of a further request, or has closed its side.
        func waitForRequest() { _ = socket.receive() }

        /// Returns when the client has closed its side.
        func waitForClose() { socket.waitForEnd() }
    }

    struct NoSocket: Error {}

    let port: UInt16
    private let listener: ListeningSocket

    /// - Parameter serve: runs on a thread of its own; the connection closes when it returns.
    convenience init(_ serve: @escaping @Sendable (Connection) -> Void) throws {
        try self.init(sockets: { socket in
            if let request = Connection(reading: socket) { serve(request) }
        })
    }

    /// - Parameter serve: gets connections of which nothing has been read.
    static func unread(_ serve: @escaping @Sendable (ConnectedSocket) -> Void) throws -> LoopbackServer {
        try LoopbackServer(sockets: serve)
    }

    /// Sends each connection as many bytes of a response as the counter says, and the next one a byte more.
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
        guard let listener = ListeningSocket() else { throw NoSocket() }
        self.listener = listener
        port = listener.port
        Thread.detachNewThread {
            while let socket = listener.accept() {  // until the listener is shut down
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
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw NoSocket() }
        return url
    }
}

extension LoopbackServer.Connection {
    /// Reads one request with the body its `Content-Length` promises.
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
