import Auth
import Connections
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct TodaysMatchTests {
    private let server = TestServer()

    private func partners(_ people: [Member]) async throws -> [UserID: Set<UserID>] {
        var partners: [UserID: Set<UserID>] = [:]
        for person in people {
            partners[person.id] = Set(try await server.today(person).matches.elements.map(\.partnerID))
        }
        return partners
    }

    @Test func `every person is matched with a partner, mutually, and the matches are listed`() async throws {
        let people = try await server.members("a", "b", "c", "d", "e")
        let partners = try await partners(people)
        #expect(partners.values.map(\.count).sorted() == [1, 1, 2, 2, 2])
        for (person, theirs) in partners {
            for partner in theirs { #expect(partners[partner]?.contains(person) == true) }
        }
        for person in people {
            let data = try await server.today(person)
            #expect(data.status == .matched)
            #expect(data.reason == nil)
            #expect(try await Set(server.matches(person).list.elements.map(\.partnerID)) == partners[person.id])
        }
    }

    @Test func `matches of a group of three share one group id, and other matches have no group`()
        async throws
    {
        var people = try await server.members("a", "b", "c", "d", "e")
        func today() async throws -> [[Match]] {
            var found: [[Match]] = []
            for person in people { found.append(try await server.today(person).matches.elements) }
            return found
        }
        let (threes, twos) = (try await today().filter { $0.count == 2 }, try await today().filter { $0.count == 1 })
        #expect(threes.count == 3 && twos.count == 2)
        #expect(Set(threes.joined().map(\.groupID)).count == 1 && threes[0][0].groupID != nil)
        #expect(twos.joined().allSatisfy { $0.groupID == nil })
        #expect((threes + twos).joined().allSatisfy { $0.origin == .chance })

        // The pairing of another day creates another group.
        let before = threes[0][0].groupID
        try await server.advanceTime(days: 1, &people)
        #expect(try await today().joined().allSatisfy { $0.groupID != before })
    }

    @Test func `a match by a poke changes its origin to chance when the pairing repeats it`() async throws {
        var people = try await server.members("maya", "liam")
        let poke = try await server.sentPoke(from: people[0], to: people[1])
        _ = try await server.act("accept", poke.id, by: people[1])
        func match() async throws -> [Match] { try await server.matches(people[0]).list.elements }
        #expect(try await match().map(\.origin) == [.poke])
        try await server.advanceTime(days: 1, &people)
        _ = try await server.today(people[0])
        #expect(try await match().map(\.origin) == [.chance])
        #expect(try await match().allSatisfy { $0.groupID == nil && $0.endsAt == nil })
    }

    @Test func `a pairing of people matched by a poke notifies both of the new origin`() async throws {
        let people = try await server.members("maya", "liam")
        let poke = try await server.sentPoke(from: people[0], to: people[1])
        _ = try await server.act("accept", poke.id, by: people[1])
        let slices = try await server.slices(of: people) { _ = try await server.today(people[0]) }
        for slice in slices {
            let news = slice.events.filter { $0.kind == .matchMade }
            #expect(try news.map { try $0.data(Match.self).origin } == [.chance])
        }
    }

    @Test func `the pairings of three days repeat no pair of six people`() async throws {
        var people = try await server.members("a", "b", "c", "d", "e", "f")
        var seen: Set<UserPair> = []
        for _ in 1...3 {
            for (person, theirs) in try await partners(people) {
                for partner in theirs where person < partner {
                    #expect(seen.insert(UserPair(person, partner)).inserted)
                }
            }
            try await server.advanceTime(days: 1, &people)
        }
        #expect(seen.count == 9)
    }

    @Test func `disconnected people are paired with the other two of four people`() async throws {
        var people = try await server.members("a", "b", "c", "d")
        let match = try await server.matched(people[0], people[1])
        _ = try await server.disconnect(match.id, by: people[1])
        for _ in 1...6 {
            try await server.advanceTime(days: 70, &people)  // long enough for any pair to meet again
            let partners = try await partners(people)
            #expect(partners.values.allSatisfy { $0.count == 1 })
            #expect(partners[people[0].id] != [people[1].id])
        }
    }

    @Test func `people with a disconnected match, a block or an open poke are not paired`()
        async throws
    {
        var people = try await server.members("maya", "liam")
        let match = try #require(try await server.today(people[0]).matches.elements.first)
        _ = try await server.disconnect(match.id, by: people[1])
        for person in people { #expect(try await server.today(person).status == .disconnected) }
        for _ in 1...2 {
            try await server.advanceTime(days: 40, &people)
            #expect(try await server.today(people[0]).reason == .tomorrow)
        }
        let poke = try await server.sentPoke(from: people[1], to: people[0])
        try await server.advanceTime(days: 1, &people)
        #expect(try await server.today(people[0]).status == .waiting)
        // Both people have agreed to match again, so the pairing may match them too.
        _ = try await server.act("accept", poke.id, by: people[0])
        try await server.advanceTime(days: 1, &people)
        #expect(try await server.today(people[0]).status == .matched)
        _ = try await server.block(people[1].id, by: people[0])
        #expect(try await server.today(people[0]).status == .disconnected)
        try await server.advanceTime(days: 1, &people)
        #expect(try await server.today(people[1]).status == .waiting)
    }

    @Test func `a paused person keeps today's match and has no match tomorrow`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        _ = try await server.today(people[0])
        let paused = try await server.send(.put, "/matches/pause", token: people[0].token).payload(TodayData.self)
        #expect(paused.isPaused)
        #expect(paused.status == .matched)
        try await server.advanceTime(days: 1, &people)
        #expect(try await server.today(people[0]).reason == .paused)
        #expect(try await server.today(people[1]).matches.elements.map(\.partnerID) == [people[2].id])
        let resumed = try await server.send(.delete, "/matches/pause", token: people[0].token).payload(TodayData.self)
        #expect(resumed.reason == .tomorrow)
        #expect(!resumed.isPaused)
        try await server.advanceTime(days: 1, &people)
        #expect(try await server.today(people[0]).status == .matched)
    }

    @Test func `a person who joins after the pairing waits until tomorrow`() async throws {
        var people = try await server.members("maya", "liam")
        _ = try await server.today(people[0])
        people += try await server.members("ana")
        #expect(try await server.today(people[2]).reason == .tomorrow)
        try await server.advanceTime(days: 1, &people)
        #expect(try await server.today(people[2]).status == .matched)
        let newcomer = try await server.signIn("new@stanford.edu")
        let response = try await server.send(.get, "/matches/today", token: newcomer.accessToken)
        #expect(response.code == .profileIncomplete)
    }

    @Test func `a day begins and ends in the time zone of the campus`() async throws {
        // 08:00 UTC on 15 January is 21:00 of that day in Auckland.
        let zone = try #require(TimeZone(identifier: "Pacific/Auckland"))
        let server = TestServer { $0.campusTimeZone = zone }
        let people = try await server.members("maya", "liam")
        let first = try await server.today(people[0])
        #expect(first.date == CalendarDay("2027-01-15"))
        #expect(first.endsAt == server.clock.date.addingTimeInterval(3 * 3_600))
        server.clock.advance(by: .seconds(3 * 3_600))
        let member = Member(
            address: people[0].address, id: people[0].id, token: try await server.signIn(people[0].address).accessToken)
        let second = try await server.today(member)
        #expect(second.date == CalendarDay("2027-01-16"))
        #expect(second.endsAt == server.clock.date.addingTimeInterval(86_400))
    }

    @Test func `two campuses have days of their own time zones`() async throws {
        // 08:00 UTC on 15 January is 21:00 of that day in Auckland.
        let zone = try #require(TimeZone(identifier: "Pacific/Auckland"))
        let server = TestServer { $0.otherTimeZones = ["uba.edu.ar": zone] }
        let (maya, ana) = (try await server.join("maya@stanford.edu"), try await server.join("ana@uba.edu.ar"))
        func endsAt(_ grant: AuthGrant) async throws -> Date {
            try await server.send(.get, "/matches/today", token: grant.accessToken).payload(TodayData.self).endsAt
        }
        #expect(try await endsAt(maya) == server.clock.date.addingTimeInterval(16 * 3_600))
        #expect(try await endsAt(ana) == server.clock.date.addingTimeInterval(3 * 3_600))
    }

    @Test func `a day with a clock change ends at the next midnight`() async throws {
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        let context = BackendContext(
            store: MemoryStore(),
            time: VirtualClock(), random: .seeded(1),
            configuration: BackendConfiguration(
                campuses: TestServer.campuses, campusTimeZone: zone, digest: .plainForDemonstration,
                mailTransport: { _ in }),
            features: .orbit)
        let morning = try #require(RFC3339.date(from: "2026-11-01T08:00:00-05:00"))
        #expect(context.endOfDay(on: "stanford.edu", at: morning) == RFC3339.date(from: "2026-11-02T00:00:00-05:00"))
        let spring = try #require(RFC3339.date(from: "2026-03-08T00:30:00-05:00"))
        #expect(context.endOfDay(on: "stanford.edu", at: spring) == RFC3339.date(from: "2026-03-09T00:00:00-04:00"))
        for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 1e15)] {
            #expect(context.endOfDay(on: "stanford.edu", at: date) > date)
        }
    }

    @Test func `simultaneous requests pair a campus once`() async throws {
        let people = try await server.members((0..<8).map { "s\($0)" })
        let answers = try await withThrowingTaskGroup(of: (UserID, TodayData).self) { group in
            for person in people { group.addTask { (person.id, try await server.today(person)) } }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for person in people {
            let data = try #require(answers[person.id])
            #expect(data.status == .matched || data.reason == .underWay)
            #expect(try await server.askedToday(person).matches.elements.count == 1)
            #expect(try await server.matches(person).list.elements.count == 1)
        }
    }

    @Test func `an abandoned pairing is taken over after its lease expires`() async throws {
        let people = try await server.members("maya", "liam")
        let day = PairingDayRecord.asked(of: "stanford.edu", at: server.clock.date, server.backend.context)[0]
        let job = PairingDayRecord.leaseKey(of: day.key)
        try await server.store.transaction { [now = server.clock.date] in
            try $0.put(day)
            try $0.put(JobLease(of: job, by: "another", now: now))
        }
        for _ in 0..<2 { #expect(try await server.askedToday(people[0]).reason == .underWay) }
        server.clock.advance(by: .seconds(60))
        #expect(try await server.askedToday(people[0]).reason == .underWay)
        #expect(try await server.askedToday(people[0]).status == .matched)
    }

    @Test func `an excluding dealbreaker or less-like feedback prevents a match by chance`() async throws {
        var people = try await server.members("maya", "liam")
        func demand(_ ages: ClosedRange<Int>?) async throws {
            let set = try await server.set(Dealbreakers(ages: ages), by: people[0])
            #expect(set.status == 200)
        }
        func meetTomorrow() async throws -> [TodayStatus] {
            try await server.advanceTime(days: 1, &people)
            return [try await server.today(people[0]).status, try await server.today(people[1]).status]
        }
        // Liam is twenty.
        try await demand(21...30)
        #expect(try await meetTomorrow() == [.waiting, .waiting])
        try await demand(nil)
        let less = "/discover/less-like/\(people[0].id)"
        #expect(try await server.send(.put, less, token: people[1].token).status == 200)
        #expect(try await meetTomorrow() == [.waiting, .waiting])
        #expect(try await server.send(.delete, less, token: people[1].token).status == 200)
        try await demand(20...30)
        #expect(try await meetTomorrow() == [.matched, .matched])
    }

    @Test func `a dealbreaker on free time prevents a match by chance`() async throws {
        var people = try await server.members("maya", "liam")
        for (demand, status) in [(Dealbreakers(freeTime: .some), TodayStatus.waiting), (.none, .matched)] {
            #expect(try await server.set(demand, by: people[0]).status == 200)
            try await server.advanceTime(days: 1, &people)
            for person in people { #expect(try await server.today(person).status == status) }
        }
    }

    @Test func `a person whose preferences are unreadable is not paired`() async throws {
        let store = BytesStore()
        let server = TestServer(store: store)
        let people = try await server.members("maya", "liam")
        #expect(try await server.set(Dealbreakers(ages: 20...30), by: people[0]).status == 200)
        #expect(await store.spoil("tastes", people[0].id.rawValue))
        for person in people { #expect(try await server.today(person).reason == .tomorrow) }
    }

    @Test func `a request does not wait for the pairing, and due work pairs only after a request`()
        async throws
    {
        let people = try await server.members("maya", "liam")
        try await server.backend.runScheduledWork()
        #expect(try await server.matches(people[0]).list.elements.isEmpty)
        for _ in 0..<2 {
            let data = try await server.deferringWork { try await server.askedToday(people[0]) }
            #expect(data.reason == .underWay)
        }
        try await server.backend.runScheduledWork()
        #expect(try await server.askedToday(people[0]).status == .matched)
    }

    @Test func `a request for a match makes due work pair the next day but not later days`() async throws {
        var people = try await server.members("maya", "liam")
        _ = try await server.today(people[0])
        try await server.advanceTime(days: 1, &people)
        try await server.backend.runScheduledWork()
        #expect(try await server.askedToday(people[1]).status == .matched)
        // No person has requested a match on the day between.
        try await server.advanceTime(days: 2, &people)
        try await server.backend.runScheduledWork()
        #expect(try await server.askedToday(people[0]).reason == .underWay)
        #expect(try await server.askedToday(people[0]).status == .matched)
    }

    @Test func `a pairing uses the cached profiles of the campus and reads no accounts for its plan`() async throws {
        let store = WholeCampusStore()
        let server = TestServer(store: store)
        let people = try await server.members("maya", "liam")
        #expect(try await server.suggestedPeople(to: people[0]) == [people[1].id])
        let before = store.readings
        #expect(try await server.today(people[0]).status == .matched)
        #expect(store.readings == before)
    }

    @Test func `a pairing after the end of its day makes no match`() async throws {
        var people = try await server.members("maya", "liam")
        let asked = PairingDayRecord.asked(of: "stanford.edu", at: server.clock.date, server.backend.context)
        try await server.store.transaction { try $0.put(asked[0]) }
        try await server.advanceTime(days: 1, &people)
        try await server.backend.runScheduledWork()
        #expect(try await server.matches(people[0]).list.elements.isEmpty)
        #expect(try await server.store.read { try $0.get(PairingDayRecord.self, asked[0].key)?.isDone } == true)
    }

    @Test func `people of different campuses are never paired`() async throws {
        let people = try await server.members("maya", "liam")
        let ana = try await server.join("ana@uba.edu.ar", profile: .valid("Ana"))
        let member = Member(address: "ana@uba.edu.ar", id: ana.userID, token: ana.accessToken)
        #expect(try await server.today(member).status == .waiting)
        #expect(try await server.today(people[0]).matches.elements.map(\.partnerID) == [people[1].id])
    }
}
