import Foundation
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import Trust

@MainActor @Suite struct RandomHistoryTests {
    /// The number of seeds. Each seed runs a life, which is a sequence of twenty histories.
    ///
    /// `ORBIT_LIVES` sets the number, for example a smaller number under a sanitizer.
    private nonisolated static let lives =
        ProcessInfo.processInfo.environment["ORBIT_LIVES"].flatMap { UInt64($0) } ?? 12

    @Test(arguments: 0..<lives)
    func `after any history every list on every device matches the server`(seed: UInt64) async throws {
        try await RandomHistory(seed: seed).live(seed)
    }

    /// Newcomers host at most ten places and no series, and invite only matches. All other histories have no limits.
    @Test(arguments: 0..<max(1, lives / 2))
    func `with trust limits, an unlimited meetup is refused, and all lists match the server`(
        seed: UInt64
    ) async throws {
        let history = try await RandomHistory(seed: seed, unlocks: .standard)
        let refusal = try await history.refusalOfMeetupWithoutLimit(on: 0)
        #expect(refusal == .notUnlocked)
        try await history.live(seed)
    }

    @Test(arguments: 0..<max(1, lives / 2))
    func `all lists match the server if the log loses events that a device lacks`(seed: UInt64) async throws {
        try await RandomHistory(seed: seed, logs: .recent).live(seed)
    }

    @Test(arguments: 0..<max(1, lives / 2))
    func `without a log, all lists match the server after a reload`(seed: UInt64) async throws {
        try await RandomHistory(seed: seed, logs: .none).live(seed)
    }

    /// The network loses nothing, but many responses are late.
    @Test(arguments: 0..<max(1, lives / 2))
    func `without a log, a person's own actions show without a reload`(seed: UInt64) async throws {
        let history = try await RandomHistory(seed: seed, logs: .none, hasPlans: false)
        for _ in 0..<40 { try await history.step() }
        try await history.settle()
        try await history.reloadKnownProfiles()
        for _ in 0..<10 {
            for _ in 0..<4 { try await history.step(on: 0) }
            await history.deliverLateResponses()
            let differences = try await ServerTruth(
                device: history.devices[0], answers: ServerAnswers(), isReloaded: false
            ).differences()
            try #require(differences.isEmpty, "\(history.failureReport(of: differences, seed: seed))")
        }
    }
}
