import Connections
import Discover
import Foundation
import Matching
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Reputation
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The effects of a block on ratings, and of "not again" on pairing and suggestions.
@Suite struct RatingBlockTests {
    private let server = TestServer.onCampus()

    @Test(arguments: [0, 1]) func `a block hides two people's ratings of each other until the block ends`(
        _ blocker: Int
    ) async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.endedMeetup(of: &people)
        for (one, other) in [(0, 1), (1, 0)] { _ = try await server.rate(people[other].id, at: id, by: people[one]) }
        let (given, received) = (try await server.given(people[0]), try await server.received(people[0]))
        let counted = try await ratings(of: people[1])
        _ = try await server.block(people[1 - blocker].id, by: people[blocker])
        for person in people {
            #expect(try await server.given(person).isEmpty)
            #expect(try await server.received(person).isEmpty)
            // The log does not contain the ratings either.
            let log = try await server.send(.get, "/events?after=\(firstPosition(of: person))", token: person.token)
            #expect(!String(decoding: log.body, as: UTF8.self).contains("editable_until"))
        }
        // The ratings still count.
        #expect(try await ratings(of: people[1]) == counted)
        _ = try await server.unblock(people[1 - blocker].id, by: people[blocker])
        #expect(try await server.given(people[0]) == given)
        #expect(try await server.received(people[0]) == received)
    }

    private func firstPosition(of person: Member) async throws -> LogPosition {
        LogPosition(epoch: try await server.head(person).epoch, seq: 0)
    }

    private func ratings(of person: Member) async throws -> [RatingRecord] {
        let now = server.clock.date
        return try await server.store.read {
            try $0.list(RatingRecord.self, RatingRecord.shown(of: person.id, at: now))
        }
    }

    @Test func `a block keeps an unrevealed rating without an event, until the block ends`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.endedMeetup(of: &people)
        let given = try await server.rate(people[1].id, at: id, by: people[0], 1).payload(GivenRating.self)
        _ = try await server.block(people[0].id, by: people[1])
        #expect(try await server.edit(given.id, RatingEntry(stars: 5), by: people[0]).code == .notFound)
        try await server.deferringWork { try await server.pass(days: 15, &people) }
        let slices = try await server.slices(of: people) { try await server.backend.runScheduledWork() }
        #expect(slices.map(\.events.count) == [0, 0, 0])
        #expect(try await ratings(of: people[1]).map(\.rating) == [given.rating])
        #expect(try await server.received(people[1]).isEmpty)
        _ = try await server.unblock(people[0].id, by: people[1])
        #expect(try await server.received(people[1]).map(\.rating) == [given.rating])
    }

    @Test(arguments: [0, 1]) func `a block gives both people the responses for unknown people`(_ blocker: Int)
        async throws
    {
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.endedMeetup(of: &people)
        _ = try await server.block(people[1 - blocker].id, by: people[blocker])
        for (one, other) in [(0, 1), (1, 0)] {
            let unknown = try await server.rate("nobody", at: id, by: people[one])
            #expect(unknown.code == .notFound)
            #expect(try await server.rate(people[other].id, at: id, by: people[one]).body == unknown.body)
            let unmet = try await server.sayMet("nobody", at: id, by: people[one])
            #expect(try await server.sayMet(people[other].id, at: id, by: people[one]).body == unmet.body)
            #expect(try await server.due(people[one]).list.elements.map(\.person.id) == [people[2].id])
        }
    }

    @Test func `a host who blocks a guest does not keep the guest from rating other guests`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.endedMeetup(of: &people)
        _ = try await server.block(people[1].id, by: people[0])
        #expect(try await server.rate(people[2].id, at: id, by: people[1]).status == 200)
        #expect(try await server.rate(people[1].id, at: id, by: people[2]).status == 200)
        #expect(try await server.received(people[1]).map(\.person.id) == [people[2].id])
    }

    @Test func `a rating repeated after a block gets the response for an unknown person`() async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.endedMeetup(of: &people)
        #expect(try await server.rate(people[1].id, at: id, by: people[0], key: "a").status == 200)
        _ = try await server.block(people[0].id, by: people[1])
        let unknown = try await server.rate("nobody", at: id, by: people[0])
        #expect(try await server.rate(people[1].id, at: id, by: people[0], key: "a").body == unknown.body)
    }

    @Test func `a refusal to meet again prevents pairing until the rater edits the rating`() async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.endedMeetup(of: &people)
        let given = try await server.rate(people[1].id, at: id, by: people[0], 5, meetAgain: false)
            .payload(GivenRating.self)
        for _ in 0..<3 {
            try await server.pass(days: 1, &people)
            for person in people {
                #expect(try await server.today(person).status == .waiting)
                #expect(try await server.today(person).reason == .tomorrow)
            }
        }
        _ = try await server.edit(given.id, RatingEntry(stars: 5), by: people[0])
        try await server.pass(days: 1, &people)
        #expect(try await server.today(people[1]).status == .matched)
    }

    @Test func `a repeated refusal to meet again remains a statement about the first meetup`() async throws {
        var people = try await server.members("maya", "liam")
        var given: [GivenRating] = []
        for title in ["Chess", "Tennis"] {
            let id = try await server.endedMeetup(of: &people, title)
            let rating = try await server.rate(people[1].id, at: id, by: people[0], 5, meetAgain: false)
            given.append(try rating.payload(GivenRating.self))
        }
        let rater = people[0]
        var avoided: [Set<UserID>] = []
        for rating in given.reversed() {
            _ = try await server.edit(rating.id, RatingEntry(stars: 5), by: rater)
            avoided.append(try await server.store.read { try AvoidanceRecord.avoided(by: rater.id, in: $0) })
        }
        #expect(avoided == [[people[1].id], []])
    }

    @Test
    func `a refusal to meet again ends suggestions to the rater at once, and to both the next day`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.endedMeetup(of: &people)
        #expect(try await server.suggestedPeople(to: people[1]) == [people[0].id, people[2].id])
        let before = try await server.send(.get, "/discover/users", token: people[1].token).body
        _ = try await server.rate(people[1].id, at: id, by: people[0], 5, meetAgain: false)
        #expect(try await server.suggestedPeople(to: people[0]) == [people[2].id])
        #expect(try await server.send(.get, "/discover/users", token: people[1].token).body == before)
        try await server.pass(days: 1, &people)
        #expect(try await server.suggestedPeople(to: people[0]) == [people[2].id])
        #expect(try await server.suggestedPeople(to: people[1]) == [people[2].id])
        // The two people can still find and poke each other. Only suggestions and pairing by chance leave them out.
        #expect(try await server.person(people[0].id, as: people[1]).status == 200)
        #expect(try await server.poke(people[0].id, by: people[1]).status == 200)
    }
}
