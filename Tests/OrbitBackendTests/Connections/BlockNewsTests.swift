import Connections
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Safety
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The events of a block and of its end in the log of the blocked person.
@Suite struct BlockNewsTests {
    private let server = TestServer.onCampus()

    /// The events in the log of the second person after a block by the first person, and after its end.
    private func news(
        _ known: (TestServer, [Member]) async throws -> Void
    ) async throws -> [[EventKind]] {
        let people = try await server.members("maya", "liam", "ana")
        try await known(server, people)
        let blocked = try await server.appended(to: [people[1]]) {
            let response = try await server.block(people[1].id, by: people[0])
            #expect(response.status == 200)
        }
        let lifted = try await server.appended(to: [people[1]]) {
            let response = try await server.unblock(people[1].id, by: people[0])
            #expect(response.status == 200)
        }
        return blocked + lifted
    }

    @Test func `a blocked person without the blocker in a list receives no event that names the blocker`() async throws
    {
        #expect(try await news { _, _ in } == [[], [.void]])
    }

    @Test func `a blocked host receives no event that names a blocker who does not suit the host's meetup`()
        async throws
    {
        let news = try await news { server, people in
            try await server.agree(people[0], toHosts: true)
            let meetup = try await server.host(by: people[1]).id
            let suggested = try await server.suggestedPeople(meetup, people[1])
            #expect(suggested.isEmpty)
        }
        #expect(news == [[], [.void]])
    }

    @Test(arguments: [359, 360])
    func `a host blocked from the deadline of their meetup on receives no event that names the blocker`(
        _ seconds: Int
    ) async throws {
        let news = try await news { server, people in
            try await server.agree(people[0], toHosts: true)
            try await server.host(by: people[1]) {
                $0.interestTags = [Interest("music")]
                $0.joinBy = server.after(hours: 0.1)
            }
            server.clock.advance(by: .seconds(seconds))
        }
        if seconds < 360 {
            #expect(news[0].contains(.personHidden) && news[1].contains(.personShown))
        } else {
            #expect(news == [[], [.void]])
        }
    }

    /// Stores the consent of other people, so that `count` of them precede a person in the search of guests for a
    /// meetup.
    private func agree(_ count: Int, before person: Member, at meetup: MeetupID) async throws {
        try await server.store.transaction { transaction in
            let record = try #require(try MeetupRecord.of(meetup, in: transaction))
            var stored = 0
            var preceding: ArraySlice<UserID> = []
            while preceding.count < count {
                for number in stored..<stored + 1_000 {
                    try transaction.put(
                        ConsentRecord(
                            userID: UserID("guest\(number)"), campus: "stanford.edu",
                            consent: SuggestionConsent(toHosts: true)))
                }
                stored += 1_000
                preceding = try ConsentRecord.some(for: record, limit: .max, in: transaction)
                    .prefix { $0 != person.id }
            }
            for surplus in preceding.dropFirst(count) {
                try transaction.delete(ConsentRecord.self, surplus.rawValue)
            }
        }
    }

    @Test(arguments: [199, 200])
    func `only blocks by the first 200 people who agree to suggestions notify a host`(
        _ preceding: Int
    ) async throws {
        let isAmongFirst = preceding < 200
        let news = try await news { server, people in
            try await server.agree(people[0], toHosts: true)
            let meetup = try await server.host(by: people[1]) { $0.interestTags = [Interest("music")] }.id
            try await agree(preceding, before: people[0], at: meetup)
            let suggested = try await server.suggestedPeople(meetup, people[1])
            #expect(suggested.map(\.id) == (isAmongFirst ? [people[0].id] : []))
        }
        if isAmongFirst {
            #expect(news[0].contains(.personHidden) && news[1].contains(.personShown))
        } else {
            #expect(news == [[], [.void]])
        }
    }

    private enum ListEntry: CaseIterable {
        case discover, lessLike, poke, match, mute, host, guest, fellowGuest, openMeetup, suggestedPerson
    }

