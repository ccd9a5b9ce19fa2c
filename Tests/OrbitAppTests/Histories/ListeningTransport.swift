import Foundation
import Networking

@testable import TimeAndChance

/// A transport to the backend that records the secrets of a history and the decisions in responses.
final class ListeningTransport: HTTPTransport {
    /// A secret in a response.
    struct DisclosedSecret: Hashable {
        /// The number of the secret; see `HistorySecret`.
        let number: Int
        let path: String
        let at: Date
    }

    private struct State {
        var disclosedSecrets: [DisclosedSecret] = []
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
            state.disclosedSecrets += numbers.map { DisclosedSecret(number: $0, path: path, at: now) }
            if isDecision { state.decisions.append(body) }
        }
        return response
    }

    /// Returns and clears the secrets since the last call.
    func takeDisclosedSecrets() -> [DisclosedSecret] {
        state.withLock { state in
            defer { state.disclosedSecrets = [] }
            return state.disclosedSecrets
        }
    }

    /// Returns and clears the bodies about decisions since the last call.
    func takeDecisions() -> [Data] {
        state.withLock { state in
            defer { state.decisions = [] }
            return state.decisions
        }
    }
}
