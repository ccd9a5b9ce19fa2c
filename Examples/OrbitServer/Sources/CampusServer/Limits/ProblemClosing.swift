import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A channel handler that can end a connection with a response of its own.
///
/// A socket that is closed with unread bytes is reset, and the client may lose the response. So the handler first
/// closes the server's side only, drops arriving bytes, and closes the connection after ``lingering``.
protocol ProblemClosing: ChannelDuplexHandler
where InboundIn == HTTPRequestPart, OutboundIn == HTTPResponsePart, OutboundOut == HTTPResponsePart {
    /// Whether the handler has ended the connection, and drops all further parts.
    var isEnding: Bool { get set }
    /// Counts the status of a problem, for metrics.
    var countProblem: CountProblem { get }
}

/// Counts the status of a response that a channel handler has written.
typealias CountProblem = @Sendable (_ status: Int) -> Void

/// The time for the client to read the last response.
let lingering: TimeAmount = .seconds(1)

extension ProblemClosing {
    /// Writes a problem as the last response of the connection, and closes it.
    ///
    /// - Parameters:
    ///   - context: The context of the handler.
    ///   - problem: The problem.
    ///   - hasBody: Whether the response has a body. The response to a `HEAD` request has none.
    func end(_ context: ChannelHandlerContext, with problem: ServerProblem, hasBody: Bool = true) {
        guard !isEnding else { return }
        countProblem(problem.status)
        var fields = problem.fields
        let body = problem.body
        fields[.contentLength] = String(body.readableBytes)
        fields[.connection] = "close"
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
            _ = context.eventLoop.assumeIsolated().scheduleTask(in: lingering) { context.close(promise: nil) }
        }
        context.writeAndFlush(wrapOutboundOut(.end(trailers)), promise: written)
    }

    /// Refuses a part that is written after the connection was ended.
    func refuse(_ promise: EventLoopPromise<Void>?) { promise?.fail(ChannelError.ioOnClosedChannel) }
}
