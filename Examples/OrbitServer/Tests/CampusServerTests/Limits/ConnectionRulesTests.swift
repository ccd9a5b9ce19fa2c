import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import CampusServer

/// The rules of a connection, in front of the codec.
@Suite struct ConnectionRulesTests {
    private static func head(
        _ fields: HTTPHeaders = ["host": "orbit"], version: HTTPVersion = .http1_1, method: HTTPMethod = .GET
    ) -> HTTPServerRequestPart {
        .head(HTTPRequestHead(version: version, method: method, uri: "/health", headers: fields))
    }

    private func channel() throws -> EmbeddedChannel { try .open(ConnectionRules(limits: ServerLimits())) }

    /// Returns the value of `Connection` in the head that the handler has passed on.
    private func connectionField(_ channel: EmbeddedChannel) throws -> String? {
        guard case .head(let head) = try channel.readInbound(as: HTTPServerRequestPart.self) else { return nil }
        return head.headers["connection"].first
    }

    @Test(arguments: [[:], ["host": "a", "Host": "b"], ["host": "a/b"], ["host": "a@b"]] as [HTTPHeaders])
    func `a request of HTTP 1.1 without one valid host is refused`(_ fields: HTTPHeaders) throws {
        let channel = try channel()
        defer { channel.release() }
        #expect(throws: HTTPParserError.self) { try channel.writeInbound(Self.head(fields)) }
        #expect(try channel.readInbound(as: HTTPServerRequestPart.self) == nil)
    }

    @Test func `a request of HTTP 1.0 needs no host and closes the connection`() throws {
        let channel = try channel()
        defer { channel.release() }
        try channel.writeInbound(Self.head([:], version: .http1_0))
        #expect(try connectionField(channel) == "close")
        try channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        let part = try channel.readOutbound(as: HTTPServerResponsePart.self)
        #expect(part == .head(HTTPResponseHead(version: .http1_0, status: .ok)))
    }

    @Test(arguments: [["connection": "Close"], ["connection": "upgrade", "upgrade": "h2c"]] as [HTTPHeaders])
    func `the last request of a connection is marked`(_ fields: HTTPHeaders) throws {
        let channel = try channel()
        defer { channel.release() }
        var all = fields
        all.add(name: "host", value: "orbit")
        try channel.writeInbound(Self.head(all))
        #expect(try connectionField(channel) == "close")
    }

    @Test func `a request with further requests is not marked`() throws {
        let channel = try channel()
        defer { channel.release() }
        try channel.writeInbound(Self.head())
        #expect(try connectionField(channel) == nil)
    }

    @Test(arguments: [("10", true), ("999999999", false)])
    func `a client that waits for 100 gets it for a body within the limit`(_ length: String, _ isSent: Bool) throws {
        let channel = try channel()
        defer { channel.release() }
        let fields: HTTPHeaders = ["host": "orbit", "expect": "100-continue", "content-length": length]
        try channel.writeInbound(Self.head(fields, method: .POST))
        let part = try channel.readOutbound(as: HTTPServerResponsePart.self)
        let expected: HTTPServerResponsePart? =
            isSent ? .head(HTTPResponseHead(version: .http1_1, status: .continue)) : nil
        #expect(part == expected)
    }
}
