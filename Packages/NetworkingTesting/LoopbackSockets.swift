import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// A socket that listens on a free port of 127.0.0.1.
final class ListeningSocket: Sendable {
    let port: UInt16
    private let descriptor: Int32

    init?() {
        let listener = socket(AF_INET, streamSocket, 0)
        guard listener >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr = in_addr(s_addr: inet_addr("127.0.0.1"))
        var length = socklen_t(MemoryLayout.size(ofValue: address))
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 128) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isBound else {
            close(listener)
            return nil
        }
        descriptor = listener
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit {
        close(descriptor)
    }

    /// Blocks until a client connects; `nil` once the socket is shut down.
    func accept() -> ConnectedSocket? {
        let connection = acceptConnection(descriptor)
        return connection >= 0 ? ConnectedSocket(connection) : nil
    }

    func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

/// One end of a connection. The code that created it closes it once, after the last thread has used it.
struct ConnectedSocket: Sendable {
    private let descriptor: Int32

    fileprivate init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var yes: Int32 = 1
        // Small frames are sent immediately, and not collected into larger packets.
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout.size(ofValue: yes)))
        #if canImport(Darwin)
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout.size(ofValue: yes)))
        #endif
    }

    /// Sends all bytes.
    ///
    /// - Returns: `false` if the client has closed the connection.
    func send(_ bytes: Data) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let count = sendQuietly(descriptor, buffer.baseAddress.map { $0 + sent }, buffer.count - sent)
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    /// Blocks until bytes arrive; `nil` at the end of the connection.
    func receive() -> Data? {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Data(buffer[..<count]) : nil
    }

    /// Blocks until the client has closed its side, or this side was shut down.
    func waitForEnd() {
        while receive() != nil {}
    }

    /// Sets an option of the socket level.
    func set<Value: BitwiseCopyable>(_ option: Int32, to value: Value) {
        var value = value
        setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Value>.size))
    }

    func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    func close() { closeDescriptor(descriptor) }
}

private func acceptConnection(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

#if canImport(Glibc)
    private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
    private let streamSocket = SOCK_STREAM
#endif

/// Sends bytes without a signal, so that a client that has disconnected does not end the process.
private func sendQuietly(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
        send(socket, bytes, count, 0)
    #else
        send(socket, bytes, count, Int32(MSG_NOSIGNAL))
    #endif
}
