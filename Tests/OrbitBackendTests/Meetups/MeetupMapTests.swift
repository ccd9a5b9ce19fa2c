import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The counts of the map, which match the list and reveal nothing more.
@Suite struct MeetupMapTests {
    private let server = TestServer.onCampus()

    private func map(_ member: Member, _ query: String = "", on server: TestServer? = nil) async throws -> MeetupMap {
        try await (server ?? self.server).send(.get, "/meetups/map\(query)", token: member.token)
            .payload(MeetupMap.self)
    }

    /// The squares of the list with the same filter, counted by the test.
    private func listed(_ member: Member, _ query: String = "") async throws -> [MeetupSquare] {
        var (found, cursor): ([Meetup], String?) = ([], nil)
        repeat {
            let rest = "limit=100" + (cursor.map { "&cursor=\($0)" } ?? "")
            let page = try await server.browse(member, query: query.isEmpty ? "?\(rest)" : "\(query)&\(rest)")
            found += page.list.elements.map(\.meetup)
            cursor = page.nextCursor
        } while cursor != nil
        let others = found.filter { !$0.attendance.isAttending && $0.plan.place.coordinates != nil }
        let squares = Dictionary(grouping: others) { $0.plan.place.coordinates }
        return squares.compactMap { place, meetups in
            guard let place, let start = meetups.map(\.plan.span.start).min() else { return nil }
            return MeetupSquare(
                coordinates: place, all: Dictionary(grouping: meetups, by: \.plan.eventType).mapValues(\.count),
                earliestStart: start)
        }.sorted {
            ($0.coordinates.latitude, $0.coordinates.longitude) < ($1.coordinates.latitude, $1.coordinates.longitude)
        }
    }

    @discardableResult
    private func host(
        _ count: Int, by member: Member, north: Double = 0, _ change: (inout MeetupEntry) -> Void = { _ in }
    ) async throws -> [MeetupID] {
        var made: [MeetupID] = []
        for number in 0..<count {
            made.append(
                try await server.host(inHours: Double(20 + number), by: member) {
                    $0.place.coordinates = CoordinatesEntry(latitude: 37.4301 + north, longitude: -122.1702)
                    change(&$0)
                }.id)
        }
        return made
    }

