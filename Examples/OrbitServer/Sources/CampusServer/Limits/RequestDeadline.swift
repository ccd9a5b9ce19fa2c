import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Limits the time from the head of a request until its response begins, and the rate of its body.
///
/// Each part of a body restarts the idle timer of Hummingbird. A client that sends a byte now and then would therefore
/// occupy a connection without end.
final class RequestDeadline: ConnectionEnding, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// A request without a complete response.
    private struct Pending {
        let deadline: TimeAmount
        /// Whether the response has no body.
        let isHead: Bool
    }

    private let limits: ServerLimits
    let responses: LimitResponses
    var isEnding = false
    /// The requests without a complete response, oldest first.
    private var pending: [Pending] = []
    /// The time at which the response to the oldest request has to begin; `nil` while no response is due.
    private var deadline: NIODeadline?
    /// The end of the current window of the rate; `nil` while no body is read.
    private var windowEnd: NIODeadline?
    private var bytesInWindow = 0
    /// The timer for `deadline` or `windowEnd`, the earlier of the two. It stays scheduled when they change to later
    /// times, because each cancellation searches all scheduled tasks of the event loop.
    private var timer: Scheduled<Void>?
    private var timerEnd = NIODeadline.distantFuture
    private var isResponding = false

    init(limits: ServerLimits, responses: LimitResponses = LimitResponses()) {
        (self.limits, self.responses) = (limits, responses)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            pending.append(
                Pending(
                    deadline: limits.isUpload(head.path) ? limits.uploadDeadline : limits.requestDeadline,
                    isHead: head.method == .head))
            if pending.count == 1 { startDeadline(context) }
            startRateWindow(context)
            schedule(context)
        case .body(let bytes): bytesInWindow += bytes.readableBytes
        case .end: windowEnd = nil
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isEnding else { return refuse(promise) }
        switch unwrapOutboundIn(data) {
        case .head:
            deadline = nil
            isResponding = true
        case .body: break
        case .end:
            isResponding = false
            if !pending.isEmpty { pending.removeFirst() }
            if !pending.isEmpty { startDeadline(context) }
            // The server reads the body of the next request only from now on.
            if windowEnd != nil { startRateWindow(context) }
        }
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    private func startDeadline(_ context: ChannelHandlerContext) {
        guard let request = pending.first else { return }
        deadline = context.eventLoop.now + request.deadline
        schedule(context)
    }

    private func startRateWindow(_ context: ChannelHandlerContext) {
        bytesInWindow = 0
        windowEnd = context.eventLoop.now + limits.rateWindow
    }

    /// Schedules the timer, unless it is scheduled for an earlier time.
    private func schedule(_ context: ChannelHandlerContext) {
        let end = min(deadline ?? .distantFuture, windowEnd ?? .distantFuture)
        guard end < timerEnd else { return }
        timer?.cancel()
        timerEnd = end
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: end) { self.checkTimes(context) }
    }

    private func checkTimes(_ context: ChannelHandlerContext) {
        (timer, timerEnd) = (nil, .distantFuture)
        let now = context.eventLoop.now
        if let windowEnd, windowEnd <= now {
            // While an earlier request has no response, the server itself reads no further body. The deadline of the
            // earlier request limits this time.
            guard bytesInWindow >= limits.minimumBytesPerWindow || pending.count > 1 else { return expire(context) }
            startRateWindow(context)
        }
        if let deadline, deadline <= now { return expire(context) }
        schedule(context)
    }

    private func expire(_ context: ChannelHandlerContext) {
        stop()
        // A response that has begun cannot become a 408.
        guard !isResponding else { return context.close(promise: nil) }
        end(context, with: .tooSlow, hasBody: pending.first?.isHead != true)
    }

    private func stop() {
        timer?.cancel()
        (timer, timerEnd) = (nil, .distantFuture)
        (deadline, windowEnd) = (nil, nil)
    }
}
