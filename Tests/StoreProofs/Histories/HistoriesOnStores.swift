import Foundation
import NetworkingTesting
import OrbitBackend
import OrbitModels
import StoreEngines
import Testing
import Trust

@MainActor @Suite(.timeLimit(.minutes(60))) struct HistoriesOnStores {
    /// The number of seeds. Each seed creates a random life on each engine: twenty histories in sequence on one store.
    /// `ORBIT_LIVES` overrides the number.
    private nonisolated static let lives =
        ProcessInfo.processInfo.environment["ORBIT_LIVES"].flatMap { UInt64($0) } ?? 2

    @Test(arguments: Engine.allCases, 0..<lives)
    func `after any history every list on every device matches the server`(
        _ engine: Engine, _ seed: UInt64
    ) async throws {
        try await RandomHistory(seed: seed, on: engine.makeStore()).live(seed)
    }

    /// Newcomers host at most ten places and no series, and invite only matches. All other histories have no limits.
    @Test(arguments: Engine.allCases, 0..<max(1, lives / 2))
    func `with trust limits, an unlimited meetup is refused, and all lists match the server`(
        _ engine: Engine, _ seed: UInt64
    ) async throws {
        let history = try await RandomHistory(seed: seed, unlocks: .standard, on: engine.makeStore())
        let refusal = try await history.refusalOfMeetupWithoutLimit(on: 0)
        #expect(refusal == .notUnlocked)
        try await history.live(seed)
    }

    @Test(arguments: Engine.allCases, 0..<max(1, lives / 2))
    func `all lists match the server if the log loses events that a device lacks`(
        _ engine: Engine, _ seed: UInt64
    ) async throws {
        try await RandomHistory(seed: seed, logs: .recent, on: engine.makeStore()).live(seed)
    }

    @Test(arguments: Engine.allCases, 0..<max(1, lives / 2))
    func `without a log, all lists match the server after a reload`(
        _ engine: Engine, _ seed: UInt64
    ) async throws {
        try await RandomHistory(seed: seed, logs: .none, on: engine.makeStore()).live(seed)
    }
}
