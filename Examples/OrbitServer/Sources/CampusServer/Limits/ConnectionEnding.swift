import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A channel handler that can end a connection after a response, or with a response of its own.
///
/// A socket that is closed with unread bytes is reset, and the client may lose the response. So the handler first
/// closes the server's side only, drops arriving bytes, and closes the connection after ``lingerTime``.
protocol ConnectionEnding: ChannelDuplexHandler
where InboundIn == HTTPRequestPart, OutboundIn == HTTPResponsePart, OutboundOut == HTTPResponsePart {
    /// The common part of the responses of limits.
    var responses: LimitResponses { get }
    /// Whether the handler has ended the connection, and drops all further parts.
    var isEnding: Bool { get set }
}

/// The time for the client to read the last response.
let lingerTime: TimeAmount = .seconds(1)

extension ConnectionEnding {
    /// Writes a problem as the last response of the connection, and closes it.
    ///
    /// - Parameters:
    ///   - context: The context of the handler.
    ///   - problem: The problem.
    ///   - hasBody: Whether the response has a body. The response to a `HEAD` request has none.
    func end(_ context: ChannelHandlerContext, with problem: ServerProblem, hasBody: Bool = true) {
        guard !isEnding else { return }
        responses.count(problem.status)
        var fields = problem.fields
        let body = problem.body
        fields[.contentLength] = String(body.readableBytes)
        fields[.connection] = "close"
        responses.securityHeaders.add(to: &fields)
        let head = HTTPResponse(status: HTTPResponse.Status(code: problem.status), headerFields: fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if hasBody { context.write(wrapOutboundOut(.body(body)), promise: nil) }
        endAfterLastPart(context)
    }

    /// Writes the last part of a response, and closes the connection.
    func endAfterLastPart(
        _ context: ChannelHandlerContext, _ trailers: HTTPFields? = nil, promise: EventLoopPromise<Void>? = nil
    ) {
        isEnding = true
        let written = promise ?? context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in
            context.close(mode: .output, promise: nil)
            _ = context.eventLoop.assumeIsolated().scheduleTask(in: lingerTime) { context.close(promise: nil) }
        }
        context.writeAndFlush(wrapOutboundOut(.end(trailers)), promise: written)
    }

    /// Refuses a part that is written after the connection was ended.
    func refuse(_ promise: EventLoopPromise<Void>?) { promise?.fail(ChannelError.ioOnClosedChannel) }
}
