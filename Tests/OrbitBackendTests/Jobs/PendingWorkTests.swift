import Connections
import Foundation
import Moderation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Profiles
import Testing
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// The amount of work that waits for a host, for the operator's metrics.
@Suite struct PendingWorkTests {
    private let server = TestServer()

    /// Changes a profile, and leaves the notification of other people as a job.
    private func change(_ member: Member, to name: String) async throws {
        let response = try await server.deferringWork {
            let version = try await server.me(member.token).headers[.etag]
            return try await server.put(.valid(name), token: member.token, ifMatch: version)
        }
        #expect(response.status == 200)
    }

    @Test func `a backend without work has empty queues`() async throws {
        _ = try await server.members("maya")
        try await server.backend.runScheduledWork()
        let work = try await server.backend.pendingWork()
        #expect(work == PendingWork())
    }

    @Test func `waiting jobs are counted with the instant of the oldest`() async throws {
        let people = try await server.members("maya", "liam", "noor")
        for person in people[0...1] { try await server.matched(person, people[2]) }
        try await server.backend.runScheduledWork()
        let start = server.clock.date
        for person in people[0...1] {
            try await change(person, to: "Mia")
            server.clock.advance(by: .seconds(5))
        }
        let jobs = try await server.backend.pendingWork().jobs
        #expect(jobs.count == 2)
        #expect(jobs.oldest?.milliseconds == start.milliseconds)
        try await server.backend.runScheduledWork()
        let rest = try await server.backend.pendingWork().jobs
        #expect(rest == PendingWork.Queue())
    }

    @Test func `a scheduled record is counted from its due time on`() async throws {
        let maya = try await server.members("maya")[0]
        let end = server.clock.date.addingTimeInterval(60)
        try await server.store.transaction { transaction in
            var account = try #require(try transaction.get(AccountRecord.self, maya.id.rawValue))
            account.suspensions = [Suspension(decisionID: DecisionID("d"), until: end)]
            try transaction.put(account)
        }
        let before = try await server.backend.pendingWork().scheduled
        #expect(before == PendingWork.Queue())
        server.clock.advance(by: .seconds(90))
        let due = try await server.backend.pendingWork().scheduled
        #expect(due.count == 1)
        #expect(due.oldest?.milliseconds == end.milliseconds)
    }

    @Test func `at most 1,000 records of a table are counted`() async throws {
        let email = try EmailAddress("maya@stanford.edu")
        let (now, end) = (server.clock.date, server.clock.date.addingTimeInterval(60))
        try await server.store.transaction { transaction in
            for number in 0...1_000 {
                let id = UserID("person\(number)")
                var account = AccountRecord(id: id, email: email, campus: "stanford.edu", createdAt: now)
                account.suspensions = [Suspension(decisionID: DecisionID("d"), until: end)]
                try transaction.put(account)
            }
        }
        server.clock.advance(by: .seconds(90))
        let due = try await server.backend.pendingWork().scheduled
        #expect(due.count == 1_000)
    }
}
