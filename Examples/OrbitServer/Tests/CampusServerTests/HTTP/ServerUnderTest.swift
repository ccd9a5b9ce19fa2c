import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import NIOEmbedded
import OrbitBackend
import OrbitDemo
import OrbitStore
import ServiceLifecycle

@testable import CampusServer

/// The ways of a request from a test to the server.
enum Carrier: String, CaseIterable, Sendable {
    /// Hummingbird's router, without a socket.
    case router
    /// A socket on the loopback interface.
    case tcp

    var setup: TestingSetup {
        switch self {
        case .router: .router
        case .tcp: .live
        }
    }
}

/// A server on the demonstration campus, without people.
struct ServerUnderTest: Sendable {
    let server: ServerApplication
    let registry = PrometheusRegistry()

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - configure: Changes the options.
    ///   - onRunning: Receives the port of a server that runs as a service.
    init(
        _ configure: (inout ServerOptions) -> Void = { _ in }, onRunning: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws {
        var options = ServerOptions.unhurried
        configure(&options)
        let store = MemoryStore()
        server = try ServerApplication(
            backend: OrbitBackend(store: store, configuration: .demonstration()),
            store: MeasuredStore(store: store), registry: registry, options: options, logger: .silent,
            onRunning: { channel in
                if let port = channel.localAddress?.port { onRunning(port) }
            })
    }

    /// Calls a test with a client.
    func run<Result>(
        _ carrier: Carrier, _ test: @Sendable (any TestClientProtocol) async throws -> Result
    ) async throws -> Result {
        try await server.application.test(carrier.setup, test)
    }
}

extension ServerApplication {
    /// Creates a group that runs the server as a service, as `orbit-server` does. Use it for tests of a shutdown or of the hard
    /// limit of connections, because the configuration of Hummingbird's test client has no hard limit.
    func makeServiceGroup() -> ServiceGroup {
        ServiceGroup(configuration: ServiceGroupConfiguration(services: [application], logger: .silent))
    }
}

extension Logger {
    /// A log that drops all messages.
    static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}

extension ServerOptions {
    /// Options whose time limits a test on a slow machine does not reach.
    static var unhurried: ServerOptions {
        var options = ServerOptions()
        options.limits = .unhurried
        return options
    }
}

extension ServerLimits {
    /// Limits whose times a test on a slow machine does not reach.
    static var unhurried: ServerLimits {
        var limits = ServerLimits()
        for time in [
            \ServerLimits.requestDeadline, \.uploadDeadline, \.rateWindow, \.idleTimeout, \.writeDeadline,
            \.largeResponseDeadline,
        ] {
            limits[keyPath: time] = .hours(1)
        }
        return limits
    }
}

extension ServerContext {
    /// The context of a request whose connection has no address, such as one that the client has reset.
    static var disconnected: ServerContext {
        ServerContext(
            source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: .silent))
    }
}

extension TestResponse {
    /// The text of the body.
    var text: String { String(buffer: body) }

    /// The code of the problem in the envelope.
    var code: String? {
        let json = try? JSONSerialization.jsonObject(with: Data(body.readableBytesView))  // no envelope
        return (json as? [String: Any])?["code"] as? String
    }
}
