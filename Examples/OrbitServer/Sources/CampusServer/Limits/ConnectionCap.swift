import HTTPTypes
import NIOCore
import NIOHTTPTypes
import TimeAndChance

/// The number of open connections.
package final class ConnectionCount: Sendable {
    private let state = LockedState(0)

    package init() {}

    /// Adds a connection.
    ///
    /// - Returns: The number of connections with it.
    func open() -> Int {
        state.withLock { count in
            count += 1
            return count
        }
    }

    func close() { state.withLock { $0 -= 1 } }

    package var count: Int { state.withLock { $0 } }
}

/// Responds with 503 to the first request of a connection above a limit. The operating system would otherwise queue the
/// connection, and its client would wait without knowing why.
final class ConnectionCap: ProblemClosing, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The time in which a connection above the limit has to send its request.
    private static let patience: TimeAmount = .seconds(5)

    private let limits: ServerLimits
    private let connections: ConnectionCount
    let countProblem: CountProblem
    var isEnding = false
    private var isAboveLimit = false
    private var silence: Scheduled<Void>?

    init(limits: ServerLimits, connections: ConnectionCount, countProblem: @escaping CountProblem = { _ in }) {
        (self.limits, self.connections, self.countProblem) = (limits, connections, countProblem)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        isAboveLimit = connections.open() > limits.connections
        guard isAboveLimit else { return }
        silence = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { context.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        connections.close()
        silence?.cancel()
        silence = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard isAboveLimit else { return context.fireChannelRead(data) }
        var hasBody = true
        if case .head(let head) = unwrapInboundIn(data) { hasBody = head.method != .head }
        end(context, with: .overloaded(retryAfter: limits.retryAfter), hasBody: hasBody)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isEnding else { return refuse(promise) }
        context.write(data, promise: promise)
    }
}
