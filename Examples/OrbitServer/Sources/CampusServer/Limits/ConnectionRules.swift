import NIOCore
import NIOHTTP1

/// Applies the rules of RFC 9112 for a connection that the decoder leaves to the server.
///
/// - A request of HTTP/1.1 has one valid `Host`.
/// - The connection closes after a request of HTTP/1.0, and after a request with `Connection: close`.
/// - It also closes after `CONNECT` and after a request for an upgrade. The decoder reads no further request then.
/// - A client that waits for 100 before it sends a body gets it, unless the body is too large.
///
/// The handler is in front of the codec, which drops the version of a request.
final class ConnectionRules: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let limits: ServerLimits
    /// The versions of the requests without a complete response, oldest first.
    private var versions: [HTTPVersion] = []

    init(limits: ServerLimits) {
        self.limits = limits
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        guard Self.hasValidHost(head) else { return context.fireErrorCaught(HTTPParserError.invalidHeaderToken) }
        versions.append(head.version)
        // A 100 between the parts of an earlier response would corrupt it.
        if versions.count == 1, waitsForContinue(head) {
            let response = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(response)), promise: nil)
        }
        if Self.isLast(head) { head.headers.replaceOrAdd(name: "connection", value: "close") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where versions.first == .http1_0:
            // The encoder then writes no chunks, which a client of HTTP/1.0 could not read.
            head.version = .http1_0
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head, .body: context.write(data, promise: promise)
        case .end:
            if !versions.isEmpty { versions.removeFirst() }
            context.write(data, promise: promise)
        }
    }

    private func waitsForContinue(_ head: HTTPRequestHead) -> Bool {
        guard head.version == .http1_1, head.headers["expect"].map({ $0.lowercased() }) == ["100-continue"] else {
            return false
        }
        let length = head.headers["content-length"].first.flatMap { Int($0) } ?? 0
        return length <= limits.bodyLimit(of: head.uri)
    }

    private static func hasValidHost(_ head: HTTPRequestHead) -> Bool {
        let hosts = head.headers["host"]
        guard let host = hosts.first else { return head.version == .http1_0 }
        return hosts.count == 1 && !host.contains { "/\\?#@, ".contains($0) }
    }

    private static func isLast(_ head: HTTPRequestHead) -> Bool {
        head.version == .http1_0 || !head.isKeepAlive || head.method == .CONNECT
            || head.headers.contains(name: "upgrade")
    }
}
