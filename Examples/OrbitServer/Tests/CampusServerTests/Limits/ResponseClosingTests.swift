import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import CampusServer

@Suite struct ResponseClosingTests {
    @Test func `a response before the end of the body closes the connection`() throws {
        let channel = try EmbeddedChannel.open(ResponseClosing())
        defer { channel.release() }
        try channel.writeInbound(HTTPParts.head())
        try channel.writeInbound(HTTPParts.body(10))
        try channel.writeOutbound(HTTPParts.response(.contentTooLarge))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(try channel.nextHead()?.headerFields[.connection] == "close")
        #expect(!channel.isActive)
    }

    @Test func `a response after the end of the body keeps the connection`() throws {
        let channel = try EmbeddedChannel.open(ResponseClosing())
        defer { channel.release() }
        try channel.writeInbound(HTTPParts.head())
        try channel.writeInbound(HTTPParts.body(10))
        try channel.writeInbound(HTTPParts.end)
        try channel.writeOutbound(HTTPParts.response())
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(try channel.nextHead()?.headerFields[.connection] == nil)
        #expect(channel.isActive)
    }

    @Test func `the body of the next request does not close the connection`() throws {
        let channel = try EmbeddedChannel.open(ResponseClosing())
        defer { channel.release() }
        try channel.writeInbound(HTTPParts.head(method: .get))
        try channel.writeInbound(HTTPParts.end)
        try channel.writeInbound(HTTPParts.head())
        try channel.writeInbound(HTTPParts.body(10))
        try channel.writeOutbound(HTTPParts.response())
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(try channel.nextHead()?.headerFields[.connection] == nil)
        #expect(channel.isActive)
        // The response to the next request closes it, because its body has not ended.
        try channel.writeOutbound(HTTPParts.response(.contentTooLarge))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(try channel.nextHead()?.headerFields[.connection] == "close")
        #expect(!channel.isActive)
    }

    @Test func `a response with Connection close closes the connection`() throws {
        let channel = try EmbeddedChannel.open(ResponseClosing())
        defer { channel.release() }
        try channel.writeInbound(HTTPParts.head(method: .get))
        try channel.writeInbound(HTTPParts.end)
        try channel.writeOutbound(HTTPParts.response(.ok, [.connection: "close"]))
        #expect(channel.isActive)
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(!channel.isActive)
    }

    @Test func `an idle connection is closed when the server stops`() throws {
        let channel = try EmbeddedChannel.open(ResponseClosing())
        defer { channel.release() }
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(!channel.isActive)
    }

    @Test func `a response in progress is written completely when the server stops`() throws {
        let channel = try EmbeddedChannel.open(ResponseClosing())
        defer { channel.release() }
        try channel.writeInbound(HTTPParts.head(method: .get))
        try channel.writeInbound(HTTPParts.end)
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        try channel.writeOutbound(HTTPParts.response())
        #expect(try channel.nextHead()?.headerFields[.connection] == "close")
        #expect(channel.isActive)
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(!channel.isActive)
    }

    @Test func `a request with Connection close closes the connection after its response`() throws {
        let channel = try EmbeddedChannel.open(ResponseClosing())
        defer { channel.release() }
        try channel.writeInbound(HTTPParts.head(method: .get, [.connection: "close"]))
        try channel.writeInbound(HTTPParts.end)
        try channel.writeOutbound(HTTPParts.response())
        #expect(try channel.nextHead()?.headerFields[.connection] == "close")
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(!channel.isActive)
    }

    @Test func `a response while the next request arrives keeps the connection`() throws {
        let channel = try EmbeddedChannel.open(ResponseClosing())
        defer { channel.release() }
        try channel.writeInbound(HTTPParts.head(method: .get))
        try channel.writeInbound(HTTPParts.end)
        try channel.writeInbound(HTTPParts.head())
        try channel.writeOutbound(HTTPParts.response())
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(channel.isActive)
    }
}
