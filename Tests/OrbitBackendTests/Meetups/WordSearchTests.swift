import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import Meetups
@testable import OrbitBackend

/// The cost and the rate limit of searches for meetups by words.
@Suite struct WordSearchTests {
    private static let words = "?q=quantum"
    /// A box that contains all added meetups, around the common corner of four blocks of squares; see `MeetupFacet`.
    private static let fourBlocks = "-122.42,37.18,-121.92,37.68"
    /// A box with about a fifth of the added meetups, inside one of the four blocks of squares.
    private static let oneBlock = "-122.16,37.44,-121.98,37.62"

    @Test func `searches by words are limited per person, and searches without words are not`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("maya", "liam")
        for path in ["/meetups", "/meetups/map"] {
            for _ in 0..<30 {
                #expect(try await server.send(.get, path + Self.words, token: people[0].token).status == 200)
            }
        }
        for path in ["/meetups", "/meetups/map"] {
            let response = try await server.send(.get, path + Self.words, token: people[0].token)
            #expect(response.status == 429)
            for allowed in [path, path + "?q=%20"] {
                #expect(try await server.send(.get, allowed, token: people[0].token).status == 200)
            }
            #expect(try await server.send(.get, path + Self.words, token: people[1].token).status == 200)
        }
    }

    @Test func `a search by words passes thousands of other meetups page by page`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam", "ana")
        try await store.addMeetups(3_000, hosts: [people[0].id], now: server.clock.date) { $0.visibility = .campus }
        let last = try await server.host("Quantum", inHours: 8_500, by: people[2]).id
        var (found, cursor, pages): ([MeetupID], String?, Int) = ([], nil, 0)
        repeat {
            let page = try await server.browse(people[1], query: Self.words + (cursor.map { "&cursor=\($0)" } ?? ""))
            found += page.list.elements.map(\.id)
            (cursor, pages) = (page.nextCursor, pages + 1)
        } while cursor != nil
        #expect(found == [last])
        #expect(pages == 3)  // each lists more than 1,000 and fewer than 2,000
    }

    @Test func `a search by words lists no more records for four blocks than for one`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam")
        try await store.addMeetups(6_000, hosts: [people[0].id], now: server.clock.date) { $0.visibility = .campus }
        for path in ["/meetups?limit=100&", "/meetups/map?"] {
            var records: [Int] = []
            for (box, blocks) in [(Self.oneBlock, 1), (Self.fourBlocks, 4)] {
                #expect(try Self.facets(of: box).count == blocks)
                store.reset()
                let query = "\(path)q=nothing&bbox=\(box)"
                #expect(try await server.send(.get, query, token: people[1].token).status == 200)
                records.append(store.records)
            }
            #expect((500..<2_000).contains(records[1]) && records[1] <= records[0], "\(path): \(records)")
        }
    }

    /// The parts of the campus's meetups that a search in a box reads.
    private static func facets(of box: String) throws -> [MeetupFacet] {
        let grid = CampusGrid(centre: try #require(TestServer.centre), side: MeetupLimits.gridSide)
        let filter = try MeetupFilter { $0 == "bbox" ? box : nil }
        return MeetupFacet.narrowest(for: filter, on: "stanford.edu", grid)
    }

    @Test func `a search in one square reads only this square`() throws {
        let square = CampusGrid(centre: try #require(TestServer.centre), side: MeetupLimits.gridSide)
            .square(of: try #require(TestServer.centre))
        #expect(
            try Self.facets(of: "-122.1701,37.4299,-122.1699,37.4301")
                == [.squareBlock(square.column, square.row, level: 0, on: "stanford.edu")])
    }

    @Test(arguments: ["q=quantum&", ""])
    func `a search in four blocks of squares reaches a meetup behind hundreds of hidden meetups in one of them`(
        _ words: String
    ) async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam", "ana")
        try await store.addMeetups(600, hosts: [people[0].id], now: server.clock.date) {
            $0.visibility = .matches
            $0.place.coordinates = TestServer.centre
        }
        let last = try await server.host("Quantum", inHours: 8_500, by: people[2]).id
        store.reset()
        let page = try await server.browse(people[1], query: "?\(words)bbox=\(Self.fourBlocks)")
        #expect(page.list.elements.map(\.id) == [last])
        #expect(store.records < 2_000 && store.reads <= 30, "\(store.records) in \(store.reads)")
    }

    @Test(arguments: ["q=quantum", "q=quantum&bbox=\(WordSearchTests.fourBlocks)", "event_type=social", ""])
    func `cursors with random names reach a meetup behind thousands of hidden meetups`(
        _ filter: String
    ) async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam", "ana")
        try await store.addMeetups(6_000, hosts: [people[0].id], now: server.clock.date) { $0.visibility = .matches }
        let last = try await server.host("Quantum", inHours: 8_500, by: people[2]).id
        var (found, cursor, pages): ([MeetupID], String?, Int) = ([], nil, 0)
        var names: Set<String> = []
        repeat {
            store.reset()
            let query = "?\(filter)" + (cursor.map { "&cursor=\($0)" } ?? "")
            let page = try await server.browse(people[1], query: query)
            #expect(store.records < 3_100 && store.reads <= 30, "\(store.records) in \(store.reads)")
            found += page.list.elements.map(\.id)
            (cursor, pages) = (page.nextCursor, pages + 1)
            if let cursor {
                let text = String(decoding: try #require(Data(base64Encoded: cursor)), as: UTF8.self)
                let name = try #require(text.split(separator: " ").dropFirst().first)
                #expect(text.hasPrefix("-1 ") && !name.hasPrefix("0000"))  // added ids begin with 0000
                let isNew = names.insert(String(name)).inserted
                #expect(isNew)
            }
        } while cursor != nil && pages < 10
        #expect(found == [last])
        #expect((2...6).contains(pages))
    }

    @Test func `a meetup behind thousands that begin at one instant is reached`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam", "ana")
        let start = server.after(hours: 30)
        let span = try #require(TimeSpan(start: start, end: start.addingTimeInterval(3_600)))
        try await store.addMeetups(5_000, hosts: [people[0].id], now: server.clock.date) {
            $0.visibility = .matches
            $0.span = span
        }
        let last = try await server.host(inHours: 31, by: people[2]).id
        var (found, cursor, pages): ([MeetupID], String?, Int) = ([], nil, 0)
        repeat {
            let page = try await server.browse(people[1], query: cursor.map { "?cursor=\($0)" } ?? "")
            found += page.list.elements.map(\.id)
            (cursor, pages) = (page.nextCursor, pages + 1)
        } while cursor != nil && pages < 10
        #expect(found == [last])
    }

    @Test func `a search in four blocks finds the same meetups in the same order as without a box`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam")
        try await store.addMeetups(2_000, hosts: [people[0].id], now: server.clock.date) { $0.visibility = .campus }
        var found: [[MeetupID]] = []
        for box in ["", "&bbox=\(Self.fourBlocks)"] {
            var (ids, cursor): ([MeetupID], String?) = ([], nil)
            repeat {
                let query = "?q=99\(box)" + (cursor.map { "&cursor=\($0)" } ?? "")
                let page = try await server.browse(people[1], query: query)
                ids += page.list.elements.map(\.id)
                cursor = page.nextCursor
            } while cursor != nil
            found.append(ids)
        }
        #expect(!found[0].isEmpty && found[0] == found[1])
    }

    @Test func `a search by words without a session begins no transaction`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        for path in ["/meetups", "/meetups/map"] {
            let url = try #require(URL(string: "https://orbit.example/api\(path)\(Self.words)"))
            let response = await server.backend.respond(to: HTTPRequest(method: .get, url: url), origin: "192.0.2.1")
            #expect(response.status == 401)
        }
        #expect(store.transactions == 0)
    }

    @Test func `a search compares a bounded number of bytes, and its pages reach every meetup`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam", "ana")
        // Each meetup has all of the twenty words except for the last word. So the search compares about 40,000 bytes
        // for each meetup, and reaches its limit of 4 MiB after about 105 meetups.
        let words = (0..<20).map { "z\($0)z" }
        let description = String((0..<400).map { "w\($0)" }.joined(separator: " ").prefix(1_900)) + " "
        try await store.addMeetups(250, hosts: [people[0].id], now: server.clock.date) {
            $0.visibility = .campus
            $0.description = description + words.dropLast().joined(separator: " ")
        }
        let last = try await server.host(inHours: 8_500, by: people[2]) {
            $0.description = words.joined(separator: " ")
        }.id
        let query = "?q=" + words.joined(separator: "%20")
        var (found, cursor, pages): ([MeetupID], String?, Int) = ([], nil, 0)
        repeat {
            let page = try await server.browse(people[1], query: query + (cursor.map { "&cursor=\($0)" } ?? ""))
            found += page.list.elements.map(\.id)
            (cursor, pages) = (page.nextCursor, pages + 1)
        } while cursor != nil
        #expect(found == [last])
        #expect(pages == 3)
        // A map is incomplete if it has not compared all meetups that it has read.
        let map = try await server.send(.get, "/meetups/map" + query, token: people[1].token).payload(MeetupMap.self)
        #expect(map.completeUntil != nil)
    }

    /// If hidden text counted, the number of pages would reveal which words it contains.
    @Test(arguments: [false, true])
    func `a search continues after the byte limit of a page, and hidden text does not count`(
        isHostBlocked: Bool
    ) async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam", "ana")
        if isHostBlocked { _ = try await server.block(people[0].id, by: people[1]) }
        let words = (0..<20).map { "z\($0)z" }
        let last = try await server.host(by: people[2]) { $0.description = words.joined(separator: " ") }.id
        let description = (0..<400).map { "w\($0)" }.joined(separator: " ") + " "
        let (start, end) = (server.after(hours: -10), server.after(hours: 10))
        let span = try #require(TimeSpan(start: start, end: end))
        var lengths: Set<Int> = []
        // About 105 of these long meetups use up the limit of bytes. For one of the counts from 103 to 109, the last
        // long meetup therefore reaches the limit.
        for count in 103...109 {
            try await store.addMeetups(count, hosts: [people[0].id], now: server.clock.date) {
                $0.span = span
                $0.description = description + words.dropLast().joined(separator: " ")
            }
            var (found, cursor, pages): ([MeetupID], String?, Int) = ([], nil, 0)
            repeat {
                let query = "?limit=100&q=" + words.joined(separator: "%20") + (cursor.map { "&cursor=\($0)" } ?? "")
                let page = try await server.browse(people[1], query: query)
                found += page.list.elements.map(\.id)
                (cursor, pages) = (page.nextCursor, pages + 1)
            } while cursor != nil && pages < 5
            #expect(found == [last], "\(count)")
            lengths.insert(pages)
        }
        #expect(lengths == (isHostBlocked ? [1] : [1, 2]))
    }

    @Test func `a meetup that an earlier version saved is found by its words`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam")
        let id = try await server.host("Quantum Tennis", by: people[0]).id
        try await store.transaction { transaction in
            let coding = RecordCoding()
            let record = try #require(try MeetupRecord.of(id, in: transaction))
            #expect(record.words?.text.contains("quantum tennis") == true)
            var members = try #require(
                try JSONSerialization.jsonObject(with: coding.encode(record)) as? [String: Any])
            #expect(members.removeValue(forKey: "words") != nil)
            let earlier = try coding.decode(
                MeetupRecord.self, from: JSONSerialization.data(withJSONObject: members), schema: MeetupRecord.schema)
            #expect(earlier.words == nil)
            try transaction.put(earlier)
        }
        #expect(try await server.browse(people[1], query: Self.words).list.elements.map(\.id) == [id])
        #expect(try await server.browse(people[1], query: "?q=golf").list.elements.isEmpty)
    }

    @Test func `an edit updates the searchable words, and an invitation-only meetup has no searchable words`()
        async throws
    {
        let plan = MeetupPlan(
            title: "Café", eventType: .social,
            span: try #require(
                TimeSpan(start: Date(timeIntervalSince1970: 0), end: Date(timeIntervalSince1970: 3_600))),
            timeZone: .gmt)
        var other = plan
        #expect(SearchableWords(of: plan).text == "cafe")
        other.title = "Tea tea TEA"
        #expect(SearchableWords(of: other).text == "tea")
        #expect(plan.isListed)
        other.visibility = .invited
        #expect(!other.isListed)

        let server = TestServer.onCampus()
        let people = try await server.members("maya", "liam")
        let id = try await server.host("Café", by: people[0]).id
        func words() async throws -> String? {
            let record = try await server.store.read { try MeetupRecord.of(id, in: $0) }
            return try #require(record).words?.text
        }
        func found(by words: String) async throws -> [MeetupID] {
            try await server.browse(people[1], query: "?q=\(words)").list.elements.map(\.id)
        }
        #expect(try await words() == "cafe")
        #expect(try await found(by: "cafe") == [id])
        try await server.expectEdit(id, by: people[0], status: 200) { $0.title = "Tea tea TEA" }
        #expect(try await words() == "tea")
        #expect(try await found(by: "cafe").isEmpty)
        #expect(try await found(by: "tea") == [id])
        try await server.expectEdit(id, by: people[0], status: 200) { $0.visibility = .invited }
        #expect(try await words() == nil)
        let hidden = try await server.store.read { try MeetupRecord.of(id, in: $0) }
        #expect(MeetupFacet.entries(of: try #require(hidden)).isEmpty)
        #expect(try await found(by: "tea").isEmpty)
        try await server.expectEdit(id, by: people[0], status: 200) { $0.visibility = .campus }
        #expect(try await words() == "tea")
        #expect(try await found(by: "tea") == [id])
    }
}
