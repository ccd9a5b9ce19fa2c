import Foundation
import MapClustering
import Meetups
import Networking
import NetworkingTesting
import OrbitApp
import OrbitModels
import Presentation
import Testing
import TimeAndChance

/// The map of the app: its content, and its changes.
@Suite @MainActor struct MeetupMapTests {
    private let campus = SmallCampus()

    private func box(_ west: Double = -76.56, _ south: Double = 42.4, _ east: Double = -76.4, _ north: Double = 42.5)
        throws -> MapBox
    {
        try #require(MapBox(west: west, south: south, east: east, north: north))
    }

    private func hosted(_ count: Int, by phone: Phone, _ change: (inout MeetupDraft) -> Void = { _ in }) async throws
        -> [MeetupListing]
    {
        var made: [MeetupListing] = []
        for number in 0..<count {
            made.append(
                try await phone.host("Meetup \(number)", inHours: 20 + Double(number), at: campus.clock) {
                    $0.entry.approval = .automatic
                    change(&$0)
                })
        }
        return made
    }

    @Test func `the map has counts of squares for other meetups, and exact places for own meetups`() async throws {
        let (maya, liam) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let made = try await hosted(4, by: maya)
        let map = liam.user.meetupMap()
        await map.load()
        await map.show(try box(), zoom: 16)
        let cluster = try #require(map.clusters.first)
        #expect(map.clusters.count == 1 && cluster.count == 4 && cluster.label() == "4")
        #expect(cluster.meetups.isEmpty && cluster.earliestStart == made[0].meetup.plan.span.start)
        #expect(cluster.position != made[0].meetup.plan.place.coordinates)

        let mine = maya.user.meetupMap()
        await mine.load()
        await mine.show(try box(), zoom: 16)
        let exact = try #require(mine.clusters.first)
        #expect(exact.meetups.map(\.id) == made.map(\.id) && exact.squares.isEmpty)
        let place = try #require(made[0].meetup.plan.place.coordinates)
        #expect(abs(exact.position.latitude - place.latitude) < 1e-6)
        #expect(mine.open(exact) == .meetups(exact.meetups))
    }

    @Test func `the map follows joins, departures, cancellations and blocks without a reload`() async throws {
        let (maya, liam) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let made = try await hosted(4, by: maya)
        let map = liam.user.meetupMap()
        await map.load()
        await map.show(try box(), zoom: 16)
        func numbers() -> [String] { map.clusters.map { $0.label() }.sorted() }
        #expect(numbers() == ["4"])
        let detail = await liam.opened(made[1].id)
        #expect(await detail.join() == .done)
        await waitUntil { numbers() == ["1", "3"] }
        #expect(map.clusters.flatMap(\.meetups).map(\.id) == [made[1].id])
        let other = await liam.opened(made[2].id)
        #expect(await other.join() == .done)
        await waitUntil { numbers() == ["2", "Fewer than 3"] }
        #expect(await maya.opened(made[2].id).cancel(because: .other) == .done)
        await waitUntil { numbers() == ["1", "Fewer than 3"] }
        #expect(await detail.leave() == .done)
        await waitUntil { numbers() == ["3"] }
        #expect(await maya.user.sheet(of: try liam.user.ownID).block() == .done)
        await waitUntil { numbers().isEmpty }
    }

