import Connections
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Reputation
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The reveal of ratings, and their secrecy before the reveal.
@Suite struct RatingRevealTests {
    /// Returns all responses that a rated person can get before they have given a rating, byte for byte.
    ///
    /// - Parameters:
    ///   - rated: The stars of the other person's rating; `nil` without a rating.
    ///   - turn: The number of the round of requests before which the other person rates.
    private func responsesToRatedPerson(stars rated: Int?, beforeRound turn: Int) async throws -> [String] {
        let server = TestServer.onCampus(seed: 7)
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.endedMeetup(of: &people)
        func giveRating() async throws {
            if let rated {
                let given = try await server.rate(
                    people[1].id, at: id, by: people[0], rated, tags: [.cameLate], note: "No", meetAgain: false)
                let rating = try given.payload(GivenRating.self).id
                let entry = RatingEntry(stars: 2, meetAgain: false)
                #expect(try await server.edit(rating, entry, by: people[0]).status == 200)
            } else {
                // The server draws as many identifiers as it would for a rating.
                _ = try await server.rate(people[2].id, at: id, by: people[0], 3)
                _ = try await server.rate(people[2].id, at: id, by: people[0], 3)
            }
        }
        var seen: [String] = []
        func note(_ response: HTTPResponse) {
            let headers = response.headers.fields.map { "\($0.name): \($0.value)" }
            seen.append("\(response.status) \(headers) \(String(decoding: response.body, as: UTF8.self))")
        }
        func look(_ path: String) async throws {
            note(try await server.send(.get, path, token: people[1].token))
        }
        for (number, days) in [0.1, 0.9, 5, 7.5].enumerated() {
            if number == turn { try await giveRating() }
            for path in [
                "/ratings/due", "/ratings/given", "/ratings/received",
                "/events?after=\(try await server.head(people[1]))",
                "/users/\(people[0].id)", "/meetups/\(id)", "/meetups/\(id)/attendees", "/meetups/mine", "/users/me",
            ] { try await look(path) }
            note(try await server.rate(people[1].id, at: id, by: people[1]))
            note(try await server.rate(people[0].id, at: id, by: people[1], 9))
            note(try await server.edit("unknown", RatingEntry(stars: 3), by: people[1]))
            note(try await server.sayMet(people[0].id, at: id, by: people[1]))
            try await server.pass(days: days, &people)
        }
        return seen
    }

    @Test(arguments: 0..<4)
    func `a hidden rating changes no response, for any number of stars and at any time`(_ turn: Int) async throws {
        let none = try await responsesToRatedPerson(stars: nil, beforeRound: turn)
        for stars in [1, 5] {
            #expect(try await responsesToRatedPerson(stars: stars, beforeRound: turn) == none, "\(stars)")
        }
    }

    @Test func `a rating is revealed once the rating period ends, and scheduled work sends the events`() async throws {
        let server = TestServer.onCampus()
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.endedMeetup(of: &people)
        let given = try await server.rate(people[1].id, at: id, by: people[0], 2).payload(GivenRating.self)
        // Advances the clock in one step to a time long after the reveal.
        try await server.deferringWork {
            try await server.pass(days: 20, &people)
            #expect(try await server.received(people[1]).map(\.rating) == [given.rating])
            #expect(try await server.rate(people[0].id, at: id, by: people[1]).code == .notInTime)
            #expect(try await server.edit(given.id, RatingEntry(stars: 5), by: people[0]).code == .ratingFinal)
            #expect(try await server.due(people[1]).list.elements.isEmpty)
        }
        let slices = try await server.slices(of: people) {
            for _ in 1...2 { try await server.backend.runScheduledWork() }
        }
        #expect(slices.map { $0.events.map(\.kind) } == [[.ratingGiven], [.ratingReceived], []])
        #expect(try slices[1].events.first?.data(ReceivedRating.self).rating == given.rating)
        #expect(try slices[0].events.first?.data(GivenRating.self).rating.isShown(at: server.clock.date) == true)
    }

    @Test func `20 ratings revealed at one instant send 20 events once`() async throws {
        let server = TestServer.onCampus()
        var people = try await server.members("maya") + server.crowd(20)
        let id = try await server.endedMeetup(of: &people)
        for guest in people.dropFirst() { _ = try await server.rate(guest.id, at: id, by: people[0]) }
        try await server.deferringWork {
            try await server.pass(days: 15, &people)
            for guest in people.dropFirst() { #expect(try await server.received(guest).count == 1) }
        }
        var told: [[Int]] = []
        for _ in 0..<2 {
            let slices = try await server.slices(of: people) { try await server.backend.runScheduledWork() }
            told.append(slices.dropFirst().map { slice in slice.events.count { $0.kind == .ratingReceived } })
        }
        #expect(told == [Array(repeating: 1, count: 20), Array(repeating: 0, count: 20)])
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func `two concurrent ratings of each other are both revealed`(
        _ seed: UInt64
    ) async throws {
        let server = TestServer.onCampus(seed: seed)
        var people = try await server.members("maya", "liam")
        let id = try await server.endedMeetup(of: &people)
        let (maya, liam) = (people[0], people[1])
        async let first = server.rate(liam.id, at: id, by: maya, 1)
        async let second = server.rate(maya.id, at: id, by: liam, 5)
        let statuses = try await [first.status, second.status]
        #expect(statuses == [200, 200])
        for (one, other) in [(maya, liam), (liam, maya)] {
            let received = try await server.received(one)
            #expect(received.map(\.rating.shownAt) == [server.clock.date])
            #expect(try await server.given(other).map(\.rating) == received.map(\.rating))
        }
    }

    @Test func `a reveal in a transaction that runs twice sends each event once`() async throws {
        let server = TestServer.onCampus(store: RetryingStore())
        var people = try await server.members("maya", "liam")
        let id = try await server.endedMeetup(of: &people)
        _ = try await server.rate(people[1].id, at: id, by: people[0])
        let slices = try await server.slices(of: people) {
            _ = try await server.rate(people[0].id, at: id, by: people[1])
        }
        #expect(slices.map(\.events.count) == [2, 2])
    }
}
