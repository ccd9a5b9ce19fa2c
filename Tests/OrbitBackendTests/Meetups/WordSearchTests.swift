import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@testable import OrbitBackend

/// Searches of meetups by words: what they cost, and how often they are admitted.
@Suite struct WordSearchTests {
    private static let words = "?q=quantum"

    @Test func `searches by words are limited per person, those without words are not`() async throws {
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

    @Test func `a search by words goes on after thousands of meetups without them, page by page`() async throws {
        let store = TallyStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam", "ana")
        try await store.plant(3_000, hosts: [people[0].id], now: server.clock.date) { $0.visibility = .campus }
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

    @Test func `a search compares a bounded number of bytes, and its pages reach every meetup`() async throws {
        let store = TallyStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam", "ana")
        // Of twenty words the last is missing, so 40,000 bytes are compared for each meetup: 4 MiB are about 105 meetups.
        let words = (0..<20).map { "z\($0)z" }
        let description = String((0..<400).map { "w\($0)" }.joined(separator: " ").prefix(1_900)) + " "
        try await store.plant(250, hosts: [people[0].id], now: server.clock.date) {
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
    }

    @Test func `a meetup that an earlier version saved is found by its words`() async throws {
        let store = TallyStore()
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

    @Test func `the words follow an edit, and a meetup that is only for invited people keeps none`() throws {
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
    }
}
