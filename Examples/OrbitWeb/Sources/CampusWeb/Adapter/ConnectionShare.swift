import BackendRuntime
import NIOCore
import TimeAndChance

/// The numbers of open connections by network, each with the same maximum.
final class ConnectionShares: Sendable {
    private let limit: Int
    /// A network without connections has no entry.
    private let counts = LockedState<[String: Int]>([:])

    init(limit: Int) { self.limit = limit }

    /// The number of networks with connections.
    var networks: Int { counts.withLock { $0.count } }

    /// Adds a connection, and returns whether it is within the maximum.
    func open(from network: String) -> Bool {
        counts.withLock { counts in
            counts[network, default: 0] += 1
            return counts[network, default: 0] <= limit
        }
    }

    func close(from network: String) {
        counts.withLock { counts in
            let count = counts[network, default: 0] - 1
            counts[network] = count > 0 ? count : nil
        }
    }
}

/// Closes a connection beyond the share of its network, so that one address cannot use all connections.
final class ConnectionShare: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let shares: ConnectionShares
    private var network: String?

    init(shares: ConnectionShares) { self.shares = shares }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        // A connection that was reset before it was accepted has no address, and is closed soon.
        guard let address = context.channel.remoteAddress?.ipAddress else { return }
        let network = OriginGroup(address).text
        self.network = network
        if !shares.open(from: network) { context.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        if let network { shares.close(from: network) }
        network = nil
    }
}
