import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
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

    @Test func `headers that are too large get 431 in the envelope`() throws {
        let channel = try EmbeddedChannel.open(ResponseClosing())
        defer { channel.release() }
        channel.pipeline.fireErrorCaught(HTTPParserError.headerOverflow)
        let head = try #require(try channel.nextHead())
        #expect(head.status.code == 431)
        #expect(head.headerFields[.contentType] == "application/json")
        #expect(head.headerFields[.xContentTypeOptions] == "nosniff")
        #expect(head.headerFields[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
        #expect(!channel.isActive)
    }

    @Test func `an error in a body is left to the adapter`() throws {
        let channel = try EmbeddedChannel.open(ResponseClosing())
        defer { channel.release() }
        try channel.writeInbound(HTTPParts.head())
        channel.pipeline.fireErrorCaught(HTTPParserError.invalidChunkSize)
        #expect(try channel.nextHead() == nil)
        #expect(throws: HTTPParserError.self) { try channel.throwIfErrorCaught() }
    }

    @Test func `bytes that cannot be parsed close the connection after the response before them`() throws {
        let channel = try EmbeddedChannel.open(ResponseClosing())
        defer { channel.release() }
        try channel.writeInbound(HTTPParts.head(method: .get))
        try channel.writeInbound(HTTPParts.end)
        channel.pipeline.fireErrorCaught(HTTPParserError.invalidMethod)
        #expect(channel.isActive)
        try channel.writeOutbound(HTTPParts.response())
        #expect(try channel.nextHead()?.headerFields[.connection] == "close")
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(!channel.isActive)
    }

    @Test func `bytes that cannot be parsed during a response close the connection after it`() throws {
        let channel = try EmbeddedChannel.open(ResponseClosing())
        defer { channel.release() }
        try channel.writeInbound(HTTPParts.head(method: .get))
        try channel.writeInbound(HTTPParts.end)
        try channel.writeOutbound(HTTPParts.response())
        channel.pipeline.fireErrorCaught(HTTPParserError.invalidMethod)
        #expect(channel.isActive)
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(!channel.isActive)
    }

    @Test func `a request behind a request with Connection close is dropped`() throws {
        let channel = try EmbeddedChannel.open(ResponseClosing())
        defer { channel.release() }
        try channel.writeInbound(HTTPParts.head(method: .post, [.connection: "close"]))
        try channel.writeInbound(HTTPParts.body(1))
        for _ in 0..<2 { try channel.writeInbound(HTTPParts.end) }
        try channel.writeInbound(HTTPParts.head(method: .get))
        var count = 0
        while try channel.readInbound(as: HTTPRequestPart.self) != nil { count += 1 }
        #expect(count == 3)
    }
}
