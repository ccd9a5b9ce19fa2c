import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Responds to a request whose head cannot be parsed, with the envelope of the API.
///
/// An error in a body is passed on, because the adapter is reading the body and responds itself. An error behind a
/// complete request closes the connection after the response to this request.
final class MalformedRequest: ProblemClosing, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    let countProblem: CountProblem
    var isEnding = false
    private var requestsInProgress = 0
    private var isReadingRequest = false
    /// Whether bytes that cannot be parsed follow the requests in progress.
    private var isBroken = false

    init(countProblem: @escaping CountProblem = { _ in }) {
        self.countProblem = countProblem
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding, !isBroken else { return }
        switch unwrapInboundIn(data) {
        case .head:
            requestsInProgress += 1
            isReadingRequest = true
        case .body: break
        case .end: isReadingRequest = false
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isEnding else { return refuse(promise) }
        switch unwrapOutboundIn(data) {
        case .head(var head) where isBroken && requestsInProgress == 1:
            head.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head, .body: context.write(data, promise: promise)
        case .end(let trailers):
            requestsInProgress -= 1
            guard isBroken, requestsInProgress == 0 else { return context.write(data, promise: promise) }
            endAfterLastPart(context, trailers, promise: promise)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let problem = Self.problem(of: error), !isReadingRequest else { return context.fireErrorCaught(error) }
        // Responses have to be in the order of their requests, so the response to an earlier request is next.
        if requestsInProgress == 0 { end(context, with: problem) } else { isBroken = true }
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
