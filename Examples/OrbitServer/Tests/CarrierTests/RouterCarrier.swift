import CampusServer
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import Networking
import OrbitBackend
import OrbitStore
import TimeAndChance

/// Sends requests through Hummingbird's router, without a socket.
struct RouterCarrier {
    private let server: ServerApplication

    init(_ backend: OrbitBackend) throws {
        // The store is only for `/ready`, which no test of the backend calls.
        server = try ServerApplication(
            backend: backend, store: MeasuredStore(store: MemoryStore()), options: TestCarrier.options,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    func send(_ request: Networking.HTTPRequest) async throws -> Networking.HTTPResponse {
        guard let method = HTTPTypes.HTTPRequest.Method(request.method.rawValue) else {
            throw TestServer.Unexpected()
        }
        var fields = HTTPFields()
        for field in request.headers.fields {
            guard let name = HTTPField.Name(field.name.description) else { continue }
            fields.append(HTTPField(name: name, value: field.value))
        }
        let head = HTTPTypes.HTTPRequest(
            method: method, scheme: "https", authority: "orbit.example", path: Self.target(of: request.url),
            headerFields: fields)
        let context = ServerContext(
            source: ApplicationRequestContextSource(
                channel: NIOAsyncTestingChannel(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        let response = try await server.application.responder.respond(
            to: Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: request.body))), context: context)
        let collected = CollectedBody()
        try await response.body.write(collected)
        let pairs = response.headers.map { (name: $0.name.rawName, value: $0.value) }
        return Networking.HTTPResponse(
            status: response.status.code, headers: HTTPHeaders(lenient: pairs), body: collected.bytes)
    }

    /// The path and query of a URL, as they are sent.
    static func target(of url: URL) -> String {
        url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
    }
}

/// The bytes of a response.
private final class CollectedBody: ResponseBodyWriter, Sendable {
    private let state = LockedState(Data())

    var bytes: Data { state.withLock { $0 } }

    func write(_ buffer: ByteBuffer) async throws {
        state.withLock { $0.append(contentsOf: buffer.readableBytesView) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
