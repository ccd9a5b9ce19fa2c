import Foundation
import NetworkingTesting
import OrbitModels
import Safety
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The times of the attempts to send a message.
@Suite struct AlertRecordTests {
    private let server = TestServer()

    /// Returns a message after some attempts that were made now.
    private func alert(attempts: Int) async throws -> AlertRecord {
        let now = server.clock.date
        return try await server.backend.context.commit(at: now) { transaction in
            var alert = AlertRecord(.missed, of: "check-in", at: now)
            for _ in 0..<attempts { alert = try alert.noteAttempt(in: transaction) }
            return alert
        }
    }

    @Test(arguments: [(0, 30), (1, 30), (2, 60), (7, 1_920), (8, 3_840)] as [(Int, TimeInterval)])
    func `the pause after a refused attempt doubles from 30 seconds to 64 minutes`(attempts: Int, pause: TimeInterval)
        async throws
    {
        let (alert, now) = (try await alert(attempts: attempts), server.clock.date)
        #expect(alert.attempts == attempts && alert.isSpent == (attempts >= 8))
        #expect(alert.retried(at: now, jitter: 0.5).next == now.addingTimeInterval(pause))
        #expect(alert.retried(at: now, jitter: 0).next == now.addingTimeInterval(0.75 * pause))
    }

    @Test func `an attempt without an outcome is repeated after five minutes`() async throws {
        let alert = try await alert(attempts: 1)
        #expect(alert.next == server.clock.date.addingTimeInterval(300))
    }
}
