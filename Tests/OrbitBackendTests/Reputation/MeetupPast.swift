import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// HTTP requests that create past meetups, and the attendance at them.
extension TestServer {
    /// Hosts a meetup that begins in two days and that `guests` join. The guests in `checkedIn` check in, `arrival`
    /// hours after the start. Then advances the clock until the meetup has ended and check-in is closed.
    @discardableResult
    func holdMeetup(
        _ members: inout [Member], host: Int, guests: [Int], checkedIn: [Int], arrival: Double = 0
    ) async throws -> MeetupID {
        let id = try await self.host(by: members[host]).id
        for guest in guests { try await joined(id, by: members[guest]) }
        try await pass(hours: 48 + arrival, &members)
        for guest in checkedIn {
            #expect(try await attend("check-in", id, by: members[guest]).status == 200)
        }
        try await pass(hours: 3 - arrival, &members)
        return id
    }

    /// Processes all records whose time has come. Other scheduled work, such as jobs, does not run.
    func processScheduledRecords() async throws { try await ScheduledWorkRunner(backend.context).run() }

    /// The attendance that the server has counted.
    func attendance(_ member: Member) async throws -> AttendanceStatisticsRecord {
        try await store.read { try AttendanceStatisticsRecord.of(member.id.rawValue, in: $0) }
    }

    /// The attendance as of now, counted or not.
    func facts(_ member: Member) async throws -> AttendanceCounts {
        try await store.read { [now = clock.date] reader in
            var record = try AttendanceStatisticsRecord.of(member.id.rawValue, in: reader)
            try record.catchUp(member.id, in: reader, now: now)
            return record.counts
        }
    }
}
