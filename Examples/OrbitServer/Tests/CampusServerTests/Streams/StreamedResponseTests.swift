import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOEmbedded
import Networking
import Testing
import TimeAndChance

@testable import CampusServer

/// The responses of the backend's streams, without a socket.
@Suite struct StreamedResponseTests {
    /// A stream with some chunks.
    private struct Chunks: Sendable {
        let rest: LockedState<[Data]>
        let isClosed = LockedState(false)

        func stream(type: String) -> HTTPStream {
            HTTPStream(
                status: 200, headers: HTTPHeaders(lenient: [(name: "content-type", value: type)]),
                read: { () async throws(TransportError) in
                    rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                },
                close: { isClosed.withLock { $0 = true } })
        }
    }

    /// Limits with 20 bytes for large responses, 10 of them for one origin.
    private static var limits: ServerLimits {
        var limits = ServerLimits()
        (limits.largeResponseBytes, limits.responseBytesInFlight, limits.responseBytesPerOrigin) = (5, 20, 10)
        return limits
    }

    private func response(
        _ chunks: Chunks, type: String = "image/jpeg", budget: ByteBudget = .responses(Self.limits),
        origin: String = "a", on channel: NIOAsyncTestingChannel = NIOAsyncTestingChannel()
    ) async throws -> HummingbirdCore.Response {
        try await StreamedResponse(
            stream: chunks.stream(type: type), channel: channel, openStreams: OpenStreams(), limits: Self.limits,
            budget: budget, origin: origin
        ).response()
    }

    private func photo(of size: Int) -> Chunks { Chunks(rest: LockedState([Data(repeating: 1, count: size)])) }

    @Test func `a large response counts towards its budget until it is released`() async throws {
        let budget = ByteBudget.responses(Self.limits)
        do {
            let first = try await response(photo(of: 6), budget: budget)
            #expect(first.headers[.contentLength] == "6")
            await #expect(throws: ServerProblem.overloaded(retryAfter: 2)) {
                _ = try await response(photo(of: 6), budget: budget)
            }
            let other = try await response(photo(of: 6), budget: budget, origin: "b")
            withExtendedLifetime((first, other)) { #expect(budget.inFlight == 12) }
        }
        #expect(budget.inFlight == 0)
    }

    @Test func `a small response needs no budget`() async throws {
        let budget = ByteBudget.responses(Self.limits)
        for _ in 0..<10 { _ = try await response(photo(of: 5), budget: budget) }
        #expect(budget.inFlight == 0)
    }

    @Test func `a large response is written completely and in pieces`() async throws {
        let size = 2 * WriteDeadline.pieceSize + 1
        let written = try await response(photo(of: size), budget: .responses(ServerLimits()))
        let pieces = WrittenPieces()
        try await written.body.write(pieces)
        #expect(pieces.sizes.withLock { $0 } == [WriteDeadline.pieceSize, WriteDeadline.pieceSize, 1])
        #expect(pieces.isFinished.withLock { $0 })
    }

    @Test func `a large response that is not accepted for two minutes closes the connection`() async throws {
        let (channel, isClosed) = (NIOAsyncTestingChannel(), LockedState(false))
        channel.closeFuture.whenComplete { _ in isClosed.withLock { $0 = true } }
        let written = try await response(photo(of: 6), on: channel)
        let (writes, started) = AsyncStream.makeStream(of: Void.self)
        let writing = Task { try await written.body.write(StalledWriter(channel: channel, started: started)) }
        _ = await writes.first { _ in true }
        await channel.testingEventLoop.advanceTime(by: .seconds(119))
        #expect(!isClosed.withLock { $0 })
        await channel.testingEventLoop.advanceTime(by: .seconds(1))
        await channel.testingEventLoop.run()
        await #expect(throws: ChannelError.ioOnClosedChannel) { try await writing.value }
    }

    @Test func `an event stream that was never written is closed with its connection`() async throws {
        let (channel, chunks) = (NIOAsyncTestingChannel(), Chunks(rest: LockedState([])))
        _ = try await response(chunks, type: "text/event-stream", on: channel)
        #expect(!chunks.isClosed.withLock { $0 })
        _ = try await channel.finish()
        #expect(chunks.isClosed.withLock { $0 })
    }
}

/// The pieces of a body.
private final class WrittenPieces: ResponseBodyWriter, Sendable {
    let sizes = LockedState<[Int]>([])
    let isFinished = LockedState(false)

    func write(_ buffer: ByteBuffer) async throws { sizes.withLock { $0.append(buffer.readableBytes) } }

    func finish(_ trailingHeaders: HTTPFields?) async throws { isFinished.withLock { $0 = true } }
}

/// A client that accepts nothing until its connection is closed.
private struct StalledWriter: ResponseBodyWriter, Sendable {
    let channel: NIOAsyncTestingChannel
    let started: AsyncStream<Void>.Continuation

    func write(_ buffer: ByteBuffer) async throws {
        started.yield()
        try await channel.closeFuture.get()
        throw ChannelError.ioOnClosedChannel
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