    @Test func `a square counts meetups by kind and hides small numbers`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        try await host(4, by: people[0]) { $0.eventType = .study }
        try await host(3, by: people[0]) { $0.eventType = .party }
        try await host(1, by: people[2])
        try await host(2, by: people[2], north: 0.05)
        try await host(1, by: people[2]) { $0.place.coordinates = nil }
        let map = try await map(people[1])
        #expect(map.squares.elements.map(\.count) == [8, nil])
        // The square has four study meetups, three parties, and one meetup of another kind. If the map listed the
        // parties, the difference to the count of 8 would reveal the single meetup.
        #expect(map.squares.elements.map(\.kinds) == [[.init(.study, 4)], []])
        #expect(map.squares.elements.map(\.earliestStart) == [server.after(hours: 20), server.after(hours: 20)])
        #expect(map.side == 2 && map.completeUntil == nil)
        #expect(map.squares.elements == (try await listed(people[1])))
    }

    @Test func `a square does not count meetups that the person hosts or attends`() async throws {
        let people = try await server.members("maya", "liam")
        let made = try await host(3, by: people[0])
        #expect(try await map(people[0]).squares.elements.isEmpty)
        #expect(try await map(people[1]).squares.elements.map(\.count) == [3])
        try await server.joined(made[0], by: people[1])
        #expect(try await map(people[1]).squares.elements.map(\.count) == [nil])
        _ = try await server.attend("leave", made[0], by: people[1])
        #expect(try await map(people[1]).squares.elements.map(\.count) == [3])
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `the map of each person matches their own list after random actions`(seed: UInt64) async throws {
        let people = try await server.members("maya", "liam", "ana", "noor")
        try await server.matched(people[0], people[1])
        var random = SplitMix64(seed: seed)
        for number in 0..<16 {
            let host = people[number % 3]
            let id = try await server.host(inHours: Double.random(in: 1...90, using: &random), by: host) {
                $0.eventType = [.study, .party, .social].randomElement(using: &random)
                $0.visibility =
                    [.campus, .campus, .matches, .invited, .link].randomElement(using: &random) ?? .campus
                $0.place.coordinates?.latitude += [0, 0.02].randomElement(using: &random) ?? 0
                if Bool.random(using: &random) { $0.sport = .tennis }
            }.id
            if number % 4 == 0 { _ = try await server.join(id, by: people[(number + 1) % 4]) }
            if number % 7 == 0 { _ = try await server.cancel(id, by: host) }
        }
        _ = try await server.block(people[2].id, by: people[3])
        _ = try await server.block(people[0].id, by: people[2])
        let queries = [
            "", "?sport=tennis", "?event_type=study,party", "?bbox=-122.2,37.42,-122.1,37.44",
            "?bbox=-122.2,37,-122.1,38&event_type=social", "?q=chess", "?q=golf",
            "?from=\(RFC3339.string(from: server.after(hours: 40)) ?? "")",
        ]
        for person in people {
            for query in queries {
                #expect(try await map(person, query).squares.elements == listed(person, query), "\(query)")
            }
        }
    }

    @Test func `meetups that a person may not see change no byte of the map`() async throws {
        let hidden: [@Sendable (TestServer, [Member]) async throws -> Void] = [
            { _, _ in },
            { server, people in
                try await server.host(inHours: 3, by: people[0]) { $0.visibility = .matches }
                try await server.host(inHours: 3, by: people[2])
                try await server.host(inHours: 300, by: people[2]) { $0.place.coordinates?.latitude += 0.04 }
                try await server.host(inHours: 2, by: people[0]) { $0.visibility = .invited }
                try await server.host(inHours: 2, by: people[0]) { $0.visibility = .link }
            },
        ]
        var bodies: [Data] = []
        for act in hidden {
            let server = TestServer.onCampus()
            let people = try await server.members("maya", "liam", "ana")
            _ = try await server.block(people[1].id, by: people[2])
            for hour in 0..<3 { try await server.host(inHours: Double(10 + hour), by: people[0]) }
            try await act(server, people)
            bodies.append(
                contentsOf: [
                    try await server.send(.get, "/meetups/map", token: people[1].token).body,
                    try await server.send(.get, "/meetups/map?event_type=social", token: people[1].token).body,
                ])
        }
        #expect(bodies[0] == bodies[2] && bodies[1] == bodies[3])
    }

    @Test func `the exact place inside its square changes no byte of the map`() async throws {
        var bodies: Set<Data> = []
        for (latitude, longitude) in [(37.4301, -122.1702), (37.4369, -122.179), (37.4231, -122.161)] {
            let server = TestServer.onCampus()
            let people = try await server.members("maya", "liam")
            try await server.host(by: people[0]) {
                $0.place.coordinates = CoordinatesEntry(latitude: latitude, longitude: longitude)
            }
            for query in ["", "?bbox=-122.1701,37.4299,-122.1699,37.4301", "?bbox=-122.18,37.435,-122.17,37.44"] {
                let response = try await server.send(.get, "/meetups/map\(query)", token: people[1].token)
                bodies.insert(response.body + Data("\(query) \(response.field("etag") ?? "")".utf8))
            }
        }
        #expect(bodies.count == 3)
    }

    @Test func `the map refuses malformed filters and people without a complete profile`() async throws {
        let people = try await server.members("maya")
        for query in ["?bbox=1,2,3", "?from=yesterday", "?bbox=nan,0,1,1"] {
            let response = try await server.send(.get, "/meetups/map\(query)", token: people[0].token)
            #expect(response.status == 422 && response.code == .invalidInput, "\(query)")
        }
        let grant = try await server.signIn("new@stanford.edu")
        #expect(try await server.send(.get, "/meetups/map", token: grant.accessToken).code == .profileIncomplete)
    }

    @Test(arguments: [400, 1_200])
    func `a map takes at most 30 store calls, and an incomplete map states until when it is complete`(_ count: Int)
        async throws
    {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam", "ana", "noor")
        try await store.addMeetups(count, hosts: people.prefix(3).map(\.id), now: server.clock.date)
        _ = try await server.block(people[0].id, by: people[3])
        let queries = [
            "", "?sport=tennis", "?sport=rowing", "?tag=music", "?q=nothing", "?bbox=-122.2,37.4,-122.1,37.5",
            "?bbox=-123,37,-121,38", "?event_type=study",
        ]
        for query in queries {
            store.reset()
            let map = try await map(people[3], query, on: server)
            #expect(store.reads <= 30, "\(query): \(store.reads)")
            let counted = map.squares.elements.reduce(0) { $0 + ($1.count ?? 1) }
            #expect(counted <= MeetupSearch.maxCounted)
            if count == 400 { #expect(map.completeUntil == nil) }
            if count == 1_200, query.isEmpty || query == "?q=nothing" { #expect(map.completeUntil != nil) }
        }
    }

    @Test func `the end of an incomplete map does not depend on hidden meetups`() async throws {
        var ends: [Date?] = []
        for isHidden in [false, true] {
            let store = CountingStore()
            let server = TestServer.onCampus(store: store)
            let people = try await server.members("maya", "liam", "ana")
            try await store.addMeetups(1_200, hosts: [people[0].id], now: server.clock.date)
            if isHidden {
                for hour in [1.0, 2, 3] {
                    try await server.host(inHours: hour, by: people[1]) { $0.visibility = .matches }
                }
            }
            ends.append(try await map(people[2], on: server).completeUntil)
        }
        #expect(ends[0] != nil && ends[0] == ends[1])
        // The map counts 500 meetups. The next begins 8,000 h * 500 / 1,200 after the first.
        let hours = try #require(ends[0]).timeIntervalSince(server.clock.date) / 3_600
        #expect(abs(hours - 2 - 8_000 * 500 / 1_200.0) < 0.001)
    }

    @Test(arguments: [2_500, 4_000])
    func `a map after thousands of hidden meetups is complete only until the end of its first hour`(
        _ hidden: Int
    ) async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam", "ana")
        try await store.addMeetups(hidden, hosts: [people[0].id], now: server.clock.date) { $0.visibility = .matches }
        try await server.host(inHours: 8_500, by: people[1])
        var (from, end) = ("", SortRank.hour(of: server.clock.date))
        for _ in 0..<3 {
            let map = try await map(people[2], from, on: server)
            end = end.addingTimeInterval(3_600)
            #expect(map.squares.elements.isEmpty && map.completeUntil == end)
            from = "?from=\(RFC3339.string(from: end) ?? "")"
        }
        let later = try await map(
            people[2], "?from=\(RFC3339.string(from: server.after(hours: 7_900)) ?? "")", on: server)
        #expect(later.squares.elements.count == 1 && later.completeUntil == nil)
    }
}
