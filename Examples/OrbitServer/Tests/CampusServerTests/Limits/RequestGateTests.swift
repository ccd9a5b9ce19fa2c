import NIOCore
import NIOEmbedded
import Testing

@testable import CampusServer

/// The gate between the socket and the decoder.
@Suite struct RequestGateTests {
    /// A connection with the gate. `socket` is in front of it, and `decoder` behind it.
    private struct Connection {
        let channel = EmbeddedChannel()
        let socket = Socket()
        let decoder = Decoder()

        init() throws {
            try channel.pipeline.syncOperations.addHandlers([socket, RequestGate(), decoder])
            try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        }

        /// Sends bytes in one read of the socket.
        func send(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

        /// Lets the decoder want pieces.
        func want(_ count: Int) {
            decoder.wanted = count
            channel.pipeline.syncOperations.read()
        }

        func endInput() { channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }
    }

    /// Counts the reads of the socket.
    private final class Socket: ChannelOutboundHandler {
        typealias OutboundIn = IOData
        var reads = 0

        func read(context: ChannelHandlerContext) { reads += 1 }
    }

    /// Records what arrives, and passes on a given number of reads.
    private final class Decoder: ChannelDuplexHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundIn = IOData
        var pieces: [String] = []
        var wanted = 0
        var isInputClosed = false

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            pieces.append(String(buffer: unwrapInboundIn(data)))
        }

        func read(context: ChannelHandlerContext) {
            guard wanted > 0 else { return }
            wanted -= 1
            context.read()
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) { isInputClosed = true }
    }

    private static func request(_ name: String, lineEnd: String = "\r\n") -> String {
        "GET /\(name) HTTP/1.1\(lineEnd)Host: \(String(repeating: "a", count: 64))\(lineEnd)\(lineEnd)"
    }

    @Test(arguments: ["\r\n", "\n"]) func `each read passes one of several requests`(_ lineEnd: String) throws {
        let connection = try Connection()
        let requests = ["one", "two", "three"].map { Self.request($0, lineEnd: lineEnd) }
        try connection.send(requests.joined())
        #expect(connection.decoder.pieces == Array(requests.prefix(1)))
        connection.want(1)
        #expect(connection.decoder.pieces == Array(requests.prefix(2)))
        connection.want(1)
        #expect(connection.decoder.pieces == requests)
        #expect(connection.socket.reads == 0)
        connection.want(1)
        #expect(connection.socket.reads == 1)
    }

    @Test func `all requests pass in order before the next read of the socket`() throws {
        let connection = try Connection()
        let requests = (0..<100).map { Self.request("\($0)") }
        try connection.send(requests.joined())
        connection.want(99)
        #expect(connection.decoder.pieces == requests)
        #expect(connection.socket.reads == 0)
        connection.want(1)
        #expect(connection.socket.reads == 1)
    }

    @Test func `bytes that arrive while others wait pass behind them`() throws {
        let connection = try Connection()
        let requests = ["one", "two", "three"].map { Self.request($0) }
        try connection.send(requests[0] + requests[1])
        for character in requests[2] { try connection.send(String(character)) }
        #expect(connection.decoder.pieces == [requests[0]])
        connection.want(2)
        #expect(connection.decoder.pieces == requests)
    }

    @Test func `a body without an empty line passes in pieces of the maximum size`() throws {
        let connection = try Connection()
        let body = String(repeating: "1\r\na\r\n", count: 2_048)
        try connection.send(body)
        connection.want(100)
        #expect(connection.decoder.pieces.joined() == body)
        #expect(connection.decoder.pieces.map(\.utf8.count) == Array(repeating: RequestGate.maximumPiece, count: 6))
    }

    @Test(arguments: ["\n", "\r\n", "\n\n\r"])
    func `no piece is shorter than the minimum, but for the last`(_ unit: String) throws {
        let connection = try Connection()
        let body = String(repeating: unit, count: 500)
        try connection.send(body)
        connection.want(1_000)
        let pieces = connection.decoder.pieces
        #expect(pieces.joined() == body)
        #expect(pieces.dropLast().allSatisfy { RequestGate.minimumPiece...66 ~= $0.utf8.count })
    }

    @Test func `the end of the input arrives behind the last request`() throws {
        let connection = try Connection()
        let requests = ["one", "two"].map { Self.request($0) }
        try connection.send(requests.joined())
        connection.endInput()
        #expect(!connection.decoder.isInputClosed)
        connection.want(1)
        #expect(connection.decoder.pieces == requests)
        #expect(connection.decoder.isInputClosed)
    }

    @Test func `the end of the input arrives at once if no bytes wait`() throws {
        let connection = try Connection()
        connection.endInput()
        #expect(connection.decoder.isInputClosed)
    }
}
