import Foundation
import Networking

@testable import TimeAndChance

/// The way to the backend, on which it is noted which secrets of a history come back, and all that is said of
/// decisions.
final class ListeningTransport: HTTPTransport {
    /// A secret that was told.
    struct Told: Hashable {
        /// Its number; see `HistorySecret`.
        let number: Int
        let path: String
        let at: Date
    }

    private struct State {
        var told: [Told] = []
        var decisions: [Data] = []
    }

    private let backend: any HTTPTransport
    private let time: any TimeSource
    private let state = LockedState(State())

    init(_ backend: any HTTPTransport, time: any TimeSource) {
        (self.backend, self.time) = (backend, time)
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let response = try await backend.send(request)
        let (path, body) = (request.url.path, response.body)
        let numbers = HistorySecret.numbers(in: body)
        let isDecision = path.contains("/decisions") || path.contains("/suspension")
        guard !numbers.isEmpty || isDecision else { return response }
        let now = time.date
        state.withLock { state in
            state.told += numbers.map { Told(number: $0, path: path, at: now) }
            if isDecision { state.decisions.append(body) }
        }
        return response
    }

    /// What was told since the last call.
    func takeTold() -> [Told] {
        state.withLock { state in
            defer { state.told = [] }
            return state.told
        }
    }

    /// All that was said of decisions since the last call.
    func takeDecisions() -> [Data] {
        state.withLock { state in
            defer { state.decisions = [] }
            return state.decisions
        }
    }
}
