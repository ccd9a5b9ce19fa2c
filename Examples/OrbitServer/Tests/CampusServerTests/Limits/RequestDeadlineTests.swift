import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing
import TimeAndChance

@testable import CampusServer

/// The time of a request, on the clock of an embedded event loop.
@Suite struct RequestDeadlineTests {
    private let limits = ServerLimits()

    private func channel() throws -> EmbeddedChannel { try .open(RequestDeadline(limits: limits)) }

    @Test func `a request without a response gets 408 after 15 seconds`() throws {
        let channel = try channel()
        defer { channel.release() }
        try channel.writeInbound(HTTPParts.head())
        try channel.writeInbound(HTTPParts.end)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(14_999))
        #expect(try channel.nextHead() == nil)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        let head = try #require(try channel.nextHead())
        #expect(head.status == .requestTimeout)
        #expect(head.headerFields[.connection] == "close")
        #expect(!channel.isActive)
    }

    @Test func `a response of a limit is counted once`() throws {
        let statuses = LockedState<[Int]>([])
        let channel = try EmbeddedChannel.open(
            RequestDeadline(
                limits: limits,
                responses: LimitResponses(count: { status in statuses.withLock { $0.append(status) } })))
        defer { channel.release() }
        try channel.writeInbound(HTTPParts.head())
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(statuses.withLock { $0 } == [408])
    }

    @Test func `a client that sends a byte each second gets 408`() throws {
        let channel = try channel()
        defer { channel.release() }
        try channel.writeInbound(HTTPParts.head())
        for _ in 0..<5 where channel.isActive {
            try channel.writeInbound(HTTPParts.body(1))
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        }
        #expect(try channel.nextHead()?.status == .requestTimeout)
    }

    @Test func `a body at the minimum rate is read until the deadline`() throws {
        let channel = try channel()
        defer { channel.release() }
        try channel.writeInbound(HTTPParts.head())
        for _ in 0..<2 {
            try channel.writeInbound(HTTPParts.body(limits.minimumBytesPerWindow))
            channel.embeddedEventLoop.advanceTime(by: limits.rateWindow)
        }
        #expect(try channel.nextHead() == nil)
        try channel.writeInbound(HTTPParts.body(limits.minimumBytesPerWindow))
        channel.embeddedEventLoop.advanceTime(by: limits.rateWindow)
        #expect(try channel.nextHead()?.status == .requestTimeout)
    }

    @Test func `a body that waits behind an earlier request is not too slow`() throws {
        let channel = try channel()
        defer { channel.release() }
        try channel.writeInbound(HTTPParts.head(method: .get))
        try channel.writeInbound(HTTPParts.end)
        try channel.writeInbound(HTTPParts.head())
        channel.embeddedEventLoop.advanceTime(by: .seconds(14))
        #expect(channel.isActive)
        try channel.writeOutbound(HTTPParts.response())
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: limits.rateWindow)
        let statuses = try [channel.nextHead(), channel.nextHead()].map { $0?.status }
        #expect(statuses == [.ok, .requestTimeout])
    }

    @Test func `a HEAD request that is too slow gets no body`() throws {
        let channel = try channel()
        defer { channel.release() }
        try channel.writeInbound(HTTPParts.head(method: .head))
        channel.embeddedEventLoop.advanceTime(by: .seconds(15))
        #expect(!channel.isActive)
        #expect(try channel.bodySizes() == [])
    }

    @Test func `an ordinary request ends after 15 seconds while an upload continues to 120 seconds`() throws {
        let (ordinary, upload) = try (channel(), channel())
        defer {
            ordinary.release()
            upload.release()
        }
        try ordinary.writeInbound(HTTPParts.head())
        try upload.writeInbound(HTTPParts.head("/api/users/me/photo?a=b"))
        for _ in 0..<3 {
            for channel in [ordinary, upload] {
                try channel.writeInbound(HTTPParts.body(limits.minimumBytesPerWindow))
                channel.embeddedEventLoop.advanceTime(by: limits.rateWindow)
            }
        }
        #expect(try ordinary.nextHead()?.status == .requestTimeout)
        #expect(!ordinary.isActive)
        #expect(try upload.nextHead() == nil)
        for _ in 3..<23 {
            try upload.writeInbound(HTTPParts.body(limits.minimumBytesPerWindow))
            upload.embeddedEventLoop.advanceTime(by: limits.rateWindow)
        }
        try upload.writeInbound(HTTPParts.body(limits.minimumBytesPerWindow))
        upload.embeddedEventLoop.advanceTime(by: .milliseconds(4_999))
        #expect(try upload.nextHead() == nil)
        #expect(upload.isActive)
        upload.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(try upload.nextHead()?.status == .requestTimeout)
        #expect(!upload.isActive)
    }

    @Test func `a response that has begun in time has no deadline for its end`() throws {
        let channel = try channel()
        defer { channel.release() }
        try channel.writeInbound(HTTPParts.head(method: .get))
        try channel.writeInbound(HTTPParts.end)
        try channel.writeOutbound(HTTPParts.response())
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
    }

    @Test func `the second request on a connection has its own deadline`() throws {
        let channel = try channel()
        defer { channel.release() }
        for _ in 0..<2 {
            try channel.writeInbound(HTTPParts.head(method: .get))
            try channel.writeInbound(HTTPParts.end)
        }
        channel.embeddedEventLoop.advanceTime(by: .seconds(10))
        try channel.writeOutbound(HTTPParts.response())
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .seconds(14))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }
}