    @Test func `a tap on several squares zooms, and a tap on a single square lists meetups`() async throws {
        let (maya, liam) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let near = try await hosted(3, by: maya)
        _ = try await hosted(3, by: maya) { $0.entry.place.coordinates?.latitude += 0.03 }
        let map = liam.user.meetupMap()
        await map.load()
        await map.show(try box(), zoom: 2)
        var cluster = try #require(map.clusters.first)
        #expect(map.clusters.count == 1 && cluster.count == 6 && cluster.squares.count == 2)
        guard case .zoom(let zoom, _) = map.open(cluster) else { return #expect(Bool(false)) }
        await map.show(try box(), zoom: zoom)
        #expect(map.clusters.count == 2)
        cluster = try #require(map.clusters.min { $0.position.latitude < $1.position.latitude })
        guard case .list(let filter) = map.open(cluster) else { return #expect(Bool(false)) }
        await liam.user.meetups.show(filter)
        #expect(Set(liam.user.meetups.meetups.known.map(\.id)) == Set(near.map(\.id)))
        #expect(map.picture().contains("6 points in 2 circles"))
    }

    @Test func `a small move sends no request, a filter reloads, and the last filter wins`() async throws {
        let asked = LockedState<[String]>([])
        let maya = try await campus.phone("maya")
        _ = try await hosted(3, by: maya) { $0.entry.eventType = .study }
        let liam = try await campus.join("liam") { request in
            let path = request.url.absoluteString
            if path.contains("/meetups/map") { asked.withLock { $0.append(path) } }
            return nil
        }
        let map = liam.user.meetupMap()
        await map.show(try box(), zoom: 12)
        await map.show(try box(-76.58, 42.41, -76.42, 42.51), zoom: 12)
        await map.show(try box(-76.5, 42.44, -76.46, 42.46), zoom: 14)
        #expect(asked.withLock { $0.count } == 1)
        #expect(asked.withLock { $0.first }?.contains("bbox=-76.64") == true)
        await map.show(try box(170, 40, -170, 50), zoom: 3)
        #expect(asked.withLock { $0.last }?.contains("bbox=160.0%2C35.0%2C-160.0%2C55.0") == true)
        #expect(map.clusters.isEmpty)
        await map.show(try box(), zoom: 12)
        #expect(map.clusters.count == 1)
        await map.show(MeetupFilter(eventTypes: [.party], box: BoundingBox("1,2,3,4")))
        #expect(map.clusters.isEmpty && map.filter == MeetupFilter(eventTypes: [.party]))
        await map.show(MeetupFilter(eventTypes: [.study]))
        #expect(map.clusters.map(\.count) == [3])
        let count = asked.withLock { $0.count }
        await map.show(MeetupFilter(eventTypes: [.study], box: BoundingBox("1,2,3,4")))
        #expect(asked.withLock { $0.count } == count)
        await map.show(.world, zoom: 0)
        #expect(asked.withLock { $0.last }?.contains("bbox") == false && map.clusters.map(\.count) == [3])
    }

    @Test func `a map that cannot be loaded keeps its clusters`() async throws {
        let isOffline = LockedState(false)
        let maya = try await campus.phone("maya")
        _ = try await hosted(3, by: maya)
        let liam = try await campus.join("liam") { request in
            isOffline.withLock { $0 } && request.url.path().hasSuffix("/map") ? HTTPResponse(status: 503) : nil
        }
        let map = liam.user.meetupMap()
        await map.show(try box(), zoom: 12)
        isOffline.withLock { $0 = true }
        await map.load()
        #expect(map.map.failure != nil && map.clusters.map(\.count) == [3])
    }

    @Test func `extreme counts from a server are clamped`() async throws {
        let json =
            #"{"success":true,"data":{"side_km":2,"complete_until":"2027-01-15T08:00:00Z","squares":["#
            + #"{"coordinates":{"lat":42.45,"lng":-76.5},"count":9223372036854775807,"next":"2027-01-15T08:00:00Z","#
            + #""event_types":[{"event_type":"study","count":9223372036854775807},{"event_type":"party","count":-4}]}]}}"#
        let liam = try await campus.join("liam") { request in
            request.url.path().hasSuffix("/map") ? HTTPResponse(status: 200, body: Data(json.utf8)) : nil
        }
        let map = liam.user.meetupMap()
        await map.show(try box(), zoom: 12)
        #expect(map.clusters.map(\.count) == [1_000] && map.completeUntil != nil)
    }
}
