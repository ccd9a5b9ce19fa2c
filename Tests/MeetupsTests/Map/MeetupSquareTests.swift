import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

/// The information in the counts of a square.
@Suite @MainActor struct MeetupSquareTests {
    private typealias Given = MeetupsUnderTest

    private func square(_ all: [EventType: Int]) throws -> MeetupSquare {
        MeetupSquare(
            coordinates: try #require(Coordinates(latitude: 40, longitude: -74)), all: all, earliestStart: Given.now)
    }

    @Test func `counts below three are omitted`() throws {
        #expect(try square([.study: 1]).count == nil)
        #expect(try square([.study: 1, .party: 1]).count == nil)
        #expect(try square([.study: 2, .party: 1]).count == 3)
        #expect(try square([.study: 2, .party: 1]).kinds.isEmpty)
        #expect(try square([.study: 3]).kinds == [.init(.study, 3)])
        #expect(try square([.study: 3, .party: 3]).kinds.map(\.eventType) == [.party, .study])
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func `no count below three can be derived from the published counts`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let all = EventType.known.reduce(into: [EventType: Int]()) {
            $0[$1] = Int.random(in: 0...5, using: &random)
        }
        let square = try square(all)
        guard let count = square.count else { return #expect(all.values.reduce(0, +) < 3) }
        let rest = count - square.kinds.reduce(0) { $0 + $1.count }
        #expect(rest == 0 || rest >= 3)
        #expect(square.kinds.allSatisfy { $0.count >= 3 && all[$0.eventType] == $0.count })
    }

    @Test func `the filter of a square contains its own centre and no centre of another square`() throws {
        let campus = try #require(Coordinates(latitude: 64, longitude: 179.99))
        let grid = CampusGrid(centre: campus, side: MeetupLimits.gridSide)
        func middle(_ column: Int, _ row: Int) throws -> Coordinates {
            let longitude = campus.longitude + 2 * Double(column) / (111.195 * cos(64 * Double.pi / 180))
            let point = try #require(
                Coordinates(
                    latitude: 64 + 2 * Double(row) / 111.195, longitude: longitude > 180 ? longitude - 360 : longitude))
            return grid.centre(of: grid.square(of: point))
        }
        for column in -2...2 {
            let square = MeetupSquare(coordinates: try middle(column, 3), count: 3, earliestStart: Given.now)
            let filter = MeetupMap([square]).filter(of: square, in: MeetupFilter(sports: [.tennis]))
            let box = try #require(filter.box)
            #expect(filter.sports == [.tennis])
            for other in -3...3 {
                for row in 2...4 {
                    #expect(box.contains(try middle(other, row)) == (other == column && row == 3))
                }
            }
        }
        let pole = MeetupSquare(
            coordinates: try #require(Coordinates(latitude: 90, longitude: 0)), count: 3, earliestStart: Given.now)
        for side in [2, .nan, -1, .infinity] as [Double] {
            // An invalid side length from a server must not trap.
            _ = MeetupMap([pole], side: side).filter(of: pole, in: MeetupFilter())
        }
    }

    @Test func `an unreadable square is skipped, and the remaining squares are kept`() throws {
        let json =
            #"{"side_km":2,"squares":[{"coordinates":{"lat":99,"lng":0},"next":"2027-01-15T08:00:00Z"},"#
            + #"{"coordinates":{"lat":9,"lng":0},"next":"2027-01-15T08:00:00Z","event_types":[{"event_type":"rave"},{"event_type":"rave","count":4}]}]}"#
        let map = try OrbitJSON.decoder.decode(MeetupMap.self, from: Data(json.utf8))
        #expect(map.squares.quarantined.count == 1)
        #expect(map.squares.elements.first?.kinds == [.init(EventType(rawValue: "rave"), 4)])
        #expect(
            try OrbitJSON.decoder.decode(MeetupMap.self, from: OrbitJSON.encoder.encode(map)).squares.elements
                == map.squares.elements)
    }

    @Test func `an event of an attended meetup reloads the map, and events that cannot change it do not`() async throws
    {
        func body(_ count: Int) throws -> HTTPResponse { try .success(MeetupMap([try square([.study: count])])) }
        let stub = StubTransport([
            .expect(.get, "/api/meetups/map?sport=tennis", response: try body(4)),
            .expect(.get, "/api/meetups/map?sport=tennis", response: try body(3)),
        ])
        let shared = try SharedMeetups(stub, clock: .selfAdvancing(upTo: .seconds(5)))
        let service = shared.service
        let map = Resource(.meetupMap, on: shared.log) {
            let response = try await service.map(MeetupFilter(sports: [.tennis]))
            return Snapshot(response.value, at: response.receipt?.at)
        }
        await map.load()
        shared.receive(1, LogEvent(.meetupChanged, data: try Given.listing("mine", .host)))
        let renamed = ChangedPerson(person: Given.person("ana", name: "Ana Maria"), version: 2)
        shared.receive(2, LogEvent(.personChanged, subject: "ana", touches: [.meetups], data: renamed))
        shared.receive(3, LogEvent(EventKind(rawValue: "newer"), touches: [.myMeetups]))
        await shared.log.refreshesEnd()
        #expect(await stub.requests.count == 1)
        shared.receive(4, LogEvent(.meetupChanged, data: try Given.listing("m", .going)))
        await waitUntil { map.state.value?.squares.elements.first?.count == 3 }
        try await stub.finish()
    }
}
