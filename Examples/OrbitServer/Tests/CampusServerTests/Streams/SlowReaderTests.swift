import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Networking
import Testing
import TimeAndChance

@testable import CampusServer

/// A client that does not read its stream, over TCP.
@Suite struct SlowReaderTests {
    /// Numbered frames of one kilobyte, without an end.
    private struct NumberedFrames: Sendable {
        let sent = LockedState(0)
        let closed = AsyncStream.makeStream(of: Void.self)

        /// Returns a stream after a number.
        func stream(after last: Int) -> HTTPStream {
            sent.withLock { $0 = last }
            let padding = String(repeating: "a", count: 1_000)
            return HTTPStream(
                status: 200, headers: HTTPHeaders(lenient: [(name: "content-type", value: "text/event-stream")]),
                read: { () async throws(TransportError) in
                    let number = sent.withLock { sent in
                        sent += 1
                        return sent
                    }
                    return Data("id: \(number)\ndata: \(padding)\n\n".utf8)
                },
                close: { closed.continuation.yield() })
        }
    }

    @Test func `a reader that does not read is disconnected and resumes without a gap`() async throws {
        let frames = NumberedFrames()
        let router = Router(context: ServerContext.self)
        router.get("/events") { request, context in
            let last = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }.flatMap { Int($0) } ?? 0
            return try await StreamedResponse(
                stream: frames.stream(after: last), channel: context.channel, openStreams: OpenStreams(),
                limits: .unhurried, budget: .responses(.unhurried), origin: "192.0.2.1"
            ).response()
        }
        let limits = LimitHandlers(
            limits: .unhurried, connections: ConnectionCount(), responses: LimitResponses())
        let application = Application(router: router, server: limits.server())
        try await application.test(.live) { client in
            let port = try #require(client.port)
            let last = try await EventReader.open(port: port, path: "/events") { reader in
                // The client does not read until the server has given up.
                _ = await frames.closed.stream.first { _ in true }
                var last = 0
                while let frame = try await reader.next() {
                    #expect(frame.id == "\(last + 1)")
                    last += 1
                }
                return last
            }
            // The queue and both buffers of the kernel hold some hundred kilobytes.
            #expect((1..<2_000).contains(last))
            try await EventReader.open(port: port, path: "/events", after: "\(last)") { reader in
                let frame = try await reader.next()
                #expect(frame?.id == "\(last + 1)")
            }
        }
    }
}