    @Test(arguments: ListEntry.allCases)
    private func `a blocked person who may have the blocker in a list is notified of block and unblock`(
        _ held: ListEntry
    ) async throws {
        let news = try await news { server, people in
            let (maya, liam) = (people[0], people[1])
            switch held {
            case .discover: _ = try await server.send(.get, "/discover/users", token: liam.token)
            case .lessLike: _ = try await server.send(.put, "/discover/less-like/\(maya.id)", token: liam.token)
            case .poke: _ = try await server.sentPoke(from: liam, to: maya)
            case .match: try await server.matched(maya, liam)
            case .mute: _ = try await server.mute(maya.id, by: liam)
            case .host: try await server.joined(server.host(by: maya).id, by: liam)
            case .guest: try await server.joined(server.host(by: liam).id, by: maya)
            case .fellowGuest:
                let meetup = try await server.host(by: people[2]).id
                for person in [maya, liam] { try await server.joined(meetup, by: person) }
            case .openMeetup: try await server.host(by: maya)
            case .suggestedPerson:
                try await server.agree(maya, toHosts: true)
                let meetup = try await server.host(by: liam) { $0.interestTags = [Interest("music")] }.id
                let suggested = try await server.suggestedPeople(meetup, liam)
                #expect(suggested.map(\.id) == [maya.id])
            }
        }
        #expect(news[0].contains(.personHidden) && news[1].contains(.personShown))
    }

    @Test(arguments: [1, 0])
    func `a blocked person with the blocker on an unexpired daily list is notified of the block`(
        _ secondsLeft: Int
    ) async throws {
        let people = try await server.members("maya", "liam")
        _ = try await server.send(.get, "/discover/users", token: people[1].token)
        let stored = try await server.store.read { [id = people[1].id] in
            try $0.get(DailyList.self, id.rawValue)
        }
        let list = try #require(stored)
        #expect(list.people == [people[0].id])
        let rest = list.expiresAt.timeIntervalSince(server.clock.date)
        server.clock.advance(by: .seconds(rest - Double(secondsLeft)))
        var (maya, liam) = (people[0], people[1])
        maya.token = try await server.session(of: maya.id)
        liam.token = try await server.session(of: liam.id)
        // The work after a request would delete the list.
        let kinds = try await server.deferringWork { [maya, liam] in
            try await server.appended(to: [liam]) { _ = try await server.block(liam.id, by: maya) }
        }
        #expect(kinds.first?.contains(.personHidden) == (secondsLeft > 0))
    }

    @Test func `after mutual blocks, the end of the last block shows both people to each other`() async throws {
        let people = try await server.members("maya", "liam")
        try await server.matched(people[0], people[1])
        _ = try await server.block(people[1].id, by: people[0])
        server.clock.advance(by: .seconds(60))
        _ = try await server.block(people[0].id, by: people[1])
        _ = try await server.unblock(people[1].id, by: people[0])
        let kinds = try await server.appended(to: people) { _ = try await server.unblock(people[0].id, by: people[1]) }
        #expect(kinds == [[.personShown], [.blockRemoved, .personShown]])
    }

    @Test func `six hundred cycles of block and unblock append few events, and every block takes effect`() async throws
    {
        let people = try await server.members("maya", "liam")
        try await server.matched(people[0], people[1])
        let before = try await server.head(people[1]).seq
        var lifted = 0
        for _ in 0..<600 {
            #expect(try await server.block(people[1].id, by: people[0]).status == 200)
            #expect(try await server.person(people[0].id, as: people[1]).status == 404)
            let response = try await server.unblock(people[1].id, by: people[0])
            if response.status == 200 { lifted += 1 } else { #expect(response.code == .rateLimited) }
        }
        #expect(lifted == 3)
        #expect(try await server.head(people[1]).seq - before <= 8)
        #expect(try await server.person(people[0].id, as: people[1]).status == 404)
        var later = people
        try await server.advanceTime(days: 1, &later)
        #expect(try await server.unblock(people[1].id, by: later[0]).status == 200)
    }
}
