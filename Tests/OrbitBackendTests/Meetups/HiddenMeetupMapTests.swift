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

/// The instant `completeUntil` of maps that contain thousands of hidden meetups. All of these begin at the same
/// instant.
@Suite struct HiddenMeetupMapTests {
    private func map(
        _ query: String, from start: Date, _ member: Member, on server: TestServer
    ) async throws -> MeetupMap {
        let from = try #require(RFC3339.string(from: start))
        return try await server.send(.get, "/meetups/map?from=\(from)\(query)", token: member.token)
            .payload(MeetupMap.self)
    }

    /// A campus with many meetups of the first person that begin at one instant.
    private func campus(
        adding count: Int, visibility: MeetupVisibility, at start: Date, on server: TestServer, _ store: CountingStore
    ) async throws -> [Member] {
        let people = try await server.members("maya", "liam", "ana")
        let span = try #require(TimeSpan(start: start, end: start.addingTimeInterval(4 * 3_600)))
        try await store.addMeetups(count, hosts: [people[0].id], now: server.clock.date) {
            ($0.title, $0.visibility, $0.span) = ("Chess", visibility, span)
        }
        return people
    }

    @Test(arguments: [false, true])
    func `a map continues past three thousand hidden meetups of the same instant`(isHostBlocked: Bool) async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let hour = SortRank.hour(of: server.after(hours: 30))
        let people = try await campus(
            adding: 3_000, visibility: isHostBlocked ? .campus : .matches, at: hour.addingTimeInterval(600),
            on: server, store)
        if isHostBlocked { _ = try await server.block(people[0].id, by: people[1]) }
        let start = hour.addingTimeInterval(1_800)
        for offset in [0, 7_200] {
            let hours = (start.timeIntervalSince(server.clock.date) + Double(offset)) / 3_600
            try await server.host(inHours: hours, by: people[2])
        }
        store.reset()
        let map = try await map("", from: hour, people[1], on: server)
        #expect(map.squares.elements.map(\.earliestStart) == [start] && map.completeUntil == nil)
        #expect(store.records < 10_100 && store.reads <= 45, "\(store.records) in \(store.reads)")
    }

    @Test func `a map that reaches its limit of records in the first hour is complete until the end of that hour`()
        async throws
    {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let hour = SortRank.hour(of: server.after(hours: 30))
        let people = try await campus(
            adding: 2_500, visibility: .matches, at: hour.addingTimeInterval(600.123), on: server, store)
        try await server.host(inHours: 60, by: people[2])
        var (from, maps) = (hour, 0)
        repeat {
            store.reset()
            // A search by words reads fewer records.
            let map = try await map("&q=chess", from: from, people[1], on: server)
            #expect(store.records < 2_100)
            maps += 1
            guard let end = map.completeUntil else {
                #expect(map.squares.elements.count == 1)
                break
            }
            #expect(map.squares.elements.isEmpty)
            #expect(end == from.addingTimeInterval(3_600))
            from = end
        } while maps < 20
        // A map also reads the meetups that began in the six hours before its start, because they may not have ended.
        // So the first seven maps read the hidden meetups.
        #expect(maps == 8)
    }

    @Test func `a map does not continue past hidden meetups that begin at the end of its first hour`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let hour = SortRank.hour(of: server.after(hours: 30))
        let end = hour.addingTimeInterval(3_600)
        let people = try await campus(adding: 2_500, visibility: .matches, at: end, on: server, store)
        try await server.host(inHours: 60, by: people[2])
        let map = try await map("", from: hour, people[1], on: server)
        #expect(map.squares.elements.isEmpty && map.completeUntil == end)
    }

    /// All hidden meetups are in one of the four blocks of squares that the map reads. The first of ten rounds reads
    /// the long meetups, the next two read 128 meetups of each block, and the last seven read 512.
    @Test(arguments: [3_839, 3_840])
    func `a map of four blocks reads 3,840 meetups of one block in its first hour`(_ hidden: Int) async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam", "ana")
        let hour = SortRank.hour(of: server.after(hours: 30))
        let start = hour.addingTimeInterval(600)
        let span = try #require(TimeSpan(start: start, end: start.addingTimeInterval(3_600)))
        try await store.addMeetups(hidden, hosts: [people[0].id], now: server.clock.date) {
            ($0.visibility, $0.span, $0.place.coordinates) = (.matches, span, TestServer.centre)
        }
        let last = hour.addingTimeInterval(1_800)
        try await server.host(inHours: last.timeIntervalSince(server.clock.date) / 3_600, by: people[2])
        let map = try await map("&bbox=-122.42,37.18,-121.92,37.68", from: hour, people[1], on: server)
        #expect(map.squares.elements.count == (hidden < 3_840 ? 1 : 0))
    }

    @Test func `a map with the maximum number of past meetups is complete until an instant in the future`()
        async throws
    {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let now = server.clock.date
        let people = try await campus(
            adding: 600, visibility: .campus, at: now.addingTimeInterval(-3_600), on: server, store)
        let map = try await map("", from: now.addingTimeInterval(-7_200), people[1], on: server)
        #expect(map.completeUntil == SortRank.hour(of: now).addingTimeInterval(3_600))
    }
}
