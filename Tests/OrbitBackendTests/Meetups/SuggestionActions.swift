import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Profiles
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// Requests for suggestions of meetups, over the transport.
extension TestServer {
    @discardableResult
    func agree(_ member: Member, toMe: Bool = false, toHosts: Bool = false) async throws -> HTTPResponse {
        try await send(
            .put, "/meetups/suggested/consent", token: member.token, headers: [("Content-Type", "application/json")],
            body: OrbitJSON.encoder.encode(Keyed(SuggestionConsent(toMe: toMe, toHosts: toHosts))))
    }

    func suggested(_ member: Member) async throws -> SuggestedMeetups {
        try await send(.get, "/meetups/suggested", token: member.token).payload(SuggestedMeetups.self)
    }

    func suggestedPeople(_ meetup: MeetupID, _ host: Member) async throws -> [SuggestedPerson] {
        try await send(.get, "/meetups/\(meetup)/suggested-people", token: host.token)
            .payload(Page<SuggestedPerson>.self).list.elements
    }

    /// Changes a saved profile.
    func change(_ member: Member, _ change: (inout Profile) -> Void) async throws {
        var profile = try #require(try await me(member.token).payload(ProfileData.self).profile)
        change(&profile)
        try await save(profile, token: member.token)
    }

    static func hours(_ range: Range<Int>) -> WeeklyAvailability {
        WeeklyAvailability(
            timeZone: .gmt,
            hours: HourSet(Weekday.allCases.flatMap { day in range.compactMap { HourOfWeek(day, hour: $0) } }))
    }
}
