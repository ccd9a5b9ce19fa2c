import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// Lists of meetups that continue past thousands of hidden ones, compared with lists without these.
@Suite struct HiddenMeetupTests {
    /// The reason for which a viewer may not find meetups.
    enum Hiding: CaseIterable, Sendable {
        case onlyForMatches
        case hostBlocked
    }

    /// A campus on which the second person looks for meetups. The first person hosts the hidden meetups, the third
    /// person hosts the visible meetups.
    private struct Campus {
        let server: TestServer
        let store: CountingStore
        var people: [Member]
        let visible: [MeetupListing]

        var viewer: Member { people[1] }
    }

    private static let queries = [
        "limit=1", "limit=20", "limit=1&q=chess", "limit=20&q=chess", "limit=1&bbox=-122.42,37.18,-121.92,37.68",
    ]

    /// A campus whose hidden meetups begin between 30 and 31 hours from now.
    ///
    /// - Parameter hours: The hours from now at which the visible meetups begin.
    private func campus(_ hiding: Hiding, hidden: Int, visible hours: [Double]) async throws -> Campus {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam", "ana")
        if hiding == .hostBlocked { _ = try await server.block(people[0].id, by: people[1]) }
        var visible: [MeetupListing] = []
        for (number, hour) in hours.enumerated() {
            visible.append(try await server.host("Chess \(number)", inHours: hour, by: people[2]))
        }
        let (now, first) = (server.clock.date, server.after(hours: 30))
        try await store.addMeetups(hidden, hosts: [people[0].id], now: now) { plan in
            plan.title = "Chess"
            plan.visibility = hiding == .onlyForMatches ? .matches : .campus
            // Added meetups begin within 8,002 hours. The division moves them into one hour.
            let start = first.addingTimeInterval(plan.span.start.timeIntervalSince(now) / 8_100)
            if let span = TimeSpan(start: start, end: start.addingTimeInterval(7_200)) { plan.span = span }
        }
        return Campus(server: server, store: store, people: people, visible: visible)
    }

    /// The titles of every page of a list, and the cursors between them.
    private func pages(_ query: String, on campus: Campus) async throws -> (titles: [[String]], cursors: [String]) {
        var (titles, cursors): ([[String]], [String]) = ([], [])
        while titles.count < 30 {
            campus.store.reset()
            let rest = cursors.last.map { "&cursor=\($0)" } ?? ""
            let page = try await campus.server.browse(campus.viewer, query: "?\(query)\(rest)")
            let (records, reads) = (campus.store.records, campus.store.reads)
            #expect(records < (query.contains("q=") ? 2_100 : 3_100) && reads <= 45, "\(query): \(records) in \(reads)")
            titles.append(page.list.elements.map(\.meetup.plan.title))
            guard let cursor = page.nextCursor else { break }
            cursors.append(cursor)
        }
        return (titles, cursors)
    }

