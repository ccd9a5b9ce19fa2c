import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client does not accept the bytes that were written.
///
/// The time restarts with each write that completes, so it limits the pace and not the length of a response. Large
/// bodies are written in pieces, because a write completes only when all its bytes are accepted.
///
/// A write completes when the kernel has accepted its bytes, so the handler also limits the kernel's send buffer. The
/// buffer would otherwise grow to several megabytes for each client that does not read. Until it is full, the server
/// would continue to respond to such a client.
final class WriteDeadline: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The size of a piece in bytes.
    static let pieceSize = 16 * 1_024

    private let limit: TimeAmount
    private let sendBuffer: Int
    private var unfinished = 0
    /// The time at which the oldest unfinished write began, or at which a write has completed since.
    private var progress = NIODeadline.uptimeNanoseconds(0)
    /// The next check of the progress. It stays scheduled when writes complete, because each cancellation searches all
    /// scheduled tasks of the event loop.
    private var check: Scheduled<Void>?

    init(limit: TimeAmount, sendBuffer: Int = ServerLimits().sendBuffer) {
        self.limit = limit
        self.sendBuffer = sendBuffer
    }

    func handlerAdded(context: ChannelHandlerContext) {
        // A channel without a socket has no such option, and the first write reports a closed channel.
        try? context.channel.syncOptions?.setOption(
            ChannelOptions.socketOption(.so_sndbuf), value: SocketOptionValue(sendBuffer))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .body(var bytes) = unwrapOutboundIn(data) else { return watch(data, context, promise) }
        while bytes.readableBytes > Self.pieceSize, let piece = bytes.readSlice(length: Self.pieceSize) {
            watch(wrapOutboundOut(.body(piece)), context, nil)
        }
        watch(wrapOutboundOut(.body(bytes)), context, promise)
    }

    private func watch(_ data: NIOAny, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        let written = promise ?? context.eventLoop.makePromise(of: Void.self)
        unfinished += 1
        if unfinished == 1 {
            progress = context.eventLoop.now
            if check == nil { scheduleCheck(context) }
        }
        written.futureResult.assumeIsolated().whenComplete { _ in
            self.unfinished -= 1
            self.progress = context.eventLoop.now
        }
        context.write(data, promise: written)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        check?.cancel()
        check = nil
    }

    private func scheduleCheck(_ context: ChannelHandlerContext) {
        check = context.eventLoop.assumeIsolated().scheduleTask(deadline: progress + limit) {
            self.checkProgress(context)
        }
    }

    private func checkProgress(_ context: ChannelHandlerContext) {
        check = nil
        guard unfinished > 0, context.channel.isActive else { return }
        if progress + limit <= context.eventLoop.now {
            context.close(promise: nil)
        } else {
            scheduleCheck(context)
        }
    }
}
