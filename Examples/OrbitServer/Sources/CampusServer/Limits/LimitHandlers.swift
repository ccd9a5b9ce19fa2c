import Hummingbird
import HummingbirdCore
import NIOCore

/// The channel handlers of the limits, in the order in which a request passes them.
struct LimitHandlers: Sendable {
    let limits: ServerLimits
    let connections: ConnectionCount
    let metrics: ServerMetrics

    /// Returns the handlers of a new connection.
    func make() -> [any RemovableChannelHandler] {
        let countProblem: CountProblem = { [metrics] in metrics.countLimitResponse(status: $0) }
        return [
            WriteDeadline(limit: limits.writeDeadline),
            EventQueue(limits: limits),
            ConnectionCap(limits: limits, connections: connections, countProblem: countProblem),
            MalformedRequest(countProblem: countProblem),
            RequestDeadline(limits: limits, countProblem: countProblem),
            ResponseClosing(),
        ]
    }

    /// The HTTP/1.1 server with all limits of a connection.
    var server: HTTPServerBuilder {
        HTTPServerBuilder { responder in
            let configuration = HTTP1Channel.Configuration(
                additionalChannelHandlers: make(), idleTimeout: limits.idleTimeout,
                httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                    maxHeaderFieldSize: limits.headerFieldBytes, maxHeaderListSize: limits.headerBytes,
                    maxHeaderFieldCount: limits.headerFields))
            return LimitedChannel(
                base: HTTP1Channel(responder: responder, configuration: configuration), limits: limits)
        }
    }
}
