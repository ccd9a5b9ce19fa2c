import Dispatch
import Foundation
import Networking
import TimeAndChance

/// A connection of a ``LoopbackHost``. It reads requests and writes responses until the client closes the connection.
struct HostedConnection: Sendable {
    private let socket: ConnectedSocket
    private let transport: any HTTPTransport
    private let limit: @Sendable (HTTPRequest) -> Int?

    init(
        _ socket: ConnectedSocket, serving transport: any HTTPTransport,
        cuttingAfter limit: @escaping @Sendable (HTTPRequest) -> Int?
    ) {
        self.socket = socket
        self.transport = transport
        self.limit = limit
    }

    /// Serves the connection. Blocks the calling thread.
    func run() {
        var received = Data()
        while let request = HTTPRequest(from: socket, after: &received) {
            var output = LimitedOutput(socket, limit: limit(request))
            let isStream = request.headers[.accept]?.contains("text/event-stream") == true
            guard isStream ? stream(request, to: &output) : respond(to: request, on: &output) else { break }
        }
        socket.close()
    }

    /// Writes the response to a request.
    ///
    /// - Returns: Whether the connection can be used again.
    private func respond(to request: HTTPRequest, on output: inout LimitedOutput) -> Bool {
        let result = waiting { [transport] () async -> HTTPResponse? in
            try? await transport.send(request)  // without a response, the connection is closed
        }
        guard let response = result else { return false }
        let hasBody = response.status != 204 && response.status != 304
        let length = hasBody ? ["Content-Length: \(response.body.count)"] : []
        return output.write(head(response.status, response.headers, length) + (hasBody ? response.body : Data()))
    }

    /// Writes a stream, which is the last response of its connection. A stream that fails is cut, so that its body is
    /// incomplete.
    ///
    /// - Returns: `false`, because the connection cannot be used again.
    private func stream(_ request: HTTPRequest, to output: inout LimitedOutput) -> Bool {
        let opened = waiting { [transport] () async -> HTTPStream? in
            try? await transport.open(request)  // as above
        }
        guard let stream = opened else { return false }
        let hasLeft = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [socket] in
            socket.waitForEnd()
            stream.close()
            hasLeft.signal()
        }
        var isOpen = output.write(head(stream.status, stream.headers, ["Transfer-Encoding: chunked"]))
        while isOpen {
            let next = waiting { () async -> Data? in
                // The empty chunk after the last bytes completes the body; a stream that fails sends none.
                try? await stream.next() ?? Data()
            }
            guard let bytes = next else { break }
            let isSent = output.write(Data("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Data("\r\n".utf8))
            isOpen = isSent && !bytes.isEmpty
        }
        stream.close()
        socket.shutDown()
        hasLeft.wait()  // otherwise the thread could read from a later socket with the same descriptor
        return false
    }

    /// Returns the head of a response. The connection determines the length of the body, and ignores the headers of the
    /// response about it.
    private func head(_ status: Int, _ headers: HTTPHeaders, _ more: [String]) -> Data {
        let own = headers.fields.filter { !["content-length", "transfer-encoding"].contains($0.name.description) }
        let fields = own.map { "\($0.name): \($0.value)" } + more
        return Data((["HTTP/1.1 \(status) Status"] + fields).joined(separator: "\r\n").utf8) + Data("\r\n\r\n".utf8)
    }

    /// Blocks the calling thread until the work has ended.
    private func waiting<Result: Sendable>(_ work: @escaping @Sendable () async -> Result?) -> Result? {
        let (isDone, result) = (DispatchSemaphore(value: 0), LockedState<Result?>(nil))
        Task {
            let value = await work()
            result.withLock { $0 = value }
            isDone.signal()
        }
        isDone.wait()
        return result.withLock { $0 }
    }

    /// The output of a connection, up to the byte at which it is cut.
    private struct LimitedOutput {
        private let socket: ConnectedSocket
        private var rest: Int?

        init(_ socket: ConnectedSocket, limit: Int?) {
            self.socket = socket
            rest = limit
        }

        /// Writes bytes up to the limit.
        ///
        /// - Returns: Whether all bytes were written.
        mutating func write(_ bytes: Data) -> Bool {
            let part = rest.map { bytes.prefix($0) } ?? bytes
            rest = rest.map { $0 - part.count }
            return socket.send(Data(part)) && part.count == bytes.count
        }
    }
}

extension HTTPRequest {
    /// Reads one request; `nil` if the client has closed the connection or sends an invalid request.
    ///
    /// - Parameters:
    ///   - socket: The connection.
    ///   - received: The bytes read beyond the previous request. On return, the bytes read beyond this request.
    fileprivate init?(from socket: ConnectedSocket, after received: inout Data) {
        let end = Data("\r\n\r\n".utf8)
        while true {
            if let range = received.range(of: end) {
                let head = String(decoding: received[..<range.lowerBound], as: UTF8.self)
                guard let request = HTTPRequest(head: head) else { return nil }
                let length = max(0, request.headers[.contentLength].flatMap { Int($0) } ?? 0)
                if received.count - range.upperBound >= length {
                    self = request
                    body = Data(received[range.upperBound..<range.upperBound + length])
                    received = Data(received[(range.upperBound + length)...])
                    return
                }
            }
            guard let bytes = socket.receive() else { return nil }
            received.append(bytes)
        }
    }

    private init?(head: String) {
        let lines = head.components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        let pairs = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
            let halves = line.split(separator: ":", maxSplits: 1).map(String.init)
            return halves.count == 2 ? (halves[0], halves[1].trimmingCharacters(in: .whitespaces)) : nil
        }
        let headers = HTTPHeaders(lenient: pairs)
        guard words.count == 3, let method = HTTPMethod(rawValue: String(words[0])),
            let host = HeaderName("host").flatMap({ headers[$0] }),
            let url = URL(string: "http://\(host)\(words[1])")
        else { return nil }
        self.init(method: method, url: url, headers: headers)
    }
}
