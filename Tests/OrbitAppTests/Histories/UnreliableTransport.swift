import Networking

@testable import TimeAndChance

/// A transport of a device that loses requests and responses at random, and delays responses on request.
final class UnreliableTransport: HTTPTransport {
    private struct State {
        var random: SplitMix64
        var isReliable = false
        var holdsNext = false
        var held: [CheckedContinuation<Void, Never>] = []
        var didHold: @Sendable () -> Void = {}
    }

    private let backend: any HTTPTransport
    private let state: LockedState<State>

    init(_ backend: any HTTPTransport, seed: UInt64) {
        self.backend = backend
        state = LockedState(State(random: SplitMix64(seed: seed)))
    }

    private enum Fate { case arrives, requestLost, responseLost, held }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let fate = state.withLock { state -> Fate in
            if state.holdsNext {
                state.holdsNext = false
                return .held
            }
            if state.isReliable { return .arrives }
            switch Int.random(in: 0..<16, using: &state.random) {
            case 0: return .requestLost
            case 1: return .responseLost
            default: return .arrives
            }
        }
        if fate == .requestLost { throw .connectionLost }
        let response = try await backend.send(request)
        if fate == .responseLost { throw .connectionLost }
        if fate == .held {
            await withCheckedContinuation { continuation in
                let didHold = state.withLock { state in
                    state.held.append(continuation)
                    return state.didHold
                }
                didHold()
            }
        }
        return response
    }

    /// Delays the response to the next request. Calls `didHold` when the response is delayed.
    func holdNext(_ didHold: @escaping @Sendable () -> Void) {
        state.withLock { ($0.holdsNext, $0.didHold) = (true, didHold) }
    }

    func stopHolding() { state.withLock { $0.holdsNext = false } }

    /// Delivers a random delayed response.
    func releaseOne() {
        let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard let index = state.held.indices.randomElement(using: &state.random) else { return nil }
            return state.held.remove(at: index)
        }
        continuation?.resume()
    }

    /// Delivers all delayed responses, and sets whether the network loses nothing from now on.
    func setReliable(_ isReliable: Bool) {
        let held = state.withLock { state in
            defer { (state.held, state.holdsNext) = ([], false) }
            state.isReliable = isReliable
            return state.held
        }
        for continuation in held { continuation.resume() }
    }
}
