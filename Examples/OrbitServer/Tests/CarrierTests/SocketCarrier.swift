import CampusServer
import Foundation
import Hummingbird
import Logging
import NIOCore
import Networking
import OrbitStore
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// A server on a port of 127.0.0.1, with the transport of the platform as its client. It stops when it is released.
final class SocketCarrier: Sendable {
    /// The servers of the last backends. A test uses one backend after another.
    private static let servers = LockedState<[(id: ObjectIdentifier, server: SocketCarrier)]>([])
    private static let kept = 16

    private let run: Task<Void, any Error>
    private let port: Task<Int?, Never>
    private let transport = SystemTransport(idleTimeout: .seconds(600), totalTimeout: .seconds(600))

    /// Returns the server of a backend, which is started at the first request.
    static func of(_ backend: OrbitBackend) throws -> SocketCarrier {
        try servers.withLock { servers in
            // A backend is a value. Its followers are an object that no other backend has.
            let id = ObjectIdentifier(backend.context.followers)
            if let server = servers.first(where: { $0.id == id })?.server { return server }
            let server = try SocketCarrier(backend)
            servers = Array(servers.suffix(kept - 1)) + [(id, server)]
            return server
        }
    }

    private init(_ backend: OrbitBackend) throws {
        let (port, continuation) = AsyncStream.makeStream(of: Int.self)
        let server = try ServerApplication(
            backend: backend, store: MeasuredStore(store: MemoryStore()), options: TestCarrier.options,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            onRunning: { channel in
                if let port = channel.localAddress?.port { continuation.yield(port) }
                continuation.finish()
            })
        self.port = Task { await port.first { _ in true } }
        run = Task { try await server.application.run() }
    }

    deinit { run.cancel() }

    func send(_ request: Networking.HTTPRequest) async throws -> Networking.HTTPResponse {
        var request = request
        let target = RouterCarrier.target(of: request.url)
        guard let port = await port.value, let url = URL(string: "http://127.0.0.1:\(port)\(target)") else {
            throw TestServer.Unexpected()
        }
        request.url = url
        return try await transport.send(request)
    }
}
