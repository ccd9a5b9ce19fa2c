import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import CampusServer

/// The limits of a connection as a whole.
@Suite struct ConnectionLimitTests {
    private static func limits(connections: Int) -> ServerLimits {
        var limits = ServerLimits()
        limits.connections = connections
        return limits
    }

    @Test func `a request on a connection above the limit gets 503 and Retry-After`() throws {
        let (limits, count) = (Self.limits(connections: 1), ConnectionCount())
        let first = try EmbeddedChannel.open(ConnectionCap(limits: limits, connections: count))
        defer { first.release() }
        let second = try EmbeddedChannel.open(ConnectionCap(limits: limits, connections: count))
        defer { second.release() }
        try second.writeInbound(HTTPParts.head(method: .get))
        let head = try #require(try second.nextHead())
        #expect(head.status == .serviceUnavailable)
        #expect(head.headerFields[.retryAfter] == "2")
        try first.writeInbound(HTTPParts.head(method: .get))
        #expect(try first.readInbound(as: HTTPRequestPart.self) != nil)
    }

    @Test func `a silent connection above the limit is closed after five seconds`() throws {
        let handler = ConnectionCap(limits: Self.limits(connections: 0), connections: ConnectionCount())
        let channel = try EmbeddedChannel.open(handler)
        defer { channel.release() }
        channel.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(!channel.isActive)
    }

    @Test func `a closed connection is no longer counted`() throws {
        let count = ConnectionCount()
        let channel = try EmbeddedChannel.open(ConnectionCap(limits: ServerLimits(), connections: count))
        defer { channel.release() }
        #expect(count.count == 1)
        try channel.close().wait()
        channel.embeddedEventLoop.run()
        #expect(count.count == 0)
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1", "192.0.2.2"), ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"),
    ])
    func `an origin cannot use all connections`(_ address: String, _ same: String, _ other: String) throws {
        var limits = ServerLimits()
        limits.connectionsPerOrigin = 1
        let count = ConnectionCount()
        func open(from address: String) throws -> EmbeddedChannel {
            let channel = EmbeddedChannel(handler: ConnectionCap(limits: limits, connections: count))
            try channel.connect(to: SocketAddress(ipAddress: address, port: 1)).wait()
            return channel
        }
        let first = try open(from: address)
        let (second, third) = (try open(from: same), try open(from: other))
        #expect([first, second, third].map(\.isActive) == [true, false, true])
        for channel in [first, second, third] { channel.release() }
        #expect(count.count == 0)
        let next = try open(from: same)
        defer { next.release() }
        #expect(next.isActive)
    }

    @Test func `a write that does not complete closes the connection after ten seconds`() throws {
        let channel = try EmbeddedChannel.open(WriteDeadline(limit: .seconds(10)))
        defer { channel.release() }
        // The embedded channel completes a write only when it is flushed.
        channel.write(HTTPParts.response(), promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `the send buffer of a connection has the size of the limit`() throws {
        let channel = try EmbeddedChannel.open(WriteDeadline(limit: .seconds(10), sendBuffer: 4_096))
        defer { channel.release() }
        let options = try #require(channel.syncOptions)
        #expect(try options.getOption(ChannelOptions.socketOption(.so_sndbuf)) == 4_096)
    }

    @Test func `a large body is written in pieces, so that a slow reader makes progress`() throws {
        let channel = try EmbeddedChannel.open(WriteDeadline(limit: .seconds(10)))
        defer { channel.release() }
        let size = 2 * WriteDeadline.pieceSize + 1
        try channel.writeOutbound(HTTPResponsePart.body(ByteBuffer(repeating: 1, count: size)))
        #expect(try channel.bodySizes() == [WriteDeadline.pieceSize, WriteDeadline.pieceSize, 1])
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
    }

    @Test func `a HEAD request above the limit gets no body`() throws {
        let handler = ConnectionCap(limits: Self.limits(connections: 0), connections: ConnectionCount())
        let channel = try EmbeddedChannel.open(handler)
        defer { channel.release() }
        try channel.writeInbound(HTTPParts.head(method: .head))
        #expect(try channel.bodySizes() == [])
    }

    @Test func `a write that completes keeps the connection open`() throws {
        let channel = try EmbeddedChannel.open(WriteDeadline(limit: .seconds(10)))
        defer { channel.release() }
        try channel.writeOutbound(HTTPParts.response())
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
    }

    @Test func `a write after a completed write has ten seconds of its own`() throws {
        let channel = try EmbeddedChannel.open(WriteDeadline(limit: .seconds(10)))
        defer { channel.release() }
        channel.write(HTTPParts.response(), promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        channel.flush()
        channel.write(HTTPParts.response(), promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `a client that accepts a piece of a body every nine seconds stays connected`() throws {
        let (socket, deadline) = (SlowSocket(), WriteDeadline(limit: .seconds(10)))
        let channel = EmbeddedChannel(handlers: [socket, deadline])
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        defer { channel.release() }
        let body = ByteBuffer(repeating: 0, count: 3 * WriteDeadline.pieceSize)
        channel.write(HTTPResponsePart.body(body), promise: nil)
        for _ in 0..<3 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(9))
            #expect(channel.isActive)
            socket.acceptWrite()
        }
        #expect(!socket.hasWrites)
    }
}

/// A socket whose client accepts one write at a time.
private final class SlowSocket: ChannelOutboundHandler {
    typealias OutboundIn = HTTPResponsePart

    private var writes: [EventLoopPromise<Void>] = []

    var hasWrites: Bool { !writes.isEmpty }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if let promise { writes.append(promise) }
    }

    func acceptWrite() { writes.removeFirst().succeed() }
}
