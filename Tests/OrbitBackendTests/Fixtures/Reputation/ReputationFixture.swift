import Networking
import OrbitModels
import Reputation
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

extension FeatureFixture {
    static let reputation = FeatureFixture(
        contract: [.ratings, .reputation],
        accessMatrix: AccessFixture(
            requests: [
                "giveRating": .json { GiveRatingRequest(of: $0.user, at: $0.meetup, RatingEntry(stars: 4)) },
                "editRating": .json { _ in RatingEntry(stars: 2) },
            ],
            // People can neither rate themselves nor confirm a meeting with themselves.
            exceptions: [
                .init(operation: "giveRating", column: .owner, response: .problem(422, .invalidInput)),
                .init(operation: "confirmMeeting", column: .owner, response: .problem(422, .invalidInput)),
            ],
            steps: [.met: { try await $0.makeRating() }]),
        blockMatrix: BlockFixture(
            rows: rows, named: ["giveRating": ["user_id", "meetup_id"]],
            pathsIndependentOfConnection: ["/ratings", "/meetups"],
            steps: [.met: { try await $0.makeRating(by: $1) }]),
        life: [.met: { try await $0.rate() }],
        archive: ArchiveFixture(
            sections: ["ratings_given", "ratings_received", "points", "attendance"],
            changedScreens: [
                "/ratings/given": ArchiveFixture.needsBoth, "/ratings/received": ArchiveFixture.needsBoth,
                "/users/me/points": ArchiveFixture.isEarned, "/users/me/reputation": ArchiveFixture.isEarned,
            ]))

    private static let rows: [String: BlockRow] = [
        "listDueRatings": .shows, "listGivenRatings": .shows, "listReceivedRatings": .shows,
        "readOwnReputation": .ofCaller,
        "listPoints": .silent("Points name the meetups that the caller went to by id."), "expectAttendance": .count,
        "readReputation": .count, "confirmMeeting": .acts, "editRating": .acts, "giveRating": .acts,
    ]
}

extension AuthorizationWorld {
    fileprivate mutating func makeRating() async throws {
        let over = try #require(meetups["over"])
        meetups.merge(["giveRating": over, "confirmMeeting": over]) { $1 }
        let given = try await server.rate(person(.attendee).id, at: over, by: person(.owner)).payload(GivenRating.self)
        identifiers["rating_id"] = given.id.rawValue
    }
}

extension BlockWorld {
    /// Rates the other person at the first past meetup. The rating at the second past meetup is still due.
    fileprivate mutating func makeRating(by number: Int) async throws {
        let over = MeetupID(try #require(own[0]["meetup_id"]?.first))
        let response = try await server.rate(
            pair[1 - number].id, at: over, by: pair[number], note: "\(Self.names[number]) says so")
        between["rating_id", default: []].append(try response.payload(GivenRating.self).id.rawValue)
    }
}

extension FullLife {
    /// Makes both people rate each other.
    fileprivate func rate() async throws {
        let meetup = try #require(past)
        #expect(try await server.rate(match.id, at: meetup, by: person, note: "A \(Self.canary) note").status == 200)
        #expect(try await server.rate(person.id, at: meetup, by: match, note: "Thanks").status == 200)
    }
}
