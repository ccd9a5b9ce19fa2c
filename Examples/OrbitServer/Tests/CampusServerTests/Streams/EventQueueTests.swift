import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import CampusServer

/// The queue of a stream, on an embedded channel. The channel accepts writes only when it is flushed.
@Suite struct EventQueueTests {
    private func open(_ type: String = "text/event-stream") throws -> EmbeddedChannel {
        var limits = ServerLimits()
        limits.eventQueueBytes = 100
        let channel = try EmbeddedChannel.open(EventQueue(limits: limits))
        try channel.writeOutbound(HTTPParts.response(.ok, [.contentType: type]))
        return channel
    }

    private func write(_ count: Int, to channel: EmbeddedChannel) {
        channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 0, count: count)), promise: nil)
    }

    @Test func `a further frame behind a full queue closes the connection`() throws {
        let channel = try open()
        defer { channel.release() }
        for _ in 0..<3 { write(51, to: channel) }
        #expect(channel.isActive)
        write(1, to: channel)
        #expect(!channel.isActive)
    }

    @Test func `a large frame that is being sent does not count`() throws {
        let channel = try open()
        defer { channel.release() }
        write(1_000, to: channel)
        for _ in 0..<2 { write(50, to: channel) }
        #expect(channel.isActive)
    }

    @Test func `a client that accepts each frame stays connected`() throws {
        let channel = try open()
        defer { channel.release() }
        for _ in 0..<100 {
            write(51, to: channel)
            channel.flush()
        }
        #expect(channel.isActive)
    }

    @Test func `a stream is closed if its client does not acknowledge bytes for 30 seconds`() throws {
        let channel = try open()
        defer { channel.release() }
        let option = AcknowledgementTimeout.option
        let value = channel.options.first { ($0.option as? ChannelOptions.Types.SocketOption) == option }?.value
        #expect(value as? SocketOptionValue == AcknowledgementTimeout.value(of: .seconds(30)))
    }

    @Test func `a response that is not a stream has no queue`() throws {
        let channel = try open("application/json")
        defer { channel.release() }
        for _ in 0..<10 { write(51, to: channel) }
        #expect(channel.isActive)
    }

    @Test func `the end of the client's side closes a stream`() throws {
        let channel = try open()
        defer { channel.release() }
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(!channel.isActive)
    }

    @Test func `the end of the client's side keeps other responses`() throws {
        let channel = try open("application/json")
        defer { channel.release() }
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(channel.isActive)
    }
}
