import Networking
import NetworkingTesting
import OrbitBackend
import OrbitDemo
import OrbitModels
import OrbitStore
import TimeAndChance

@testable import CampusWeb

/// A server whose process can be replaced by another process, over the same store or over an empty store.
final class ReplaceableServer: Sendable {
    private struct State {
        var backend: OrbitBackend
        /// The streams of the present process.
        var streams: [HTTPStream] = []
    }

    private let clock: VirtualClock
    private let store: MemoryStore
    private let state: LockedState<State>
    /// The people with an account in the first store.
    let residents: [User]

    init() async throws {
        let (store, clock) = (MemoryStore(), VirtualClock.selfAdvancing(upTo: .seconds(10)))
        residents = try await CampusSeed(people: 6, seed: 7).populate(store, time: clock)
        (self.store, self.clock) = (store, clock)
        state = LockedState(State(backend: ReplaceableServer.process(over: store, clock, seed: 1)))
    }

    /// Puts this server in the place of the campus of a front end.
    func connect(_ settings: inout WebSettings) {
        settings.demonstration = nil
        settings.time = clock
        settings.transport = { ReplaceableTransport(server: self, origin: $0.text) }
    }

    /// Ends the process, and starts another over the same store.
    func restart() { replace(by: Self.process(over: store, clock, seed: 2)) }

    /// Ends the process, and starts another over an empty store.
    func loseStore() { replace(by: Self.process(over: MemoryStore(), clock, seed: 3)) }

    private func replace(by backend: OrbitBackend) {
        let streams = state.withLock { state in
            defer { state = State(backend: backend) }
            return state.streams
        }
        for stream in streams { stream.close() }
    }

    private static func process(over store: MemoryStore, _ clock: VirtualClock, seed: UInt64) -> OrbitBackend {
        OrbitBackend(store: store, time: clock, random: .seeded(seed), configuration: .demonstration())
    }

    fileprivate var backend: OrbitBackend { state.withLock { $0.backend } }

    fileprivate func note(_ stream: HTTPStream) { state.withLock { $0.streams.append(stream) } }
}

private struct ReplaceableTransport: HTTPTransport {
    let server: ReplaceableServer
    let origin: String

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try await InProcessTransport(server.backend, origin: origin).send(request)
    }

    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        let stream = try await InProcessTransport(server.backend, origin: origin).open(request)
        server.note(stream)
        return stream
    }
}
