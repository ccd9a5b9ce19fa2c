import Foundation
import NetworkingTesting
import OrbitModels
import Presentation
import Testing

@MainActor @Suite(.serialized) struct RandomHistoryTests {
    /// Each seed is a life of twenty histories. `ORBIT_LIVES` sets how many, such as fewer under a sanitizer.
    private nonisolated static let lives =
        ProcessInfo.processInfo.environment["ORBIT_LIVES"].flatMap { UInt64($0) } ?? 50

    @Test(arguments: 0..<lives)
    func `after any history every list on every device is what the server says`(seed: UInt64) async throws {
        let history = try await RandomHistory(seed: seed)
        for _ in 0..<20 {
            for _ in 0..<15 {
                try await history.step()
                let revealed = try await history.revealed()
                try #require(revealed.isEmpty, "seed \(seed): \(revealed) after \(history.steps.suffix(40))")
            }
            try await history.settle()
            for device in history.devices {
                let differences = try await ServerTruth(device: device).differences()
                try #require(differences.isEmpty, "seed \(seed): \(differences) after \(history.steps.suffix(40))")
            }
            history.resume()
        }
    }
}
