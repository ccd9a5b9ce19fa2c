import Networking
import TimeAndChance

@testable import CampusWeb

/// A transport without a connection while the network is down.
struct InterruptedTransport: HTTPTransport {
    let wrapped: any HTTPTransport
    let isDown: LockedState<Bool>

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        if isDown.withLock({ $0 }) { throw .cannotConnect }
        return try await wrapped.send(request)
    }

    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        if isDown.withLock({ $0 }) { throw .cannotConnect }
        return try await wrapped.open(request)
    }
}

extension WebUnderTest {
    /// Creates a front end whose server can be stopped.
    static func interruptible(by isDown: LockedState<Bool>) async throws -> WebUnderTest {
        try await WebUnderTest { settings in
            let transport = settings.transport
            settings.transport = { InterruptedTransport(wrapped: transport($0), isDown: isDown) }
        }
    }
}
