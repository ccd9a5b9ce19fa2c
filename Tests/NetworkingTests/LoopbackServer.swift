import Dispatch
import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A server on a port of 127.0.0.1 that treats each connection as its script says: well, or badly.
final class LoopbackServer: Sendable {
    /// One connection, and the request that came with it.
    struct Connection: Sendable {
        fileprivate let socket: Int32
        let head: String
        let body: Data

        /// `POST /greeting`, the first two words.
        var target: String { head.split(separator: " ").prefix(2).joined(separator: " ") }

        func has(header: String) -> Bool { head.lowercased().contains("\r\n\(header.lowercased()):") }

        /// Sends all of the bytes, unless the client is gone.
        @discardableResult func send(_ bytes: Data) -> Bool {
            bytes.withUnsafeBytes { buffer in
                var rest = buffer[...]
                while !rest.isEmpty {
                    let count = sendQuietly(socket, rest.base, rest.count)
                    guard count > 0 else { return false }
                    rest = rest.dropFirst(count)
                }
                return true
            }
        }

        @discardableResult func send(_ text: String) -> Bool { send(Data(text.utf8)) }

        /// A whole answer with its length.
        func response(_ status: Int, _ headers: String..., body: Data = Data("{}".utf8)) {
            let fields = (headers + ["Content-Length: \(body.count)", "Connection: close"]).joined(separator: "\r\n")
            send(Data("HTTP/1.1 \(status) Status\r\n\(fields)\r\n\r\n".utf8) + body)
        }

        /// Closes with a reset instead of an orderly end.
        func reset() {
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        }

        /// Whether all of the bytes went out within a second: what a held-up connection does not take.
        func sendNow(_ bytes: Data) -> Bool {
            var limit = timeval(tv_sec: 1, tv_usec: 0)
            setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout.size(ofValue: limit)))
            defer {
                limit = timeval()
                setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout.size(ofValue: limit)))
            }
            return send(bytes)
        }

        func limitSendBuffer(to count: Int32) {
            var count = count
            setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &count, socklen_t(MemoryLayout.size(ofValue: count)))
        }

        /// Blocks this connection's thread until the test goes on.
        func waitFor(_ steps: AsyncStream<Void>) {
            let isOver = DispatchSemaphore(value: 0)
            Task {
                for await _ in steps { break }
                isOver.signal()
            }
            isOver.wait()
        }

        /// Returns when the client has sent some of a further request, or has closed its side.
        func waitForRequest() {
            var byte: UInt8 = 0
            recv(socket, &byte, 1, 0)
        }

        /// Returns when the client has closed its side.
        func waitForClose() {
            var byte: UInt8 = 0
            while recv(socket, &byte, 1, 0) > 0 {}
        }
    }

    struct NoSocket: Error {}

    let port: UInt16
    private let listener: Int32

    /// - Parameter serve: runs on a thread of its own; the connection closes when it returns.
    init(_ serve: @escaping @Sendable (Connection) -> Void) throws {
        let listener = socket(AF_INET, streamSocket, 0)
        guard listener >= 0 else { throw NoSocket() }
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr = in_addr(s_addr: inet_addr("127.0.0.1"))
        var length = socklen_t(MemoryLayout.size(ofValue: address))
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isBound else {
            close(listener)
            throw NoSocket()
        }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }  // the listener is shut down
                Thread.detachNewThread {
                    if let request = Connection(reading: connection) { serve(request) }
                    close(connection)
                }
            }
            close(listener)
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    func url(_ path: String) throws -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw NoSocket() }
        return url
    }
}

extension LoopbackServer.Connection {
    /// Reads one request with the body its `Content-Length` promises.
    fileprivate init?(reading socket: Int32) {
        var bytes = Data()
        let end = Data("\r\n\r\n".utf8)
        var buffer = [UInt8](repeating: 0, count: 65_536)
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
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes.append(contentsOf: buffer[..<count])
        }
    }
}

#if canImport(Glibc)
    private let streamSocket = Int32(SOCK_STREAM.rawValue)

    /// A client that has gone away is no reason to end the process.
    private func sendQuietly(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        Glibc.send(socket, bytes, count, Int32(MSG_NOSIGNAL))
    }
#else
    private let streamSocket = SOCK_STREAM

    private func sendQuietly(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        var yes: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout.size(ofValue: yes)))
        return Darwin.send(socket, bytes, count, 0)
    }
#endif

extension UnsafeRawBufferPointer.SubSequence {
    fileprivate var base: UnsafeRawPointer? { base.baseAddress.map { $0 + startIndex } }
}
