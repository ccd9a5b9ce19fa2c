import Auth
import Discover
import Foundation
import Matching
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Profiles
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct EffectiveValueSuggestionTests {
    /// Creates a few people with hours, homes and preferences. The first person saves many changes later.
    private func campus() async throws -> (TestServer, [Member]) {
        let server = TestServer.onCampus()
        let people = try await server.members("maya", "liam", "ana", "ben", "cem")
        for (number, person) in people.enumerated() {
            try await server.change(person) { Self.move(&$0, number) }
            try await server.agree(person, toMe: true, toHosts: true)
        }
        // A match of the day would see the new hours and home at once.
        _ = try await server.send(.put, "/matches/pause", token: people[0].token)
        _ = try await server.set(Dealbreakers(freeTime: .some), by: people[1])
        for hour in 0..<4 {
            _ = try await server.host(inHours: 720 + 7 * Double(hour), by: people[4]) {
                $0.interestTags = [Interest("music")]
            }
        }
        return (server, people)
    }

    private static func move(_ profile: inout Profile, _ number: Int) {
        profile.availability = TestServer.hours(number % 18..<number % 18 + 6)
        profile.location?.coordinates = Coordinates(
            latitude: 37.42 + 0.05 * Double(number % 7), longitude: -122.17 + 0.04 * Double(number % 5))
    }

    private enum Told: Equatable {
        case data(JSONValue?)
        case body(Data)
    }

    private static let paths = ["/discover/users", "/matches/today", "/meetups/suggested", "/discover/less-like"]

    /// The responses to all people, byte for byte. For the first person only the data, because their saves extend their
    /// log.
    private func told(_ people: [Member], _ server: TestServer) async throws -> [Told] {
        var told: [Told] = []
        for person in people {
            for path in Self.paths {
                let response = try await server.send(.get, path, token: person.token)
                #expect(response.status == 200)
                told.append(person.address.hasPrefix("maya") ? .data(response.data) : .body(response.body))
            }
        }
        return told
    }

    @Test func `a hundred saves in 29 days change no suggestion until the last save takes effect on day 30`()
        async throws
    {
        var (server, people) = try await campus()
        var (control, others) = try await campus()
        var saves = 0
        for day in 0..<31 {
            if day > 0 {
                try await server.wake(&people)
                try await control.wake(&others)
            }
            for _ in 0..<(day < 25 ? 4 : 0) {
                saves += 1
                try await server.change(people[0]) { Self.move(&$0, 3 * saves + 1) }
            }
            let (told, expected) = try await (self.told(people, server), self.told(others, control))
            #expect((told == expected) == (day < 30), "day \(day)")
        }
        #expect(saves == 100)
    }

    /// Repeats an attack: ten sets of the attacker's hours on one day, and a look after each.
    @Test func `ten changes of hours and home on one day do not change the suggestions`() async throws {
        let (server, people) = try await campus()
        let first = try await told(people, server)
        for number in 7..<17 {
            try await server.change(people[0]) { Self.move(&$0, number) }
            #expect(try await told(people, server) == first)
        }
    }

    @Test func `hiding hours and home applies at once, and showing them restores the values in effect`() async throws {
        let (server, people) = try await campus()
        func told() async throws -> [Told] { try await self.told(Array(people.dropFirst()), server) }
        _ = try await told()  // makes the pairing of the day
        let first = try await told()
        try await server.change(people[0]) {
            $0.visibility = ProfileVisibility([.availability: .nobody, .coordinates: .nobody])
        }
        let hidden = try await told()
        #expect(hidden != first)
        try await server.change(people[0]) { Self.move(&$0, 11) }
        #expect(try await told() == hidden)
        try await server.change(people[0]) { $0.visibility = nil }
        try await server.change(people[0]) { $0.visibility = ProfileVisibility() }
        let own = try await server.me(people[0].token).payload(ProfileData.self)
        #expect(own.profile?.visibility == ProfileVisibility())
        let shown = try await told()
        for (one, other) in zip(shown, first) { #expect(one == other) }
    }

    @Test func `the owner and matches see new hours at once, and the owner sees their effective date`() async throws {
        let (server, people) = try await campus()
        try await server.matched(people[0], people[1])
        try await server.change(people[0]) { $0.availability = TestServer.hours(20..<22) }
        let own = try await server.me(people[0].token).payload(ProfileData.self)
        #expect(own.profile?.availability == TestServer.hours(20..<22))
        let effectiveDates = try #require(own.effectiveDates)
        #expect(effectiveDates.availability?.from == CalendarDay("2027-02-14"))
        #expect(effectiveDates.availability?.before == TestServer.hours(0..<6))
        #expect(effectiveDates.coordinates == EffectiveDate(from: try #require(CalendarDay("2027-01-15"))))
        let seen = try await server.person(people[0].id, as: people[1]).payload(Keyed<Person>.self).value
        #expect(seen.profile.availability == TestServer.hours(20..<22))
    }

    /// Compares servers that differ only in the hours and the home of a person who hides both from strangers.
    @Test(arguments: [Audience.nobody, .matches, .attendees])
    func `hours and home hidden from strangers do not affect suggestions to strangers`(_ audience: Audience)
        async throws
    {
        var worlds: [[Told]] = []
        for number in [0, 1, 6, 14] {
            let (server, people) = try await campus()
            try await server.change(people[0]) {
                $0.visibility = ProfileVisibility([.availability: audience, .coordinates: audience])
            }
            // The values change after the person has hidden them, so the new values have never taken effect.
            try await server.advanceTime(days: 30, people[0]) { Self.move(&$0, number) }
            var woken = people
            try await server.wake(&woken)
            #expect(try await server.set(Dealbreakers(freeTime: .some), by: woken[0]).status == 200)
            worlds.append(try await told(Array(woken.dropFirst()), server))
        }
        #expect(worlds.allSatisfy { $0 == worlds[0] })
    }

    @Test func `a stranger receives no event about a change that they cannot see`() async throws {
        let (server, people) = try await campus()
        _ = try await server.sentPoke(from: people[0], to: people[1])
        try await server.matched(people[0], people[2])
        func seq(_ person: Member) async throws -> Int {
            try await server.store.read { try LogHead.of(person.id, in: $0)?.seq ?? 0 }
        }
        let before = try await (seq(people[1]), seq(people[2]))
        try await server.change(people[0]) { $0.availability = TestServer.hours(20..<22) }
        #expect(try await seq(people[1]) == before.0)
        #expect(try await seq(people[2]) == before.1 + 1)
        try await server.change(people[0]) { $0.bio = "Hello" }
        #expect(try await seq(people[1]) == before.0 + 1)
    }
}

extension TestServer {
    /// Advances the clock by a day and begins new sessions.
    func wake(_ people: inout [Member]) async throws {
        clock.advance(by: .seconds(86_400))
        try await renewSessions(of: &people)
    }

    /// Advances the clock by days and changes a person's profile.
    fileprivate func advanceTime(days: Double, _ member: Member, _ change: (inout Profile) -> Void) async throws {
        clock.advance(by: .seconds(days * 86_400))
        var member = member
        member.token = try await session(of: member.id)
        try await self.change(member, change)
    }
}
