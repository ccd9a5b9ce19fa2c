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

/// The information that series reveal, their cost, and the end of their occurrences.
@Suite struct SeriesBoundsTests {
    @Test func `a series that a person may not find gets the response of an unknown series`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("maya", "liam", "ana", "noor")
        let hidden = try await server.series(3, by: people[0]) { $0.visibility = .invited }
        let open = try await server.series(3, by: people[0])
        let hiddenID = try #require(hidden[0].meetup.series?.id)
        let openID = try #require(open[0].meetup.series?.id)
        let nothing = try await server.readSeries("nothing", as: people[1]).body
        #expect(try await server.readSeries(hiddenID, as: people[1]).body == nothing)
        #expect(try await server.readSeries(openID, as: people[1]).body != nothing)
        // A person who is invited to one meetup finds only that meetup.
        _ = try await server.invite([people[2].id], to: hidden[1].id, by: people[0])
        #expect(try await server.occurrences(of: hidden[0], as: people[2]).map(\.id) == [hidden[1].id])
        _ = try await server.block(people[0].id, by: people[3])
        let unknown = try await server.readSeries("nothing", as: people[3]).body
        #expect(try await server.readSeries(openID, as: people[3]).body == unknown)
        let token = try await server.signIn("new@stanford.edu").accessToken
        #expect(try await server.send(.get, "/meetups/series/\(openID)", token: token).code == .profileIncomplete)
    }

    @Test func `the exact place within its square changes no byte of a stranger's responses about a series`()
        async throws
    {
        func world(_ place: PlaceEntry) async throws -> [Data] {
            let server = TestServer.onCampus()
            let people = try await server.members("maya", "liam")
            let all = try await server.series(3, by: people[0]) { $0.place = place }
            let id = try #require(all[0].meetup.series?.id)
            var bytes = [try await server.readSeries(id, as: people[1]).body]
            server.clock.advance(by: .seconds(60))
            var other = place
            other.room = "R-99"
            other.coordinates = CoordinatesEntry(latitude: 37.4302, longitude: -122.1703)
            #expect(try await server.editFollowing(all[1].id, by: people[0]) { $0.place = other }.status == 200)
            bytes.append(try await server.readSeries(id, as: people[1]).body)
            #expect(bytes[0] == bytes[1])
            for one in all { bytes.append(try await server.read(one.id, as: people[1]).body) }
            bytes.append(try await server.send(.get, "/meetups", token: people[1].token).body)
            return bytes
        }
        let here = PlaceEntry(name: "Here", coordinates: CoordinatesEntry(latitude: 37.4301, longitude: -122.1702))
        let there = PlaceEntry(
            name: "There, in room 7", coordinates: CoordinatesEntry(latitude: 37.4369, longitude: -122.1790))
        #expect(try await world(here) == world(there))
    }

    /// A block costs more if the guest's id is smaller than the host's id. There is one seed for either order.
    @Test(arguments: [1, 3] as [UInt64])
    func `a block ends a guest's attendance at all 95 occurrences`(_ seed: UInt64) async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store, seed: seed)
        let people = try await server.members("maya", "liam")
        let early = try await server.series(52, by: people[0]) { $0.capacity = 2 }
        let ids = (early + (try await server.series(52, inHours: 51, by: people[0]) { $0.capacity = 2 })).map(\.id)
        let guest = people[1].id
        for id in ids.prefix(95) { try await server.attend(id, [people[1]]) }
        store.reset()
        _ = try await server.block(people[1].id, by: people[0])
        #expect(store.calls <= 95 * 23 + 100, "\(store.calls)")
        _ = try await server.unblock(people[1].id, by: people[0])
        let states = try await store.read { reader in
            try ids.prefix(95).map { try GuestRecord.of(guest, at: $0, in: reader)?.state }
        }
        #expect(Set(states) == [.removed])
        #expect(try await server.mine(people[1]).isEmpty)
        let taken = try await store.read { reader in try ids.map { try MeetupRecord.of($0, in: reader)?.taken } }
        #expect(Set(taken) == [1])
    }

    @Test func `creating, reading and changing a series of 52 takes a limited number of store calls`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam")
        store.reset()
        let first = try await server.host(by: people[0])
        let single = store.calls
        store.reset()
        let series = try await server.host(by: people[0]) { $0.repeats = "FREQ=WEEKLY;COUNT=52" }
        // Each further meetup takes three calls: one each for the meetup, its host and an event. The whole series may
        // take five more calls: two to make room for its records, and three for the rate limit of series.
        #expect(store.calls <= single + 3 * 51 + 5, "\(store.calls), one: \(single)")
        store.reset()
        #expect(try await server.occurrences(of: series, as: people[1]).count == 52)
        // One of these calls finds the people that a block hides from the viewer.
        #expect(store.calls <= 15, "\(store.calls)")
        for edit in [true, false] {
            store.reset()
            let response = try await server.deferringWork {
                edit
                    ? try await server.editFollowing(series.id, by: people[0]) { $0.title = "Go" }
                    : try await server.cancelFollowing(series.id, by: people[0])
            }
            #expect(response.status == 200)
            #expect(store.calls <= 330, "edit: \(edit), \(store.calls)")
            store.reset()
            // Due work notifies the guests of each meetup.
            try await server.backend.runScheduledWork()
            #expect(store.calls <= 450, "edit: \(edit), \(store.calls)")
        }
        #expect(try await server.meetup(first.id, as: people[0]).status == .scheduled)
        #expect(
            try await store.read { try $0.count(MeetupFanOutJob.self, MeetupFanOutJob.due(at: .distantFuture)) } == 0)
    }

    @Test func `each occurrence is kept until 400 days after its own end`() async throws {
        let server = TestServer.onCampus()
        var people = try await server.members("maya", "liam")
        let all = try await server.series(52, "FREQ=DAILY;COUNT=52", by: people[0])
        let id = try #require(all[0].meetup.series?.id)
        // The last occurrence is kept until 400 days after its end.
        try await server.advanceTime(days: 2 + 51 + 400, &people)
        #expect(try await server.store.read { try SeriesPart.meetups(of: id, in: $0).count } == 1)
        let host = people[0].id
        #expect(try await server.store.read { try GuestRecord.of(host, at: all[0].id, in: $0) } == nil)
        #expect(try await server.store.read { try GuestRecord.of(host, at: all[51].id, in: $0) } != nil)
    }

    @Test func `cancelling 52 occurrences sends 260 events to their guests, even after an interruption`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam", "ana")
        let all = try await server.series(52, by: people[0])
        let guests = try await server.crowd(30)
        var once = Array(repeating: [MeetupID: Int](), count: guests.count)
        for (number, one) in all.enumerated() {
            let places = (0..<5).map { (number + $0 * 6) % 30 }
            try await server.attend(one.id, places.map { guests[$0] })
            for place in places { once[place][one.id] = 1 }
        }
        /// For each guest, the number of events about the cancellation of each meetup.
        func told() async throws -> [[MeetupID: Int]] {
            try await store.read { reader in
                try guests.map { guest -> [MeetupID: Int] in
                    guard let head = try LogHead.of(guest.id, in: reader), head.seq > 0 else { return [:] }
                    var told: [MeetupID: Int] = [:]
                    for entry in try LogEntry.list(guest.id, 1...head.seq, in: reader) {
                        guard entry.kind == .meetupChanged, let data = entry.data else { continue }
                        let listing = try OrbitJSON.decoder.decode(MeetupListing.self, from: data)
                        if listing.meetup.status == .cancelled { told[listing.id, default: 0] += 1 }
                    }
                    return told
                }
            }
        }
        store.fail(after: 2)
        #expect(try await server.cancelFollowing(all[0].id, by: people[0]).status == 200)
        store.fail(after: .max)
        let first = try await told().flatMap(\.values)
        #expect((1..<5 * 52).contains(first.count) && Set(first) == [1])
        // Every read already shows all meetups as cancelled, before all guests are notified.
        #expect(try await server.occurrences(of: all[0], as: people[1]).allSatisfy { $0.meetup.status == .cancelled })
        _ = try await server.poke(people[1].id, by: people[2])
        #expect(try await told() == once)
        _ = try await server.poke(people[2].id, by: people[1])
        #expect(try await told() == once)
    }

    @Test func `concurrent joins fill the places of each occurrence separately`() async throws {
        let server = TestServer.onCampus()
        let host = try await server.members("maya")[0]
        let all = try await server.series(3, by: host) { $0.capacity = 4 }
        let guests = try await server.crowd(30)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, guest) in guests.enumerated() {
                for one in [all[number % 3], all[(number + 1) % 3]] {
                    group.addTask { _ = try await server.join(one.id, by: guest) }
                }
            }
            group.addTask { _ = try await server.editFollowing(all[1].id, by: host) { $0.title = "Go" } }
            try await group.waitForAll()
        }
        for (one, title) in zip(all, ["Chess", "Go", "Go"]) {
            let meetup = try await server.meetup(one.id, as: host)
            #expect((meetup.goingCount, meetup.waitingCount, meetup.plan.title) == (4, 17, title))
        }
    }

    @Test func `cancelled meetups of a host do not count toward the limit of attended meetups`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("maya", "liam", "ana")
        var ids: [MeetupID] = []
        for hours in [700.0, 703] {
            ids += try await server.series(52, "FREQ=DAILY;COUNT=52", inHours: hours, by: people[0]).map(\.id)
        }
        for id in ids.prefix(99) { try await server.attend(id, [people[1]]) }
        // Cancelled meetups of the guest, which begin earlier and are enough to fill any list.
        let (guest, now) = (people[1].id, server.clock.date)
        let plan = try await server.host(by: people[1]).meetup.plan
        try await server.store.transaction { transaction in
            let account = try #require(try transaction.get(AccountRecord.self, guest.rawValue))
            for number in 0..<300 {
                var meetup = MeetupRecord(
                    id: MeetupID(String(format: "%032x", number)), host: account, plan: plan, square: nil, link: "x",
                    at: now)
                var host = GuestRecord(guest, at: &meetup, .host, since: now)
                meetup.cancel(.other, at: now)
                host.follow(meetup)
                try transaction.put(meetup)
                try transaction.put(host)
            }
        }
        // The cancelled meetups do not count.
        #expect(try await server.join(ids[99], by: people[1]).status == 200)
        #expect(try await server.join(ids[100], by: people[1]).code == .tooManyMeetups)
        #expect(try await server.join(ids[100], by: people[2]).status == 200)
    }
}
