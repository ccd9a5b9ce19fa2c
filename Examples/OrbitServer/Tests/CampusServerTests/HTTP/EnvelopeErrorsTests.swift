import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import Testing

@testable import CampusServer

/// The responses to errors of the adapter.
@Suite struct EnvelopeErrorsTests {
    private struct UnknownError: Error {}

    private static func status(after error: any Error) async throws -> Int {
        let head = HTTPRequest(method: .post, scheme: "http", authority: "orbit.example", path: "/api/pokes")
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        return try await EnvelopeErrors().handle(request, context: .disconnected) { _, _ in throw error }.status.code
    }

    @Test func `a request that the client has reset is no failure of the server`() async throws {
        #expect(try await Self.status(after: IOError(errnoCode: ECONNRESET, reason: "read")) == 400)
        #expect(try await Self.status(after: ChannelError.ioOnClosedChannel) == 400)
    }

    @Test func `a body that cannot be parsed gets 400`() async throws {
        #expect(try await Self.status(after: HTTPParserError.invalidChunkSize) == 400)
    }

    @Test func `a request that was cancelled by the end of the server gets 503`() async throws {
        #expect(try await Self.status(after: CancellationError()) == 503)
    }

    @Test func `an unknown error gets 500`() async throws {
        #expect(try await Self.status(after: UnknownError()) == 500)
    }
}
