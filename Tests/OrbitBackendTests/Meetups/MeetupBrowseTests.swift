import Foundation
import Matching
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The search for meetups: filters, order, pages, and data that must stay hidden.
@Suite struct MeetupBrowseTests {
    private let server = TestServer.onCampus()

    /// The elements of all pages, in order.
    private func all(_ member: Member, _ filter: String = "", limit: Int = 4) async throws -> [MeetupListing] {
        var (found, cursor): ([MeetupListing], String?) = ([], nil)
        repeat {
            let query = "?limit=\(limit)\(filter)" + (cursor.map { "&cursor=\($0)" } ?? "")
            let page = try await server.browse(member, query: query)
            found += page.list.elements
            cursor = page.nextCursor
        } while cursor != nil
        return found
    }

    private func titles(_ member: Member, _ filter: String) async throws -> [String] {
        try await all(member, filter).map(\.meetup.plan.title)
    }

    @Test func `meetups of several hosts are listed by start in pages of any size`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        for number in 0..<9 {
            try await server.host("\(number)", inHours: Double(30 - number / 2), by: people[number % 3])
        }
        let once = try await all(people[0], limit: 100)
        #expect(once.map(\.meetup.plan.span.start) == once.map(\.meetup.plan.span.start).sorted())
        #expect(once.count == 9)
        for limit in [1, 2, 3, 7] {
            #expect(try await all(people[0], limit: limit).map(\.id) == once.map(\.id))
        }
        let order = zip(once, once.dropFirst()).allSatisfy {
            ($0.meetup.plan.span.start, $0.id) < ($1.meetup.plan.span.start, $1.id)
        }
        #expect(order)
    }

    @Test func `people who may see different values of a meetup get their own, and a change is shown at once`()
        async throws
    {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.host("Chess", by: people[0]).id
        try await server.joined(id, by: people[1])
        for title in ["Go", "Shogi"] {
            try await server.expectEdit(id, by: people[0], status: 200) { $0.title = title }
            for _ in 1...2 {
                var shown: [MeetupListing] = []
                for person in people { shown += try await server.browse(person).list.elements }
                #expect(shown.map(\.meetup.plan.title) == [title, title, title])
                #expect(shown.map(\.meetup.attendance) == [.host, .going, .unrelated])
                #expect(shown.map(\.meetup.plan.place.isExact) == [true, true, false])
            }
        }
        #expect(try await server.block(people[2].id, by: people[0]).status == 200)
        #expect(try await server.browse(people[2]).list.elements.isEmpty)
        #expect(try await server.browse(people[1]).list.elements.count == 1)
    }

    @Test func `a tag in another spelling is listed as the host has written it last`() async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.host("Stretching", by: people[0]) { $0.interestTags = [Interest("yoga mats")] }.id
        #expect(try await server.browse(people[1]).list.elements.count == 1)
        // A change of the spelling alone is no change of the plan.
        for title in ["Yoga", "Stretching"] {
            try await server.expectEdit(id, by: people[0], status: 200) {
                ($0.title, $0.interestTags) = (title, [Interest("Yoga Mats")])
            }
        }
        let listed = try await server.browse(people[1]).list.elements.map(\.meetup.plan)
        #expect(listed.map(\.title) == ["Stretching"])
        #expect(listed.flatMap(\.interestTags).map(\.label) == ["Yoga Mats"])
    }

    @Test(arguments: [0, 101])
    func `the meetups of a blocked host are left out, beside any number of later blocks`(
        _ laterBlocks: Int
    ) async throws {
        let people = try await server.members("maya", "liam", "ana")
        for host in people[0...1] { try await server.host(by: host) }
        #expect(try await server.block(people[0].id, by: people[2]).status == 200)
        let (viewer, later) = (people[2], server.after(hours: 1))
        try await server.store.transaction { transaction in
            for number in 0..<laterBlocks {
                try transaction.put(
                    BlockRecord(
                        blocker: viewer.id, blocked: UserID("stranger-\(number)"), campus: "stanford.edu",
                        blockedAt: later))
            }
        }
        #expect(try await server.browse(viewer).list.elements.map(\.host.id) == [people[1].id])
    }

    @Test func `many meetups that a person may not see do not end the list`() async throws {
        let people = try await server.members("maya", "liam", "ana", "ben", "cem", "dora", "eli", "fay", "gus")
        for number in 0..<40 {
            try await server.host("hidden", inHours: 10, by: people[1 + number % 8]) { $0.visibility = .invited }
        }
        let last = try await server.host("Tennis", inHours: 20, by: people[0]).id
        for limit in [1, 20] {
            #expect(try await all(people[0], limit: limit).map(\.id) == [last])
        }
    }

    @Test func `1,500 meetups for matches of other people do not shorten a page`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam", "ana", "noor")
        try await server.matched(people[0], people[1])
        try await store.addMeetups(1_500, hosts: [people[0].id], now: server.clock.date) { $0.visibility = .matches }
        let last = try await server.host("Last", inHours: 8_500, by: people[3]).id
        store.reset()
        #expect(try await server.browse(people[2], query: "").list.elements.map(\.id) == [last])
        #expect(store.reads <= 30)
        #expect(try await server.browse(people[1], query: "?limit=5").list.elements.count == 5)
    }

    @Test func `a box around the Earth leaves out no meetup that has a place`() async throws {
        let people = try await server.members("maya")
        let id = try await server.host(by: people[0]).id
        for box in ["-180,-90,180,90", "-180,37,180,38", "-122.2,37.4,-122.1,37.5", "-180,37,0,38"] {
            #expect(try await all(people[0], "&bbox=\(box)").map(\.id) == [id])
        }
    }

    @Test func `a filter lists only matching meetups, and a malformed query is refused`() async throws {
        let people = try await server.members("maya", "liam")
        try await server.host("Tennis", inHours: 10, by: people[0]) {
            $0.sport = .tennis
            $0.place.coordinates = CoordinatesEntry(latitude: 37.53, longitude: -122.17)
        }
        try await server.host("Study", inHours: 20, by: people[0]) {
            $0.eventType = .study
            $0.interestTags = [Interest("music"), Interest("Lofi Beats")]
        }
        try await server.host("Party", inHours: 30, lasting: 100, by: people[0]) {
            $0.description = "Bring CAFÉ cups"
            $0.sport = .hiking
        }
        func day(_ hours: Double) -> String { "&from=\(RFC3339.string(from: server.after(hours: hours)) ?? "")" }
        let viewer = people[1]
        #expect(try await titles(viewer, "&sport=tennis") == ["Tennis"])
        #expect(try await titles(viewer, "&sport=tennis,padel") == ["Tennis"])
        #expect(try await titles(viewer, "&sport=tennis,hiking") == ["Tennis", "Party"])
        #expect(try await titles(viewer, "&event_type=study") == ["Study"])
        #expect(try await titles(viewer, "&event_type=study,social") == ["Tennis", "Study", "Party"])
        #expect(try await titles(viewer, "&tag=lofi%20beats") == ["Study"])
        #expect(try await titles(viewer, "&q=cafe") == ["Party"])
        #expect(try await titles(viewer, "&q=tudy%20music") == ["Study"])
        #expect(try await titles(viewer, day(15)) == ["Study", "Party"])
        #expect(try await titles(viewer, day(110)) == ["Party"])
        #expect(try await titles(viewer, day(131)) == [])
        #expect(try await titles(viewer, "&bbox=-122.3,37.5,-122.1,37.6") == ["Tennis"])
        #expect(try await titles(viewer, "&bbox=-122.3,37.4,-122.1,37.45") == ["Study", "Party"])
        #expect(try await titles(viewer, "&bbox=-123,37,-121,38") == ["Tennis", "Study", "Party"])
        #expect(try await titles(viewer, "&bbox=-180,-90,180,90") == ["Tennis", "Study", "Party"])
        #expect(try await titles(viewer, "&bbox=170,-90,-170,90") == [])
        for query in ["?bbox=1,2,3", "?from=yesterday", "?to=1", "?bbox=nan,0,1,1", "?cursor=x", "?limit=x"] {
            let response = try await server.send(.get, "/meetups\(query)", token: viewer.token)
            #expect(response.status == 422, "\(query)")
        }
    }

    @Test func `a cursor is refused with another filter or for another reader`() async throws {
        let people = try await server.members("maya", "liam")
        for number in 0..<3 { try await server.host("\(number)", by: people[0]) }
        let cursor = try #require(try await server.browse(people[1], query: "?limit=1").nextCursor)
        for (member, query) in [(people[1], "&sport=tennis"), (people[0], "")] {
            let response = try await server.send(
                .get, "/meetups?limit=1\(query)&cursor=\(cursor)", token: member.token)
            #expect(response.code == .invalidInput)
        }
    }

    @Test func `a meetup for matches is listed for matches alone, until its end`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        try await server.matched(people[0], people[1])
        let id = try await server.host(inHours: 5, by: people[0]) { $0.visibility = .matches }.id
        #expect(try await all(people[1]).map(\.id) == [id])
        #expect(try await all(people[2]).isEmpty)
        #expect(try await server.read(id, as: people[2]).body == server.read("nothing", as: people[2]).body)
        try await server.advanceTime(hours: 6, &people)
        #expect(try await all(people[1]).map(\.id) == [id])
        try await server.advanceTime(hours: 1, &people)
        #expect(try await all(people[1]).isEmpty)
    }

    @Test func `a removed guest who is not a match no longer finds a meetup for matches`() async throws {
        let people = try await server.members("maya", "ana")
        let id = try await server.host(inHours: 50, by: people[0]) { $0.visibility = .matches }.id
        #expect(try await server.invite([people[1].id], to: id, by: people[0]).status == 200)
        let invitation = try #require(try await server.invitations(people[1]).first)
        #expect(try await server.reply(.yes, to: invitation.id, by: people[1]).status == 200)
        #expect(try await server.attendance(at: id, of: people[1]) == .going)
        let removal = try await server.send(
            .post, "/meetups/\(id)/attendees/\(people[1].id)/remove", token: people[0].token)
        #expect(removal.status == 200)
        #expect(try await all(people[1]).isEmpty)
        #expect(try await server.read(id, as: people[1]).body == server.read("nothing", as: people[1]).body)
    }

    @Test func `people of another campus find nothing`() async throws {
        let people = try await server.members("maya")
        let id = try await server.host(by: people[0]).id
        let grant = try await server.join("lu@uba.edu.ar", profile: .valid("Lu"))
        let other = Member(address: "lu@uba.edu.ar", id: grant.userID, token: grant.accessToken)
        #expect(try await all(other).isEmpty)
        #expect(try await server.read(id, as: other).body == server.read("nothing", as: other).body)
    }

    /// Compares servers that differ only in the exact place within its square, in its name, and in whether it was
    /// moved.
    @Test func `the exact place within its square changes no byte for people who do not attend`() async throws {
        func world(_ place: PlaceEntry?) async throws -> [Data] {
            let server = TestServer.onCampus()
            let people = try await server.members("maya", "liam", "ana")
            let host = people[0]
            let id = try await server.host(by: host) { $0.capacity = 2 }.id
            try await server.joined(id, by: people[2])
            try await server.joined(id, by: people[1])
            let head = try await server.head(people[1])
            server.clock.advance(by: .seconds(60))
            if let place { try await server.expectEdit(id, by: host, status: 200) { $0.place = place } }
            var bytes: [Data] = []
            func keep(_ response: HTTPResponse) {
                bytes.append(response.body)
                bytes.append(Data((response.field("etag") ?? "").utf8))
            }
            let queries = [
                "", "?bbox=-122.18,37.42,-122.16,37.44", "?bbox=-122.1701,37.4299,-122.1699,37.4301", "?limit=1",
            ]
            for query in queries { keep(try await server.send(.get, "/meetups\(query)", token: people[1].token)) }
            keep(try await server.read(id, as: people[1]))
            keep(try await server.send(.get, "/meetups/mine", token: people[1].token))
            let after = head.description.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            keep(try await server.send(.get, "/events?after=\(after)", token: people[1].token))
            return bytes
        }
        let still = try await world(nil)
        let one = try await world(
            PlaceEntry(name: "Here", coordinates: CoordinatesEntry(latitude: 37.4301, longitude: -122.1702)))
        let other = try await world(
            PlaceEntry(
                name: "There, in room 7", coordinates: CoordinatesEntry(latitude: 37.4369, longitude: -122.1790)))
        #expect(still == one)
        #expect(one == other)
    }

    @Test func `a page takes at most 30 store calls with any filter`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam", "ana", "noor")
        try await store.addMeetups(2_000, hosts: people.prefix(3).map(\.id), now: server.clock.date)
        _ = try await server.block(people[0].id, by: people[3])
        let queries = [
            "", "?limit=100", "?sport=tennis", "?sport=rowing", "?tag=music&limit=100", "?q=nothing", "?q=meetup",
            "?bbox=-122.2,37.4,-122.1,37.5", "?bbox=-122.2,37.4,-122.1,37.5&sport=rowing", "?event_type=study",
            "?from=2027-06-01T00:00:00Z&limit=100", "?bbox=-123,37,-121,38&q=nothing",
        ]
        for query in queries {
            store.reset()
            let page = try await server.browse(people[3], query: query)
            #expect(store.reads <= 30, "\(query): \(store.reads)")
            #expect(page.list.elements.allSatisfy { $0.host.id != people[0].id })
        }
    }

    @Test func `a search for one of 6,000 meetups finds that meetup in fewer than eight pages`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam")
        try await store.addMeetups(6_000, hosts: [people[0].id], now: server.clock.date)
        var (found, cursor, pages): ([String], String?, Int) = ([], nil, 0)
        repeat {
            let query = "?q=4999" + (cursor.map { "&cursor=\($0)" } ?? "")
            let page = try await server.browse(people[1], query: query)
            found += page.list.elements.map(\.meetup.plan.title)
            cursor = page.nextCursor
            pages += 1
        } while cursor != nil && pages < 20
        #expect(found == ["Meetup 4999"])
        #expect(pages < 8)
    }
}

