import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// A client of an event stream over TCP. It reads only while a test waits for the next frame, and its receive buffer is
/// small.
struct EventReader {
    struct StreamEnded: Error {}

    private static let separator = Data("\n\n".utf8)

    private var parts: NIOAsyncChannelInboundStream<HTTPClientResponsePart>.AsyncIterator
    private var bytes = Data()

    /// Opens a stream, and calls a closure with its reader. The connection closes when the closure returns.
    static func open<Result: Sendable>(
        port: Int, path: String = "/api/events", token: String = "", after position: String? = nil,
        _ use: @Sendable (inout EventReader) async throws -> Result
    ) async throws -> Result {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(ChannelOptions.socketOption(.so_rcvbuf), value: 4_096)
            .connect(host: "localhost", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    return try NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>(
                        wrappingChannelSynchronously: channel)
                }
            }
        var headers: HTTPHeaders = [
            "Host": "localhost", "Accept": "text/event-stream", "Authorization": "Bearer \(token)",
        ]
        if let position { headers.add(name: "Last-Event-ID", value: position) }
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: headers)
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(.head(head))
            try await outbound.write(.end(nil))
            var reader = EventReader(parts: inbound.makeAsyncIterator())
            return try await use(&reader)
        }
    }

    private init(parts: NIOAsyncChannelInboundStream<HTTPClientResponsePart>.AsyncIterator) {
        self.parts = parts
    }

    /// Returns the next frame; `nil` if the server has ended the stream or closed the connection.
    mutating func next() async throws -> EventFrame? {
        while true {
            if let end = bytes.range(of: Self.separator) {
                let frame = EventFrame(String(decoding: bytes[..<end.lowerBound], as: UTF8.self))
                bytes = Data(bytes[end.upperBound...])
                return frame
            }
            switch try await nextPart() {
            case .body(let chunk): bytes.append(contentsOf: chunk.readableBytesView)
            case .head: break
            case .end, nil: return nil
            }
        }
    }

    /// Returns the next frame with data.
    ///
    /// - Throws: ``StreamEnded`` if the stream ends before it.
    mutating func nextData() async throws -> EventFrame {
        while let frame = try await next() {
            if frame.data != nil { return frame }
        }
        throw StreamEnded()
    }

    private mutating func nextPart() async throws -> HTTPClientResponsePart? {
        do {
            return try await parts.next()
        } catch is HTTPParserError {
            return nil  // the connection was closed within a chunk
        } catch is IOError {
            return nil  // the connection was reset
        }
    }
}

/// The lines of a server-sent event or of a comment.
struct EventFrame: Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    var id: String? { field("id: ") }

    var data: String? { field("data: ") }

    private func field(_ name: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
    }
}
