import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Networking
import ServiceLifecycle

/// Writes a stream of the backend as a response.
struct StreamedResponse: Sendable {
    let stream: HTTPStream
    /// The connection to the client.
    let channel: any Channel
    /// The open event streams, for metrics.
    let openStreams: OpenStreams
    let limits: ServerLimits
    /// The bytes of large responses in memory.
    let budget: ByteBudget
    /// The group of the caller's address.
    let origin: String

    /// Returns the response.
    ///
    /// Most streams have one chunk, whose size is the `Content-Length`. Longer streams are written in chunks while they
    /// are read, and so are server-sent events.
    func response() async throws -> Response {
        let status = HTTPTypes.HTTPResponse.Status(code: stream.status)
        var fields = HTTPFields(stream.headers)
        if stream.headers[.contentType]?.hasPrefix("text/event-stream") == true {
            // The connection has no further request, because the end of the client's side ends the stream.
            fields[.connection] = "close"
            // nginx would collect events into larger packets.
            if let name = HTTPField.Name("X-Accel-Buffering") { fields[name] = "no" }
            return Response(status: status, headers: fields, body: events())
        }
        guard let first = try await stream.next() else { return Response(status: status, headers: fields) }
        guard let second = try await stream.next() else {
            return Response(status: status, headers: fields, body: try whole(first))
        }
        return Response(status: status, headers: fields, body: file(beginning: [first, second]))
    }

    /// Returns the body of a response with one chunk. A large chunk counts towards the budget until its client has
    /// accepted it, because a client that reads slowly would otherwise keep megabytes on each of its connections.
    ///
    /// - Throws: ``ServerProblem`` if the large responses of the origin or of all callers use too many bytes.
    private func whole(_ bytes: Data) throws(ServerProblem) -> ResponseBody {
        guard bytes.count > limits.largeResponseBytes else { return ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)) }
        let owner = ByteBudget.Owner(origin: origin, isUpload: false)
        guard let reservation = budget.reservation(of: bytes.count, for: owner) else {
            throw .overloaded(retryAfter: limits.retryAfter)
        }
        return ResponseBody(contentLength: bytes.count) { [channel, limits] writer in
            let deadline = channel.eventLoop.scheduleTask(in: limits.largeResponseDeadline) {
                channel.close(promise: nil)
            }
            defer { deadline.cancel() }
            // The writer waits for a slow client before it takes the next piece.
            var rest = bytes
            while !rest.isEmpty {
                try await writer.write(ByteBuffer(bytes: rest.prefix(WriteDeadline.pieceSize)))
                rest = rest.dropFirst(WriteDeadline.pieceSize)
            }
            try await writer.finish(nil)
            withExtendedLifetime(reservation) {}
        }
    }

    /// Writes server-sent events until the stream ends, the connection closes, or the server stops.
    ///
    /// Hummingbird's `consumeWithInboundCloseHandler` is not used. It ends the process if a write fails once the
    /// adapter has read the body of the request.
    private func events() -> ResponseBody {
        // If the client has closed the connection already, Hummingbird writes neither the head nor the body.
        channel.closeFuture.whenComplete { [stream] _ in stream.close() }
        return ResponseBody { [stream, openStreams] writer in
            defer { stream.close() }
            openStreams.add(1)
            defer { openStreams.add(-1) }
            try await withGracefulShutdownHandler {
                while let chunk = try await stream.next() { try await writer.write(ByteBuffer(bytes: chunk)) }
            } onGracefulShutdown: {
                stream.close()
            }
            try await writer.finish(nil)
        }
    }

    /// Writes a file. If the stream fails, the connection is closed without the last chunk, so that the file is
    /// incomplete for the client as well.
    private func file(beginning: [Data]) -> ResponseBody {
        ResponseBody { [stream] writer in
            defer { stream.close() }
            for chunk in beginning { try await writer.write(ByteBuffer(bytes: chunk)) }
            while let chunk = try await stream.next() { try await writer.write(ByteBuffer(bytes: chunk)) }
            try await writer.finish(nil)
        }
    }
}
