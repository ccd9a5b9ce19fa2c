import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes

/// The parts of requests and responses for tests of channel handlers.
enum HTTPParts {
    static func head(
        _ path: String = "/api/pokes", method: HTTPRequest.Method = .post, _ fields: HTTPFields = [:]
    ) -> HTTPRequestPart {
        .head(
            HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path, headerFields: fields))
    }

    static func body(_ count: Int) -> HTTPRequestPart { .body(ByteBuffer(repeating: 0, count: count)) }

    static let end = HTTPRequestPart.end(nil)

    static func response(_ status: HTTPResponse.Status = .ok, _ fields: HTTPFields = [:]) -> HTTPResponsePart {
        .head(HTTPResponse(status: status, headerFields: fields))
    }
}

extension EmbeddedChannel {
    /// Creates an open channel with a handler. The test calls ``release()`` at its end.
    static func open(_ handler: some ChannelHandler) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: handler)
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        return channel
    }

    /// Completes all writes, and closes the channel. An embedded channel may not be freed with open writes or tasks.
    func release() {
        flush()
        // The test has already checked the state of the channel and its errors.
        _ = try? finish(acceptAlreadyClosed: true)
    }

    /// The sizes of the parts of bodies that were written, without other parts.
    func bodySizes() throws -> [Int] {
        var sizes: [Int] = []
        while let part = try readOutbound(as: HTTPResponsePart.self) {
            if case .body(let bytes) = part { sizes.append(bytes.readableBytes) }
        }
        return sizes
    }

    /// The head of the next response that was written.
    func nextHead() throws -> HTTPResponse? {
        while let part = try readOutbound(as: HTTPResponsePart.self) {
            if case .head(let head) = part { return head }
        }
        return nil
    }
}
