import Connections
import Discover
import Foundation
import Matching
import Moderation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Profiles
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The end of matches made by the day's pairing, and the conditions under which they stay.
@Suite struct MatchEndingTests {
    private let server: TestServer

    init() throws {
        server = try .moderated(by: "mod")
    }

    private func match(of member: Member) async throws -> Match {
        try #require(try await server.today(member).matches.elements.first)
    }

    private func matches(_ people: [Member]) async throws -> [[MatchID]] {
        var all: [[MatchID]] = []
        for person in people { all.append(try await server.matches(person).list.elements.map(\.id)) }
        return all
    }

    /// Advances the clock beyond the end of a match of today, and runs due work.
    private func passEnd(_ people: inout [Member]) async throws {
        try await server.pass(days: 32, &people)
        try await server.backend.runScheduledWork()
    }

    @Test func `a match ends thirty days after its day, also across a clock change`()
        async throws
    {
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        let server = TestServer { $0.campusTimeZone = zone }
        var people = try await server.members("maya", "liam")
        try await server.pass(days: 45, &people)  // to the first of March
        let match = try #require(try await server.today(people[0]).matches.elements.first)
        let end = try #require(RFC3339.date(from: "2027-04-01T00:00:00-04:00"))
        #expect(match.endsAt == end)
        let wait = end.timeIntervalSince(server.clock.date) - 1
        try await server.pass(hours: wait / 3_600, &people)
        try await server.backend.runScheduledWork()
        for person in people { #expect(try await server.matches(person).list.elements.map(\.id) == [match.id]) }
        // The match stays active until due work has ended it.
        server.clock.advance(by: .seconds(1))
        #expect(try await server.matches(people[0]).list.elements.map(\.status) == [.active])
        let slices = try await server.slices(of: people) { try await server.backend.runScheduledWork() }
        for (slice, partner) in zip(slices, people.reversed()) {
            let event = try #require(slice.events.first)
            #expect(slice.events.map(\.kind) == [.matchEnded] && event.touches == [.matches, .today])
            #expect(try event.data(EndedMatch.self) == EndedMatch(matchID: match.id, partnerID: partner.id))
        }
        for person in people { #expect(try await server.matches(person).list.elements.isEmpty) }
    }

    @Test func `days are added on the campus's clock, also across a missing midnight`() throws {
        let zone = try #require(TimeZone(identifier: "America/Santiago"))
        let server = TestServer { $0.campusTimeZone = zone }
        func later(_ text: String, _ days: Int = 30) throws -> Date {
            let end = try #require(RFC3339.date(from: text))
            return server.backend.context.endOfDay(on: "stanford.edu", days, after: end)
        }
        // In 2026 the clocks of Santiago skip the first hour of 6 September.
        #expect(try later("2026-08-07T00:00:00-04:00") == RFC3339.date(from: "2026-09-06T01:00:00-03:00"))
        #expect(try later("2026-09-06T01:00:00-03:00") == RFC3339.date(from: "2026-10-06T00:00:00-03:00"))
        for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 1e15)] {
            #expect(server.backend.context.endOfDay(on: "stanford.edu", 30, after: date) > date)
        }
    }

    @Test func `a poke makes a match permanent and notifies both people once`() async throws {
        var people = try await server.members("maya", "liam")
        let match = try await match(of: people[0])
        try await server.pass(days: 20, &people)
        let slices = try await server.slices(of: people) {
            let outcome = try await server.poke(match.partnerID, by: people[0]).payload(PokeOutcome.self)
            guard case .matched(let kept) = outcome else { throw TestServer.Unexpected() }
            #expect(kept.id == match.id && kept.endsAt == nil)
        }
        for slice in slices {
            #expect(slice.events.map(\.kind) == [.matchMade])
            #expect(try #require(slice.events.first).data(Match.self).endsAt == nil)
        }
        let again = try await server.appended(to: people) { _ = try await server.poke(people[0].id, by: people[1]) }
        #expect(again == [[], []])
        try await passEnd(&people)
        #expect(try await matches(people) == [[match.id], [match.id]])
        // Another pairing does not give the match an end again.
        _ = try await server.today(people[0])
        #expect(try await server.matches(people[1]).list.elements.map(\.endsAt) == [nil])
    }

