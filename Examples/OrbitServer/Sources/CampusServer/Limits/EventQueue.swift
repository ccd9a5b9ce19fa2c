import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes an event stream whose client reads more slowly than events arrive, has closed its side, or has vanished.
///
/// The queue consists of the frames behind the frame that is being sent. A client on a slow network therefore has time
/// for one large frame. A disconnected client resumes at its position, because the log has all events.
final class EventQueue: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ServerLimits
    private var isStream = false
    private var isInputClosed = false
    /// The sizes of the frames that the client has not accepted, oldest first.
    private var frames: [Int] = []

    init(limits: ServerLimits) {
        self.limits = limits
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            isStream = head.headerFields[.contentType]?.hasPrefix("text/event-stream") == true
            if isStream { limitSocket(of: context.channel) }
            context.write(data, promise: promise)
            closeAtEndOfClient(context)
        case .body(let frame) where isStream: add(frame.readableBytes, data, context, promise)
        case .body, .end: context.write(data, promise: promise)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed {
            isInputClosed = true
            closeAtEndOfClient(context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func closeAtEndOfClient(_ context: ChannelHandlerContext) {
        if isStream && isInputClosed { context.close(promise: nil) }
    }

    private func add(
        _ size: Int, _ data: NIOAny, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
    ) {
        guard frames.dropFirst().reduce(0, +) <= limits.eventQueueBytes else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return context.close(promise: nil)
        }
        frames.append(size)
        let accepted = promise ?? context.eventLoop.makePromise(of: Void.self)
        accepted.futureResult.assumeIsolated().whenComplete { _ in self.frames.removeFirst() }
        context.write(data, promise: accepted)
    }

    /// Limits the time without an acknowledgement, and the kernel's buffer. The buffer would otherwise be several
    /// megabytes for each slow reader.
    private func limitSocket(of channel: any Channel) {
        // A channel without a socket has no such options, and the write reports a closed channel.
        try? channel.syncOptions?.setOption(
            ChannelOptions.socketOption(.so_sndbuf), value: SocketOptionValue(limits.eventSendBuffer))
        // As above.
        try? channel.syncOptions?.setOption(
            AcknowledgementTimeout.option, value: AcknowledgementTimeout.value(of: limits.eventAcknowledgement))
    }
}
