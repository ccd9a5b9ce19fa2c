import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypesHTTP1

/// Hummingbird's HTTP/1.1 channel with ``ConnectionRules`` in front of its codec, and with small reads.
struct LimitedChannel: ServerChildChannel {
    let base: HTTP1Channel
    let limits: ServerLimits

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            let position = ChannelPipeline.SynchronousOperations.Position.before(codec)
            try pipeline.addHandler(ConnectionRules(limits: limits), position: position)
            try limitReads(of: channel)
            return value
        }
    }

    /// Limits the bytes that are decoded at once. Otherwise a client that sends many requests and reads no response
    /// would use megabytes.
    private func limitReads(of channel: any Channel) throws {
        try channel.syncOptions?.setOption(
            .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: limits.readBytes))
        try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
