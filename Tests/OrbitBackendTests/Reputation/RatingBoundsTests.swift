import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Reputation
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The cost of lists of ratings, their limits, and the rules of ratings after random actions.
@Suite struct RatingBoundsTests {
    @Test func `a list of 30 ratings takes at most 20 store calls`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        var people = try await server.members("maya") + server.crowd(30)
        let id = try await server.endedMeetup(of: &people)
        func calls(_ path: String) async throws -> Int {
            store.reset()
            _ = try await server.deferringWork { [token = people[0].token] in
                try await server.send(.get, path, token: token)
            }
            return store.calls
        }
        #expect(try await calls("/ratings/due?limit=100") <= 20)
        for guest in people.dropFirst() {
            _ = try await server.rate(guest.id, at: id, by: people[0])
            _ = try await server.rate(people[0].id, at: id, by: guest)
        }
        for list in ["due", "given", "received"] {
            let calls = try await calls("/ratings/\(list)?limit=100")
            #expect(calls <= 20, "\(list): \(calls)")
        }
    }

    @Test(arguments: [1, 3, 100]) func `due ratings are listed page by page, each person once per meetup`(_ size: Int)
        async throws
    {
        let server = TestServer.onCampus()
        var people = try await server.members("maya") + server.crowd(6)
        var ids: [MeetupID] = []
        for title in ["Chess", "Tennis"] { ids.append(try await server.endedMeetup(of: &people, title)) }
        var (seen, cursor): ([Identifier<DueRating>], String?) = ([], nil)
        repeat {
            let page = try await server.due(
                people[0], query: "?limit=\(size)" + (cursor.map { "&cursor=\($0.encoded)" } ?? ""))
            #expect(page.list.elements.count <= size)
            seen += page.list.elements.map(\.id)
            cursor = page.nextCursor
        } while cursor != nil
        let all = ids.map { id in people.dropFirst().map { DueRating.id(of: $0.id, at: id) }.sorted() }
        #expect(seen == all.flatMap(\.self))
        let bad = try await server.send(.get, "/ratings/due?cursor=x", token: people[0].token)
        #expect(bad.code == .invalidInput)
    }

    /// The list looks for due ratings in ten meetups at a time.
    @Test(arguments: [10, 11])
    func `a page of due ratings has a cursor exactly if more follow`(_ size: Int) async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("maya", "liam")
        let plan = try await server.host(by: people[0]).meetup.plan
        let (host, guest, now) = (people[0].id, people[1].id, server.clock.date)
        try await server.store.transaction { transaction in
            let account = try #require(try transaction.get(AccountRecord.self, host.rawValue))
            for number in 0..<11 {
                let end = now.addingTimeInterval(-3_600 * Double(number + 1))
                let start = end.addingTimeInterval(-3_600)
                var past = plan
                past.span = try #require(TimeSpan(start: start, end: end))
                var meetup = MeetupRecord(
                    id: MeetupID(String(format: "%032x", number)), host: account, plan: past, square: nil, link: "x",
                    at: start)
                var part = GuestRecord(guest, at: &meetup, since: start)
                part.move(to: .checkedIn, at: &meetup, now: start)
                try transaction.put(meetup)
                try transaction.put(part)
            }
        }
        let page = try await server.due(people[1], query: "?limit=\(size)")
        #expect(page.list.elements.count == size)
        #expect((page.nextCursor == nil) == (size == 11))
    }

    @Test func `the latest 1,000 people that a person would not meet again are not suggested`() async throws {
        let server = TestServer.onCampus()
        let now = server.clock.date
        try await server.store.transaction { transaction in
            for number in 0...1_000 {
                try transaction.put(
                    AvoidanceRecord(
                        raterID: "maya", rateeID: UserID("person\(number)"), campus: "stanford.edu", meetupID: "meetup",
                        since: now.addingTimeInterval(Double(number))))
            }
        }
        let avoided = try await server.store.read { try AvoidanceRecord.avoided(by: "maya", in: $0) }
        #expect(avoided == Set((1...1_000).map { UserID("person\($0)") }))
    }

    /// Random orders of rating, editing, blocking, confirming a meeting, and time passing.
    @Test(arguments: 0..<12 as Range<UInt64>)
    func `after random actions, a rating is hidden until both have rated or the period has ended`(
        _ seed: UInt64
    ) async throws {
        var random = SplitMix64(seed: seed)
        let server = TestServer.onCampus(seed: seed)
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.endedMeetup(of: &people)
        let end = try await server.meetup(id, as: people[0]).plan.span.end
        var blocked: Set<Set<UserID>> = []
        /// The expected ratings, by rater and rated person.
        var said: [String: (stars: Int, at: Date)] = [:]
        for _ in 0..<30 {
            let pair = people.shuffled(using: &random).prefix(2)
            let (one, other) = (pair[0], pair[1])
            let (key, now) = ("\(one.id)>\(other.id)", server.clock.date)
            let areApart = blocked.contains([one.id, other.id])
            switch Int.random(in: 0..<8, using: &random) {
            case 0...3:
                let stars = Int.random(in: 1...5, using: &random)
                let response = try await server.rate(other.id, at: id, by: one, stars)
                let isAllowed = !areApart && said[key] == nil && now < end.addingTimeInterval(14 * 86_400)
                #expect((response.status == 200) == isAllowed, "\(String(describing: response.code))")
                if response.status == 200 { said[key] = (stars, now) }
            case 4:
                let stars = Int.random(in: 1...5, using: &random)
                guard let given = try await server.given(one).first(where: { $0.person.id == other.id }) else {
                    continue
                }
                let response = try await server.edit(given.id, RatingEntry(stars: stars), by: one)
                let known = try #require(said[key])
                let isOpen =
                    said["\(other.id)>\(one.id)"] == nil && now < known.at.addingTimeInterval(86_400)
                    && now < end.addingTimeInterval(14 * 86_400)
                #expect((response.status == 200) == (isOpen || stars == known.stars))
                if response.status == 200 { said[key] = (stars, known.at) }
            case 5:
                if blocked.remove([one.id, other.id]) != nil {
                    for (a, b) in [(one, other), (other, one)] { _ = try await server.unblock(b.id, by: a) }
                } else {
                    _ = try await server.block(other.id, by: one)
                    blocked.insert([one.id, other.id])
                }
            case 6: try await server.pass(days: Double.random(in: 0.1...2, using: &random), &people)
            default: _ = try await server.sayMet(other.id, at: id, by: one)
            }
            try await expectLists(of: people, at: server, said.mapValues { $0.stars }, blocked, end)
        }
    }

    private func expectLists(
        of people: [Member], at server: TestServer, _ said: [String: Int], _ blocked: Set<Set<UserID>>, _ end: Date
    ) async throws {
        let hasEnded = server.clock.date >= end.addingTimeInterval(14 * 86_400)
        for one in people {
            let (given, received) = (try await server.given(one), try await server.received(one))
            let due = Set(try await server.due(one).list.elements.map(\.person.id))
            for other in people where other.id != one.id {
                let (mine, theirs) = (said["\(one.id)>\(other.id)"], said["\(other.id)>\(one.id)"])
                let areApart = blocked.contains([one.id, other.id])
                let isShown = hasEnded || mine != nil && theirs != nil
                #expect(
                    given.filter { $0.person.id == other.id }.map(\.rating.stars.count)
                        == (areApart ? [] : [mine].compactMap(\.self)))
                let heard = received.filter { $0.person.id == other.id }.map(\.rating.stars.count)
                #expect(heard == (areApart || !isShown ? [] : [theirs].compactMap(\.self)))
                #expect(due.contains(other.id) == (!areApart && !hasEnded && mine == nil))
            }
        }
    }
}

extension String {
    fileprivate var encoded: String { addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? self }
}
