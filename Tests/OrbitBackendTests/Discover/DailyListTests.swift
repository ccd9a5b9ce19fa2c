import Auth
import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitDemo
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct DailyListTests {
    private let server = TestServer()

    private func noteSeen(_ people: [UserID], by member: Member) async throws -> HTTPResponse {
        try await server.post("/discover/seen", SeenRequest(userIDs: people), token: member.token)
    }

    @Test func `a person who was shown stays for the day and is left out from the next day`()
        async throws
    {
        var people = try await server.members("maya", "liam", "ana")
        _ = try await server.suggestedPeople(to: people[0])
        #expect(try await noteSeen([people[1].id], by: people[0]).status == 200)
        #expect(try await server.suggestedPeople(to: people[0]) == [people[1].id, people[2].id])
        #expect(try await server.discoverPage(of: people[0]).resting == nil)

        try await server.advanceTime(days: 1, &people)
        let next = try await server.discoverPage(of: people[0])
        #expect(next.people.elements.map(\.id) == [people[2].id])
        #expect(next.resting == RecentlyShown(people: 1, days: 13))
        _ = try await noteSeen([people[2].id], by: people[0])

        try await server.advanceTime(days: 1, &people)
        let empty = try await server.discoverPage(of: people[0])
        #expect(empty.people.elements.isEmpty)
        #expect(empty.resting == RecentlyShown(people: 2, days: 12))
        #expect(try await server.suggestedPeople(to: people[1]).count == 2)

        try await server.advanceTime(days: 12, &people)
        #expect(try await server.suggestedPeople(to: people[0]) == [people[1].id])
    }

    @Test func `a person who was suggested again and shown is left out again`() async throws {
        var people = try await server.members("maya", "liam")
        for _ in 0..<2 {
            #expect(try await server.suggestedPeople(to: people[0]) == [people[1].id])
            server.clock.advance(by: .seconds(12 * 3_600))
            people[0].token = try await server.signIn(people[0].address).accessToken
            _ = try await noteSeen([people[1].id], by: people[0])
            server.clock.advance(by: .seconds(12 * 3_600))
            people[0].token = try await server.signIn(people[0].address).accessToken
            #expect(try await server.suggestedPeople(to: people[0]).isEmpty)
            try await server.advanceTime(days: 13, &people)
        }
    }

    @Test func `the people shown to a person on a day are stored for 15 days`() async throws {
        let people = try await server.members("maya", "liam")
        #expect(try await noteSeen([people[1].id], by: people[0]).status == 200)
        func stored() async throws -> Int {
            try await Sweep.run(server.backend.context)
            return try await server.store.read { try $0.count(SeenRecord.self, IndexQuery(IndexEntry.expiryIndex)) }
        }
        server.clock.advance(by: .seconds(15 * 86_400 - 1))
        #expect(try await stored() == 1)
        server.clock.advance(by: .seconds(1))
        #expect(try await stored() == 0)
    }

    @Test func `a report of people shown may name strangers and be repeated, but has size limits`()
        async throws
    {
        let people = try await server.members("maya", "liam", "ana")
        for _ in 0..<2 {
            #expect(try await noteSeen([people[1].id, people[1].id, "nobody"], by: people[0]).status == 200)
        }
        let history = try await server.store.read { try SeenRecord.history(of: people[0].id, in: $0) }
        let tomorrow = try #require(CalendarDay("2027-01-16"))
        #expect(history.coolingDown(on: tomorrow).keys.map(\.self) == [people[1].id])
        #expect(try await noteSeen([], by: people[0]).problem?.fields.map(\.path) == ["user_ids"])
        let many = (0...SeenRequest.maxPeople).map { UserID("\($0)") }
        #expect(try await noteSeen(many, by: people[0]).status == 422)
    }

    @Test func `less-like feedback removes the person and puts similar people last`() async throws {
        let people = try await server.members("maya", "liam", "twin", "other")
        try await server.save(.valid("Liam", interests: ["music", "travel", "nature"]), token: people[1].token)
        try await server.save(.valid("Twin", interests: ["music", "travel", "nature"]), token: people[2].token)
        try await server.save(.valid("Other", interests: ["gaming", "fashion", "reading"]), token: people[3].token)
        func order() async throws -> [UserID] { try await server.discoverPage(of: people[0]).people.elements.map(\.id) }
        let before = try await order()
        #expect(Set(before.prefix(2)).isSubset(of: [people[1].id, people[2].id, people[3].id]))
        #expect(before.firstIndex(of: people[2].id) ?? 9 < 3)

        let path = "/discover/less-like/\(people[1].id)"
        #expect(try await server.send(.put, path, token: people[0].token).status == 200)
        #expect(try await server.send(.put, path, token: people[0].token).status == 200)
        #expect(try await order() == [people[3].id, people[2].id])
        let hidden = try await server.send(.get, "/discover/less-like", token: people[0].token)
            .payload(Page<Person>.self)
        #expect(hidden.list.elements.map(\.id) == [people[1].id])
        #expect(try await server.send(.delete, path, token: people[0].token).status == 200)
        #expect(try await order() == before)
        #expect(try await server.send(.put, "/discover/less-like/nobody", token: people[0].token).status == 404)
    }

    @Test func `less-like feedback keeps the people already shown and the cursor`() async throws {
        let people = try await server.members(["maya"] + (0..<8).map { "s\($0)" })
        func page(_ query: String) async throws -> DiscoverPage {
            try await server.send(.get, "/discover/users?limit=4\(query)", token: people[0].token)
                .payload(DiscoverPage.self)
        }
        let first = try await page("")
        let cursor = try #require(first.nextCursor?.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let shown = first.people.elements.map(\.id)
        _ = try await server.send(.put, "/discover/less-like/\(shown[1])", token: people[0].token)
        let rest = try await page("&cursor=\(cursor)").people.elements.map(\.id)
        #expect(Set(rest) == Set(people.dropFirst().map(\.id)).subtracting(shown))
        #expect(try await page("").people.elements.prefix(3).map(\.id) == shown.filter { $0 != shown[1] })
    }

    @Test func `saving a biography does not change the list or its cursor`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let page = try await server.send(.get, "/discover/users?limit=1", token: people[0].token)
            .payload(DiscoverPage.self)
        let cursor = try #require(page.nextCursor?.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        var profile = Profile.valid("Maya")
        profile.bio = "Half of my plans begin with \"we could walk there\"."
        try await server.save(profile, token: people[0].token)
        let next = try await server.send(.get, "/discover/users?cursor=\(cursor)", token: people[0].token)
        #expect(try next.payload(DiscoverPage.self).people.elements.count == 1)
    }

    @Test func `a declined person leaves the list at once, and a poked person is left out the next day`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        _ = try await server.suggestedPeople(to: people[0])
        let poke = try await server.sentPoke(from: people[1], to: people[0])
        _ = try await server.sentPoke(from: people[0], to: people[2])
        #expect(try await server.suggestedPeople(to: people[0]).count == 2)
        _ = try await server.act("decline", poke.id, by: people[0])
        #expect(try await server.suggestedPeople(to: people[0]) == [people[2].id])
        #expect(try await server.suggestedPeople(to: people[2]) == [people[0].id, people[1].id])
        try await server.advanceTime(days: 1, &people)
        #expect(try await server.suggestedPeople(to: people[0]).isEmpty)
        // The result is the same for every answer to the poke.
        #expect(try await server.suggestedPeople(to: people[1]) == [people[2].id])
    }

    @Test func `dealbreakers that were changed elsewhere are not overwritten`() async throws {
        let people = try await server.members("maya")
        let version = try await server.send(.get, "/discover/dealbreakers", token: people[0].token).headers[.etag]
        let ages = Dealbreakers(ages: 18...24)
        #expect(try await server.put(ages, token: people[0].token, ifMatch: version).status == 200)
        let other = try await server.put(Dealbreakers(freeTime: .some), token: people[0].token, ifMatch: version)
        #expect(other.status == 412)
        #expect(other.code == .versionConflict)
        #expect(try await server.put(ages, token: people[0].token, ifMatch: nil).status == 428)
    }

    @Test func `a person who removes their dealbreakers is suggested to others at once`() async throws {
        let people = try await server.members("maya", "liam")
        _ = try await server.set(Dealbreakers(ages: 30...40), by: people[0])
        #expect(try await server.suggestedPeople(to: people[1]).isEmpty)
        _ = try await server.set(.none, by: people[0])
        #expect(try await server.suggestedPeople(to: people[1]) == [people[0].id])
        #expect(try await server.suggestedPeople(to: people[0]) == [people[1].id])
    }

    @Test func `people at the top of a list have one exposure a day, even if the list is composed again`()
        async throws
    {
        let people = try await server.members("maya", "liam")
        func exposures() async throws -> Int {
            try await server.store.read {
                let day = try #require(CalendarDay("2027-01-15"))
                return try ExposureRecord.counts(of: [people[1].id], on: day, in: $0)[people[1].id] ?? 0
            }
        }
        for interests in [
            ["music", "travel", "gaming"], ["music", "nature", "fashion"], ["reading", "gaming", "music"],
        ] {
            try await server.save(.valid("Maya", interests: interests), token: people[0].token)
            #expect(try await server.suggestedPeople(to: people[0]) == [people[1].id])
            #expect(try await exposures() == 1)
        }
        _ = try await server.set(Dealbreakers(ages: 30...40), by: people[0])
        #expect(try await server.suggestedPeople(to: people[0]).isEmpty)
        #expect(try await exposures() == 0)
    }

    @Test func `a list composed meanwhile by another request is kept, and people at its top have one exposure`()
        async throws
    {
        let store = InterleavedStore()
        let server = TestServer(store: store)
        let people = try await server.members("maya", "liam")
        var tried = 0
        for count in 1...12 {
            store.after(calls: count) {
                _ = try await server.send(.get, "/discover/users", token: people[0].token)
            }
            let page = try await server.send(.get, "/discover/users", token: people[0].token)
                .payload(DiscoverPage.self)
            #expect(page.people.elements.map(\.id) == [people[1].id])
            tried += store.isWaiting ? 0 : 1
            store.after(calls: 0) {}  // the test's own requests must not trigger another request
            try await store.transaction { transaction in
                let list = try #require(try transaction.get(DailyList.self, people[0].id.rawValue))
                #expect(
                    try ExposureRecord.counts(of: [people[1].id], on: list.day, in: transaction) == [people[1].id: 1])
                try ExposureRecord.move(from: list.front, to: [], on: list.day, in: transaction)
                try transaction.delete(DailyList.self, list.key)
            }
        }
        #expect(tried > 3)
    }

    @Test func `a page states the day of its list and the end of the day`() async throws {
        let people = try await server.members("maya")
        let page = try await server.discoverPage(of: people[0])
        #expect(page.date == CalendarDay("2027-01-15"))
        #expect(page.endsAt == RFC3339.date(from: "2027-01-16T00:00:00Z"))
    }

    @Test func `dealbreakers apply in both directions from the next list on`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        var older = Profile.valid("Ana")
        older.birthMonth = BirthMonth(year: 1999, month: 1)
        try await server.save(older, token: people[2].token)
        #expect(try await server.suggestedPeople(to: people[0]).count == 2)
        #expect(try await server.set(Dealbreakers(ages: 18...24), by: people[0]).status == 200)
        #expect(try await server.suggestedPeople(to: people[0]) == [people[1].id])
        #expect(try await server.suggestedPeople(to: people[2]) == [people[1].id])
        #expect(try await server.suggestedPeople(to: people[1]).count == 2)
        let kept = try await server.send(.get, "/discover/dealbreakers", token: people[0].token)
            .payload(Keyed<Dealbreakers>.self)
        #expect(kept.value == Dealbreakers(ages: 18...24))
        let unknown = try await server.set(Dealbreakers(goals: [FriendshipGoal(rawValue: "band")]), by: people[0])
        #expect(unknown.problem?.fields.map(\.path) == ["dealbreakers.goals"])
    }

    @Test func `a dealbreaker with too many goals is refused even if all goals are equal`() async throws {
        let maya = try await server.members("maya")[0]
        let version = try await server.send(.get, "/discover/dealbreakers", token: maya.token).field("etag")
        for (count, codes) in [(11, [.tooMany]), (10, nil)] as [(Int, [FailureCode]?)] {
            let goals = Array(repeating: #""networking""#, count: count).joined(separator: ",")
            let response = try await server.send(
                .put, "/discover/dealbreakers", token: maya.token,
                headers: [("Content-Type", "application/json"), ("If-Match", version ?? "")],
                body: Data(#"{"dealbreakers":{"goals":[\#(goals)]}}"#.utf8))
            #expect(response.problem?.fields.map(\.code) == codes)
            #expect(response.status == (codes == nil ? 200 : 422))
        }
        let kept = try await server.send(.get, "/discover/dealbreakers", token: maya.token)
            .payload(Keyed<Dealbreakers>.self)
        #expect(kept.value.goals == [.networking])
    }

    @Test(
        arguments: [
            (#"{"from":20,"to":20}"#, nil), (#"{"from":0,"to":150}"#, nil), (#"{"from":30,"to":20}"#, "to"),
            (#"{"from":-1,"to":20}"#, "from"), (#"{"from":20,"to":151}"#, "to"), (#"{"from":151,"to":20}"#, "from"),
        ] as [(String, String?)])
    func `dealbreakers with impossible ages or ages in the wrong order are invalid, not malformed`(
        _ ages: String, _ wrong: String?
    ) async throws {
        let maya = try await server.members("maya")[0]
        let version = try await server.send(.get, "/discover/dealbreakers", token: maya.token).field("etag")
        let response = try await server.send(
            .put, "/discover/dealbreakers", token: maya.token,
            headers: [("Content-Type", "application/json"), ("If-Match", version ?? "")],
            body: Data(#"{"dealbreakers":{"ages":\#(ages)}}"#.utf8))
        let paths: [String]? = wrong.map { ["dealbreakers.ages.\($0)"] }
        let codes: [FailureCode]? = wrong == nil ? nil : [.outOfRange]
        #expect(response.status == (wrong == nil ? 200 : 422))
        #expect(response.problem?.fields.map(\.path) == paths)
        #expect(response.problem?.fields.map(\.code) == codes)
    }

    @Test func `a dealbreaker on distance applies even if its owner hides their coordinates`() async throws {
        let people = try await server.members("maya", "liam")
        var profile = Profile.valid("Maya")
        profile.location?.coordinates = Coordinates(latitude: 37.42, longitude: -122.17)
        try await server.save(profile, token: people[1].token)
        profile.visibility = ProfileVisibility([.coordinates: .nobody])
        try await server.save(profile, token: people[0].token)
        _ = try await server.set(Dealbreakers(farthest: .neighbouring), by: people[0])
        #expect(try await server.suggestedPeople(to: people[0]) == [people[1].id])
        _ = try await server.set(Dealbreakers(farthest: .neighbouring), by: people[1])
        #expect(try await server.suggestedPeople(to: people[0]).isEmpty)
        #expect(try await server.suggestedPeople(to: people[1]).isEmpty)
    }

    @Test func `a forged cursor gives the beginning or the end of the list`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        #expect(try await server.suggestedPeople(to: people[0]).count == 2)
        let name = try await server.store.read { try $0.get(DailyList.self, people[0].id.rawValue)?.name }
        for (rank, count) in [(Int64.min, 2), (-1, 2), (1, 1), (7, 0), (.max, 0)] {
            let cursor = ListCursor(rank: rank, key: "x").text(list: try #require(name))
            let escaped = try #require(cursor.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let page = try await server.send(.get, "/discover/users?cursor=\(escaped)", token: people[0].token)
                .payload(DiscoverPage.self)
            #expect(page.people.elements.count == count)
        }
    }

    @Test func `people who are or were matched are not suggested to each other`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        _ = try await server.suggestedPeople(to: people[0])
        let match = try await server.matched(people[0], people[1])
        #expect(try await server.suggestedPeople(to: people[0]) == [people[2].id])
        _ = try await server.disconnect(match.id, by: people[1])
        #expect(try await server.suggestedPeople(to: people[0]) == [people[2].id])
        #expect(try await server.suggestedPeople(to: people[1]) == [people[2].id])
    }

    @Test func `a person is at the top of as many lists as the exposure cap allows`() async throws {
        let store = MemoryStore()
        let clock = server.clock
        let users = try await CampusSeed(people: 40, seed: 7).populate(store, time: clock)
        let star = try #require(users.first)
        try await store.transaction { transaction in
            var account = try #require(try transaction.get(AccountRecord.self, star.id.rawValue))
            account.profile?.interests = Array(Interest.predefined.prefix(10))
            account.profile?.availability = WeeklyAvailability(
                timeZone: CampusSeed.timeZone,
                hours: HourSet(Weekday.allCases.flatMap { day in (0..<24).compactMap { HourOfWeek(day, hour: $0) } }))
            try account.save(in: transaction)
        }
        let mailTransport = RecordingMailTransport()
        let backend = OrbitBackend(
            store: store, time: clock, random: .seeded(1),
            configuration: .demonstration(mailTransport: mailTransport.receive))
        let campus = TestServer(backend: backend, store: store, mailTransport: mailTransport, clock: clock)
        var fronts = 0
        for user in users.dropFirst() {
            let token = try await campus.signIn(user.email).accessToken
            let page = try await campus.send(.get, "/discover/users?limit=10", token: token)
                .payload(DiscoverPage.self)
            #expect(page.people.elements.count == 10)
            if page.people.elements.contains(where: { $0.id == star.id }) { fronts += 1 }
        }
        #expect(fronts == ExposureCap.standard.maxLists)
    }

    @Test func `two backends on one store suggest the same people`() async throws {
        let people = try await server.members("maya", "liam", "ana", "ben")
        let second = TestServer(store: server.store, seed: 9)
        let first = try await server.discoverPage(of: people[0])
        let again = try await second.discoverPage(of: people[0])
        #expect(again == first)
        try await second.save(.valid("Liam", interests: ["reading", "fashion", "nature"]), token: people[1].token)
        let later = try await server.discoverPage(of: people[0])
        #expect(later.people.elements.map(\.id) == first.people.elements.map(\.id))
        #expect(later != first)
    }

    @Test(arguments: [(0, FailureCode.required), (1, nil), (100, nil), (101, .tooMany)])
    func `a report of people shown may name 1 to 100 people`(count: Int, failure: FailureCode?) async throws {
        let people = try await server.members("maya", "liam")
        let named = [people[1].id] + (0..<100).map { UserID("u_\($0)") }
        let response = try await noteSeen(Array(named.prefix(count)), by: people[0])
        #expect(response.status == (failure == nil ? 200 : 422))
        #expect(response.problem?.fields.map(\.code) == failure.map { [$0] })
    }
}
