import NIOCore

/// Passes the bytes of a connection to the decoder in pieces, each time the handlers behind the decoder want more.
///
/// The decoder decodes all bytes that it gets, and a decoded request takes up to 200 times its bytes. Without the gate,
/// a client that sends many requests and reads no response would use megabytes. A socket also passes all its bytes when
/// the client ends its half of the connection, whether or not they are wanted.
///
/// A piece ends after an empty line, which ends a head without a body. A body may also have empty lines, and then
/// arrives in more pieces. A body of small chunks has none, so a piece also has a maximum size.
final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The minimum number of bytes of a piece, except for the last piece. A piece of this size contains at most four
    /// requests.
    static let minimumPiece = 64
    /// The maximum number of bytes of a piece.
    static let maximumPiece = 2_048

    /// The bytes that wait.
    private var held = ByteBuffer()
    /// Whether the handlers behind want the next piece.
    private var isWanted = false
    /// Whether ``read(context:)`` is passing pieces. A handler behind can ask for the next piece while it gets one.
    private var isPassing = false
    /// Whether the client has ended its half of the connection after the bytes that wait.
    private var isInputClosed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard held.readableBytes == 0, !isPassing else {
            held.writeBuffer(&bytes)
            return
        }
        held = bytes
        passPiece(context)
    }

    func read(context: ChannelHandlerContext) {
        guard held.readableBytes > 0 else { return context.read() }
        isWanted = true
        guard !isPassing else { return }
        isPassing = true
        while isWanted, held.readableBytes > 0 {
            isWanted = false
            passPiece(context)
            context.fireChannelReadComplete()
            // The channel does this after each read of the socket. The handlers behind hold it back, or want more.
            context.pipeline.syncOperations.read()
        }
        isPassing = false
        endInputIfComplete(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed? = event as? ChannelEvent else {
            return context.fireUserInboundEventTriggered(event)
        }
        isInputClosed = true
        endInputIfComplete(context)
    }

    private func endInputIfComplete(_ context: ChannelHandlerContext) {
        guard isInputClosed, held.readableBytes == 0 else { return }
        isInputClosed = false
        context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }

    private func passPiece(_ context: ChannelHandlerContext) {
        guard let piece = held.readSlice(length: Self.pieceLength(held)) else { return }
        // An idle connection then keeps no buffer.
        if held.readableBytes == 0 { held = ByteBuffer() }
        context.fireChannelRead(wrapInboundOut(piece))
    }

    /// Returns the number of bytes up to the end of the first empty line behind the minimum, within the maximum.
    private static func pieceLength(_ bytes: ByteBuffer) -> Int {
        let view = bytes.readableBytesView.prefix(maximumPiece)
        guard view.count > minimumPiece else { return view.count }
        var start = view.startIndex + minimumPiece - 1
        while let lineEnd = view[start...].firstIndex(of: UInt8(ascii: "\n")) {
            start = lineEnd + 1
            var next = view[start...].prefix(2)
            if next.first == UInt8(ascii: "\r") { next = next.dropFirst() }
            if next.first == UInt8(ascii: "\n") { return next.startIndex + 1 - view.startIndex }
        }
        return view.count
    }
}
