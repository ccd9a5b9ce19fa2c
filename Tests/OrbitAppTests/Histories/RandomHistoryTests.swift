import Foundation
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import Trust

@MainActor @Suite struct RandomHistoryTests {
    /// Each seed is a life of twenty histories. `ORBIT_LIVES` sets how many, such as fewer under a sanitizer.
    private nonisolated static let lives =
        ProcessInfo.processInfo.environment["ORBIT_LIVES"].flatMap { UInt64($0) } ?? 12

    @Test(arguments: 0..<lives)
    func `after any history every list on every device is what the server says`(seed: UInt64) async throws {
        try await RandomHistory(seed: seed).live(seed)
    }

    /// Newcomers host ten places at most and no series, and invite only matches. All other histories are without limits.
    @Test(arguments: 0..<max(1, lives / 2))
    func `with trust limits, after any history every list on every device is what the server says`(
        seed: UInt64
    ) async throws {
        let history = try await RandomHistory(seed: seed, unlocks: .standard)
        let refusal = try await history.refusalOfMeetupWithoutLimit(on: 0)
        #expect(refusal == .notUnlocked)
        try await history.live(seed)
    }

    @Test(arguments: 0..<max(1, lives / 2))
    func `so it is where the log forgets what a device has not heard of`(seed: UInt64) async throws {
        try await RandomHistory(seed: seed, logs: .recent).live(seed)
    }

    @Test(arguments: 0..<max(1, lives / 2))
    func `so it is without any log, once each device has loaded its lists again`(seed: UInt64) async throws {
        try await RandomHistory(seed: seed, logs: .none).live(seed)
    }

    /// Nothing is lost, but much is late.
    @Test(arguments: 0..<max(1, lives / 2))
    func `without any log, what one person alone does shows without loading anything again`(seed: UInt64) async throws {
        let history = try await RandomHistory(seed: seed, logs: .none, hasPlans: false)
        for _ in 0..<40 { try await history.step() }
        try await history.settle()
        try await history.meet()
        for _ in 0..<10 {
            for _ in 0..<4 { try await history.step(on: 0) }
            await history.arrive()
            let differences = try await ServerTruth(
                device: history.devices[0], answers: ServerAnswers(), isReloaded: false
            ).differences()
            try #require(differences.isEmpty, "\(history.account(of: differences, seed))")
        }
    }
}
