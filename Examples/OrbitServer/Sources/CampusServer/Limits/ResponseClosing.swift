import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Closes the connection after its last response. The last response is one of these:
///
/// - The response to a request with `Connection: close`, or to the last request before bytes that cannot be parsed.
/// - A response with `Connection: close`.
/// - A response to a request whose body was not read completely. Hummingbird would read the rest of the body without a
///   limit, to find the next request.
/// - The response in progress when the server stops. Hummingbird would close the connection before the client has
///   accepted the whole response.
///
/// Bytes that cannot be parsed get a problem if no request is before them. An error in a body is passed on, because the
/// adapter is reading the body and responds itself.
final class ResponseClosing: ConnectionEnding, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    let responses: LimitResponses
    var isEnding = false
    private var requestsInProgress = 0
    private var isReadingRequest = false
    /// Whether no request may follow the newest.
    private var receivedLastRequest = false
    private var closesAfterResponse = false
    private var isStopping = false

    init(responses: LimitResponses = LimitResponses()) {
        self.responses = responses
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding, isReadingRequest || !receivedLastRequest else { return }
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
            // Bytes that cannot be parsed may have arrived after the head of the response.
            let isLast = receivedLastRequest && requestsInProgress == 0
            guard closesAfterResponse || isStopping || isLast else { return context.write(data, promise: promise) }
            endAfterLastPart(context, trailers, promise: promise)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let problem = Self.problem(of: error), !isReadingRequest else { return context.fireErrorCaught(error) }
        // Responses have to be in the order of their requests, so the response to an earlier request is next.
        if requestsInProgress == 0 { end(context, with: problem) } else { receivedLastRequest = true }
    }

    /// Closes an idle connection when the server stops. Hummingbird's own handler does not receive the event.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        isStopping = true
        if requestsInProgress == 0 { context.close(promise: nil) }
    }

    /// Returns the problem of an error of the parser; `nil` for errors of the socket or of TLS.
    private static func problem(of error: any Error) -> ServerProblem? {
        switch error {
        case HTTPParserError.headerOverflow: .headersTooLarge
        // The decoder reports the bytes after its first error with an error of their own.
        case is HTTPParserError, is HTTP1TypeConversionError, is ByteToMessageDecoderError: .malformed
        default: nil
        }
    }
}
