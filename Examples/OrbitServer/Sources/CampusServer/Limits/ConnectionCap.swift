import BackendRuntime
import HTTPTypes
import NIOCore
import NIOHTTPTypes
import TimeAndChance

/// The number of open connections, of all callers and of each origin.
package final class ConnectionCount: Sendable {
    private struct State {
        var all = 0
        var ofOrigin = OriginCounts()
    }

    private let state = LockedState(State())

    package init() {}

    /// Adds a connection.
    ///
    /// - Returns: The number of connections with it.
    func open() -> Int {
        state.withLock { state in
            state.all += 1
            return state.all
        }
    }

    func close() { state.withLock { $0.all -= 1 } }

    /// Adds a connection of an origin.
    ///
    /// - Returns: The number of its connections with this one.
    func open(from origin: String) -> Int {
        state.withLock { state in
            state.ofOrigin[origin] += 1
            return state.ofOrigin[origin]
        }
    }

    func close(from origin: String) { state.withLock { $0.ofOrigin[origin] -= 1 } }

    package var count: Int { state.withLock { $0.all } }
}

/// Responds with 503 to the first request of a connection above a limit. The operating system would otherwise queue the
/// connection, and its client would wait without knowing why.
///
/// A connection beyond the share of its origin is closed at once, so that a single caller cannot use all connections.
final class ConnectionCap: ConnectionEnding, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The time in which a connection above the limit has to send its request.
    private static let timeout: TimeAmount = .seconds(5)

    private let limits: ServerLimits
    private let connections: ConnectionCount
    let responses: LimitResponses
    var isEnding = false
    private var isAboveLimit = false
    /// The group of the client's address, once it is known.
    private var origin: String?
    private var silence: Scheduled<Void>?

    init(limits: ServerLimits, connections: ConnectionCount, responses: LimitResponses = LimitResponses()) {
        (self.limits, self.connections, self.responses) = (limits, connections, responses)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        isAboveLimit = connections.open() > limits.connections
        guard isAboveLimit else { return }
        silence = context.eventLoop.assumeIsolated().scheduleTask(in: Self.timeout) { context.close(promise: nil) }
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        // A connection that was reset before it was accepted has no address, and is closed soon.
        guard let address = context.channel.remoteAddress?.ipAddress else { return }
        let origin = OriginGroup(address).text
        self.origin = origin
        if connections.open(from: origin) > limits.connectionsPerOrigin { context.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        connections.close()
        if let origin { connections.close(from: origin) }
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
