import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Hummingbird's HTTP/1.1 channel with ``RequestGate`` in front of its decoder, ``ConnectionRules`` in front of its
/// codec, and small reads.
struct LimitedChannel: ServerChildChannel {
    let base: HTTP1Channel
    let limits: ServerLimits

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(RequestGate(), position: .before(decoder))
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(ConnectionRules(limits: limits), position: .before(codec))
            try limitReads(of: channel)
            return value
        }
    }

    /// Limits the bytes of a connection in the memory of the process and of the kernel.
    private func limitReads(of channel: any Channel) throws {
        try channel.syncOptions?.setOption(
            .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: limits.readBytes))
        try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
        try channel.syncOptions?.setOption(.socketOption(.so_rcvbuf), value: SocketOptionValue(limits.receiveBuffer))
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