extension CountingStore {
    /// Stores `count` meetups within the next year, in order of their start.
    func addMeetups(
        _ count: Int, hosts: [UserID], now: Date, change: @Sendable (inout MeetupPlan) -> Void = { _ in }
    ) async throws {
        try await self.transaction { transaction in
            let accounts = try hosts.map { try #require(try transaction.get(AccountRecord.self, $0.rawValue)) }
            var random = SplitMix64(seed: 7)
            for number in 0..<count {
                let start = now.addingTimeInterval(3_600 * (2 + 8_000 * Double(number) / Double(count)))
                let span = try #require(TimeSpan(start: start, end: start.addingTimeInterval(7_200)))
                var plan = MeetupPlan(
                    title: "Meetup \(number)", eventType: number % 3 == 0 ? .study : .social,
                    sport: number % 2 == 0 ? .tennis : nil, interestTags: [Interest("music")], span: span,
                    timeZone: .gmt, approval: .automatic)
                plan.place.coordinates = Coordinates(
                    latitude: 37.43 + Double.random(in: -0.2...0.2, using: &random),
                    longitude: -122.17 + Double.random(in: -0.2...0.2, using: &random))
                change(&plan)
                let grid = CampusGrid(centre: try #require(TestServer.centre), side: MeetupLimits.gridSide)
                let square = plan.place.coordinates.map { grid.square(of: $0) }
                let meetup = MeetupRecord(
                    id: MeetupID(String(format: "%032x", number * 7_919)), host: accounts[number % accounts.count],
                    plan: plan, square: square.map { MeetupRecord.Square(column: $0.column, row: $0.row) },
                    link: "x", at: now)
                try transaction.put(meetup)
            }
        }
    }
}