    /// Whether the cursor contains a random name for a stored position. All other cursors contain the position of a
    /// visible meetup.
    private func isName(_ cursor: String, beside visible: [MeetupListing]) throws -> Bool {
        let text = String(decoding: try #require(Data(base64Encoded: cursor)), as: UTF8.self)
        let parts = text.split(separator: " ").map { String($0) }
        let places = visible.map { listing in
            let id = listing.meetup.id.rawValue
            return [String(SortRank.rank(listing.meetup.plan.span.start, id)), id]
        }
        try #require(parts.count == 3)
        if places.contains(Array(parts.prefix(2))) { return false }
        // The ids of added meetups begin with zeros.
        #expect(parts[0] == "-1" && parts[1].utf8.count == 32 && !parts[1].hasPrefix("0000"), "\(text)")
        return true
    }

    @Test(arguments: Hiding.allCases)
    func `pages past thousands of hidden meetups have the same elements, and no cursor contains a hidden one`(
        _ hiding: Hiding
    ) async throws {
        let hours = [10, 10.5, 30.25, 31.5, 8_000]
        let plain = try await campus(hiding, hidden: 0, visible: hours)
        let full = try await campus(hiding, hidden: 5_000, visible: hours)
        for query in Self.queries {
            let expected = try await pages(query, on: plain)
            let found = try await pages(query, on: full)
            #expect(expected.titles.flatMap(\.self) == (0..<5).map { "Chess \($0)" }, "\(query)")
            #expect(found.titles.flatMap(\.self) == expected.titles.flatMap(\.self), "\(query)")
            if query.contains("limit=1&") || query == "limit=1" {
                #expect(found.titles.filter { !$0.isEmpty } == expected.titles.filter { !$0.isEmpty }, "\(query)")
            }
            for cursor in expected.cursors {
                let hasName = try isName(cursor, beside: plain.visible)
                #expect(!hasName, "\(query)")
            }
            var names = 0
            for cursor in found.cursors { names += try isName(cursor, beside: full.visible) ? 1 : 0 }
            #expect(names > 0, "\(query)")
        }
    }

    @Test(arguments: Hiding.allCases)
    func `a page of one element continues past a thousand hidden meetups of one hour`(_ hiding: Hiding) async throws {
        let campus = try await campus(hiding, hidden: 1_000, visible: [10, 32])
        for query in ["limit=1", "limit=1&q=chess"] {
            let found = try await pages(query, on: campus)
            #expect(found.titles == [["Chess 0"], ["Chess 1"]], "\(query)")
        }
    }

    /// A page of one element first reads 5 meetups, and then up to 1,000 at a time until it has read 2,000.
    @Test(arguments: [(2_004, 1), (2_005, 0)])
    func `a page of one element reads 2,005 meetups before it ends`(_ hidden: Int, _ count: Int) async throws {
        let campus = try await campus(.onlyForMatches, hidden: hidden, visible: [32])
        let found = try await pages("limit=1", on: campus)
        #expect(found.titles.first?.count == count)
        #expect(found.titles.flatMap(\.self) == ["Chess 0"])
    }

    /// Runs a body with the viewer's search for all meetups.
    private func search<Result: Sendable>(
        on campus: Campus, _ body: @Sendable (inout MeetupSearch) throws -> Result
    ) async throws -> Result {
        let (context, now, viewer) = (campus.server.backend.context, campus.server.clock.date, campus.viewer.id)
        return try await campus.store.read { reader in
            let account = try #require(try reader.get(AccountRecord.self, viewer.rawValue))
            let view = MeetupView(of: account, context, at: now)
            var search = try MeetupSearch(MeetupFilter(), for: view, nil, in: reader)
            return try body(&search)
        }
    }

    @Test func `a search that has found too few of its elements reads eight times as many meetups next`() async throws {
        let campus = try await campus(.onlyForMatches, hidden: 100, visible: [10, 30.1, 30.15])
        let found = try await search(on: campus) { search in
            let page = try search.page(after: nil, size: 2)
            return (ids: page.elements.map(\.id), listed: search.listed)
        }
        #expect(found.ids == campus.visible.prefix(2).map(\.id))
        #expect(found.listed == 6 + 8 * 6)
    }

    @Test(arguments: [(31, true), (32, false)])
    func `a search that ends at its bounds looks for a visible meetup among the last 32`(
        _ hidden: Int, _ isFound: Bool
    ) async throws {
        let campus = try await campus(.hostBlocked, hidden: hidden, visible: [10])
        let found = try await search(on: campus) { search in
            let records = try search.next(of: search.parts[1], after: nil, limit: 100).records
            #expect(records.count == hidden + 1)
            return try search.lastFindable(of: records)?.id
        }
        #expect(found == (isFound ? campus.visible[0].id : nil))
    }

    @Test func `a name in a cursor is new each time, and valid only for its person and list`() async throws {
        let campus = try await campus(.onlyForMatches, hidden: 2_500, visible: [8_000])
        let (server, viewer) = (campus.server, campus.viewer)
        var cursors: [String] = []
        for _ in 0..<2 { cursors.append(try #require(try await server.browse(viewer, query: "?limit=1").nextCursor)) }
        #expect(cursors[0] != cursors[1])
        for cursor in cursors {
            let page = try await server.browse(viewer, query: "?limit=1&cursor=\(cursor)")
            #expect(page.list.elements.map(\.meetup.plan.title) == ["Chess 0"] && page.nextCursor == nil)
        }
        let words = MeetupFilter().query.map { "\($0.name)=\($0.value ?? "")" }
        let list = "meetups \(ContentHash.hexadecimal([viewer.id.rawValue] + words))"
        #expect(ListCursor(cursors[0], list: list) != nil)
        let unknown = ListCursor(rank: -1, key: "00").text(list: list)
        for (member, query) in [
            (campus.people[2], "cursor=\(cursors[0])"), (viewer, "event_type=social&cursor=\(cursors[0])"),
            (viewer, "cursor=\(unknown)"),
        ] {
            let response = try await server.send(.get, "/meetups?limit=1&\(query)", token: member.token)
            #expect(response.status == 422 && response.code == .invalidInput, "\(query)")
        }
    }

    /// Pages with other cursors have no such limit.
    @Test func `pages whose next cursor has a random name are limited to 60 a minute per person`() async throws {
        let campus = try await campus(.onlyForMatches, hidden: 2_500, visible: [8_000])
        let server = campus.server
        func read(_ query: String) async throws -> HTTPResponse {
            try await server.send(.get, "/meetups?limit=1\(query)", token: campus.viewer.token)
        }
        var cursor: String?
        for _ in 0..<60 { cursor = try await read("").payload(Page<MeetupListing>.self).nextCursor }
        let refused = try await read("")
        #expect(refused.status == 429 && refused.code == .rateLimited)
        let last = try #require(cursor)
        let rest = try await read("&cursor=\(last)").payload(Page<MeetupListing>.self)
        #expect(rest.list.elements.map(\.meetup.plan.title) == ["Chess 0"])
        server.clock.advance(by: .seconds(60))
        let later = try await read("")
        #expect(later.status == 200)
    }

    @Test func `a name in a cursor expires after 32 newer names, or after a day`() async throws {
        var campus = try await campus(.onlyForMatches, hidden: 2_500, visible: [8_000])
        let server = campus.server
        var cursors: [String] = []
        for _ in 0...32 {
            cursors.append(try #require(try await server.browse(campus.viewer, query: "?limit=1").nextCursor))
        }
        func status(_ cursor: String, _ viewer: Member) async throws -> Int {
            try await server.send(.get, "/meetups?limit=1&cursor=\(cursor)", token: viewer.token).status
        }
        var statuses: [Int] = []
        for number in [0, 1, 32] {
            statuses.append(try await status(cursors[number], campus.viewer))
        }
        #expect(statuses == [422, 200, 200])
        // The work after a request would delete the expired names.
        let late = try await server.deferringWork {
            try await server.advanceTime(hours: 24, &campus.people)
            return try await status(cursors[32], campus.viewer)
        }
        #expect(late == 422)
        try await Sweep.run(server.backend.context)
        let (key, store) = (campus.viewer.id.rawValue, campus.store)
        let isLeft = try await store.read { try $0.get(HiddenPositionsRecord.self, key) != nil }
        #expect(!isLeft)
    }
}