    @Test func `a repeated pairing of two people extends their match to the later end`() async throws {
        var people = try await server.members("maya", "liam")
        let first = try await match(of: people[0])
        try await server.pass(days: 2, &people)
        let slices = try await server.slices(of: people) {
            let second = try await match(of: people[0])
            #expect(second.id == first.id && second.endsAt == first.endsAt?.addingTimeInterval(2 * 86_400))
        }
        #expect(slices.map { $0.events.map(\.kind) } == [[.matchMade, .todayMatched], [.matchMade, .todayMatched]])
        try await server.pass(days: 29, &people)
        try await server.backend.runScheduledWork()
        #expect(try await matches(people) == [[first.id], [first.id]])
        try await server.pass(days: 2, &people)
        try await server.backend.runScheduledWork()
        #expect(try await matches(people) == [[], []])
    }

    @Test func `two people whose match has ended can poke, be suggested and be paired`() async throws {
        var people = try await server.members("maya", "liam")
        _ = try await match(of: people[0])
        try await passEnd(&people)
        let page = try await server.send(.get, "/discover/users", token: people[0].token).payload(DiscoverPage.self)
        #expect(page.people.elements.map(\.id) == [people[1].id])
        let match = try await match(of: people[1])
        #expect(match.partnerID == people[0].id && match.endsAt != nil)
        try await passEnd(&people)
        for (sender, other) in [(0, 1), (1, 0)] {
            let poke = try await server.sentPoke(from: people[sender], to: people[other])
            #expect(try await server.act("withdraw", poke.id, by: people[sender]).status == 200)
        }
    }

    @Test func `the end of a match hides profile fields that only matches see, and notifies the viewer`() async throws {
        var people = try await server.members("maya", "liam")
        var profile = Profile.valid("Liam")
        (profile.bio, profile.visibility) = ("Only for matches", ProfileVisibility([.bio: .matches]))
        try await server.save(profile, token: people[1].token)
        _ = try await match(of: people[0])
        try await server.pass(days: 32, &people)
        let slices = try await server.slices(of: people) { try await server.backend.runScheduledWork() }
        #expect(slices.map { $0.events.map(\.kind) } == [[.matchEnded, .personChanged], [.matchEnded]])
        #expect(try slices[0].events[1].data(ChangedPerson.self).person.profile.bio.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a match ended early by a person appends no event at its planned end and is not paired again`(_ isBlock: Bool)
        async throws
    {
        var people = try await server.members("maya", "liam")
        let match = try await match(of: people[0])
        if isBlock {
            _ = try await server.block(match.partnerID, by: people[0])
            _ = try await server.unblock(match.partnerID, by: people[0])
        } else {
            let ended = try await server.disconnect(match.id, by: people[0]).payload(Keyed<Match>.self).value
            #expect(ended.status == .disconnected && ended.endsAt == nil)
        }
        try await server.pass(days: 32, &people)
        let appended = try await server.appended(to: people) { try await server.backend.runScheduledWork() }
        #expect(appended == [[], []])
        #expect(try await server.today(people[0]).reason == .tomorrow)
    }

    @Test func `a match ends during a suspension and does not return when the suspension is lifted`() async throws {
        var people = try await server.members("maya", "liam", "mod")
        _ = try await server.send(.put, "/matches/pause", token: people[2].token)
        let match = try await match(of: people[0])
        _ = try await server.reported(.person(people[1].id), by: people[0])
        let ban = try await server.decideFirstCase(.ban, by: people[2])
        var others = [people[0], people[2]]
        try await server.pass(days: 32, &others)
        let appended = try await server.appended(to: others) { try await server.backend.runScheduledWork() }
        #expect(appended == [[], []])  // no further event about a hidden person
        #expect(try await server.store.read { try $0.get(MatchRecord.self, match.id.rawValue) } == nil)
        #expect(try await server.lift(ban.id, by: others[1]).status == 200)
        (people[0], people[2]) = (others[0], others[1])
        try await server.pass(hours: 0, &people)
        #expect(try await matches(people) == [[], [], []])
    }
}
