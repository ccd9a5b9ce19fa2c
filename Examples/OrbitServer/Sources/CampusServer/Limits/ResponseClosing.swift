import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes the connection after a request or a response with `Connection: close`, and after a response to a request whose
/// body was not read completely. When the server stops, also after the response in progress.
///
/// Hummingbird would read the rest of an incomplete body without a limit, to find the next request. When the server
/// stops, Hummingbird would close the connection before the client has accepted the whole response.
final class ResponseClosing: ProblemClosing, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// It writes no problem of its own.
    let countProblem: CountProblem = { _ in }
    var isEnding = false
    private var requestsInProgress = 0
    private var isReadingRequest = false
    private var receivedLastRequest = false
    private var closesAfterResponse = false
    private var isStopping = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            requestsInProgress += 1
            isReadingRequest = true
            receivedLastRequest = head.headerFields[.connection] == "close"
        case .body: break
        case .end: isReadingRequest = false
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isEnding else { return refuse(promise) }
        switch unwrapOutboundIn(data) {
        // With further requests in progress, the body and the field belong to the newest of them.
        case .head(var head)
        where isStopping || requestsInProgress == 1 && (isReadingRequest || receivedLastRequest):
            closesAfterResponse = true
            head.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head(let head):
            closesAfterResponse = head.headerFields[.connection] == "close"
            context.write(data, promise: promise)
        case .body: context.write(data, promise: promise)
        case .end(let trailers):
            requestsInProgress -= 1
            guard closesAfterResponse || isStopping else { return context.write(data, promise: promise) }
            endAfterLastPart(context, trailers, promise: promise)
        }
    }

    /// Closes an idle connection when the server stops. Hummingbird's own handler does not receive the event.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        isStopping = true
        if requestsInProgress == 0 { context.close(promise: nil) }
    }
}
