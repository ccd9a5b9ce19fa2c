import Foundation
import TimeAndChance

/// Opens a stream through middleware that handles only whole responses.
///
/// The middleware sees only the head of a successful response. It also sees the body of a refusal.
final class StreamOpening: Sendable {
    /// The number of bytes of a refusal that are read. A problem is much smaller.
    private static let refusalLimit = 64 * 1024

    private let transport: any HTTPTransport
    private let opened = LockedState<HTTPStream?>(nil)

    init(_ transport: any HTTPTransport) {
        self.transport = transport
    }

    /// Sends the request as the innermost layer, which the middleware's `next` calls.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        close()
        let stream = try await transport.open(request)
        var response = HTTPResponse(status: stream.status, headers: stream.headers)
        if (200..<300).contains(stream.status) {
            opened.withLock { $0 = stream }
        } else {
            defer { stream.close() }
            response.body = try await Self.beginning(of: stream)
        }
        return response
    }

    /// The stream that was opened last.
    func stream() throws(APIError) -> HTTPStream {
        guard let stream = opened.withLock({ $0 }) else {
            throw .malformedResponse(reason: "there is a good status, but no stream")
        }
        return stream
    }

    func close() {
        let stream = opened.withLock { opened in
            defer { opened = nil }
            return opened
        }
        stream?.close()
    }

    private static func beginning(of stream: HTTPStream) async throws(TransportError) -> Data {
        var body = Data()
        while body.count < refusalLimit, let bytes = try await stream.next() {
            body.append(bytes.prefix(refusalLimit - body.count))
        }
        return body
    }
}
