import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Reputation
import Testing
import TimeAndChance
import Trust

@testable import BackendRuntime
@testable import OrbitBackend

/// HTTP requests for reputations.
extension TestServer {
    static func onCampus(_ configure: @escaping (inout BackendConfiguration) -> Void) -> TestServer {
        TestServer {
            $0.campusCentre = centre
            configure(&$0)
        }
    }

    func ownReputation(_ member: Member) async throws -> OwnReputation {
        try await send(.get, "/users/me/reputation", token: member.token).payload(Keyed<OwnReputation>.self).value
    }

    func reputation(of person: UserID, as member: Member) async throws -> HTTPResponse {
        try await send(.get, "/users/\(person)/reputation", token: member.token)
    }

    func points(_ member: Member) async throws -> [EarnedPoints] {
        try await send(.get, "/users/me/points?limit=100", token: member.token).payload(Page<EarnedPoints>.self)
            .list.elements
    }

    func hint(_ meetup: MeetupID, as member: Member) async throws -> HTTPResponse {
        try await send(.get, "/meetups/\(meetup)/expected-attendance", token: member.token)
    }

    func certify(_ member: Member, _ isCertified: Bool = true) async throws {
        try await backend.context.commit(at: clock.date) {
            try AccountRecord.certify(member.id, isCertified, in: $0)
        }
    }

    /// Stores the counts of a person who attended `kept` meetups of `hosts` hosts.
    func storeAttendance(of member: Member, hosts: Int, kept: Int) async throws {
        let now = clock.date
        try await store.transaction { transaction in
            var record = try AttendanceStatisticsRecord.of(member.id.rawValue, in: transaction)
            for number in 0..<kept { record.count(.kept, with: UserID("host \(number % hosts)"), at: now) }
            for number in 0..<4 { record.meet(UserID("guest \(number)"), at: now) }
            try transaction.put(record)
        }
    }
}
