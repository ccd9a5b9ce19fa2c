import Auth
import Connections
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Reputation
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// HTTP requests of people about ratings.
extension TestServer {
    /// Hosts a meetup of the first person with all others as guests, and advances the clock to 75 minutes after its
    /// start. The meetup has ended by then. The guests have checked in unless `checkedIn` is `false`.
    func endedMeetup(of people: inout [Member], _ title: String = "Chess", checkedIn: Bool = true) async throws
        -> MeetupID
    {
        let id = try await host(title, inHours: 1, lasting: 1, by: people[0]).id
        for guest in people.dropFirst() { try await joined(id, by: guest) }
        try await pass(hours: 1.25, &people)
        if checkedIn { for guest in people.dropFirst() { _ = try await attend("check-in", id, by: guest) } }
        try await pass(hours: 1, &people)
        return id
    }

    /// Lets time pass, and begins a new session for each member.
    func pass(hours: Double, _ members: inout [Member]) async throws {
        clock.advance(by: .seconds(hours * 3_600))
        try await renewSessions(of: &members)
    }

    func pass(days: Double, _ members: inout [Member]) async throws { try await pass(hours: days * 24, &members) }

    func rate(
        _ other: UserID, at meetup: MeetupID, by member: Member, _ stars: Int = 5, tags: [RatingTag] = [],
        note: String? = nil, meetAgain: Bool? = nil, key: String? = nil
    ) async throws -> HTTPResponse {
        let entry = RatingEntry(stars: stars, tags: tags, note: note, meetAgain: meetAgain)
        return try await post(
            "/ratings", GiveRatingRequest(of: other, at: meetup, entry), token: member.token,
            headers: key.map { [("Idempotency-Key", $0)] } ?? [])
    }

    func edit(_ rating: UserRatingID, _ entry: RatingEntry, by member: Member) async throws -> HTTPResponse {
        try await send(
            .put, "/ratings/\(rating)", token: member.token, headers: [("Content-Type", "application/json")],
            body: OrbitJSON.encoder.encode(entry))
    }

    func sayMet(_ other: UserID, at meetup: MeetupID, by member: Member) async throws -> HTTPResponse {
        try await send(.post, "/meetups/\(meetup)/attendees/\(other)/met", token: member.token)
    }

    func due(_ member: Member, query: String = "") async throws -> Page<DueRating> {
        try await send(.get, "/ratings/due\(query)", token: member.token).payload(Page<DueRating>.self)
    }

    func given(_ member: Member) async throws -> [GivenRating] {
        try await send(.get, "/ratings/given", token: member.token).payload(Page<GivenRating>.self).list.elements
    }

    func received(_ member: Member) async throws -> [ReceivedRating] {
        try await send(.get, "/ratings/received", token: member.token).payload(Page<ReceivedRating>.self).list.elements
    }
}
