import Foundation
import Meetups
import OrbitModels
import Testing

@Suite struct MeetupFilterTests {
    private typealias Given = MeetupsUnderTest

    private func query(_ filter: MeetupFilter) -> [String: String] {
        Dictionary(uniqueKeysWithValues: filter.query.compactMap { name, value in value.map { (name, $0) } })
    }

    private func admits(_ filter: MeetupFilter, _ plan: MeetupPlan) -> Bool {
        filter.admits(plan)
    }

    @Test func `a filter equals the filter read from its query items`() throws {
        let full = MeetupFilter(
            sports: [.tennis, Sport(rawValue: "padel")], eventTypes: [.social], tag: Interest("chess"),
            from: Given.now, to: Given.hours(24), box: BoundingBox(west: -1, south: 0.5, east: 2, north: 3),
            text: "dusk")
        let items = query(full)
        #expect(
            items == [
                "sport": "padel,tennis", "event_type": "social", "tag": "chess", "from": "2027-01-15T08:00:00Z",
                "to": "2027-01-16T08:00:00Z", "bbox": "-1.0,0.5,2.0,3.0", "q": "dusk",
            ])
        #expect(try MeetupFilter { items[$0] } == full)
        #expect(query(MeetupFilter()).isEmpty)
        #expect(try MeetupFilter { _ in nil } == MeetupFilter())
    }

    @Test(arguments: [("from", "tomorrow"), ("to", "2027-01-15T08:00:00"), ("bbox", "1,2,3"), ("bbox", "0,9,0,-9")])
    func `a query item that cannot be read is named in the error`(item: String, text: String) {
        #expect(throws: UnreadableMeetupFilter(item: item)) { try MeetupFilter { $0 == item ? text : nil } }
    }

    @Test func `each criterion of a filter can admit or exclude a meetup`() throws {
        let plan = try Given.plan(
            "Ténnis at Dusk", tags: [Interest("music")], at: Coordinates(latitude: 10, longitude: 20))
        let box = BoundingBox(west: 19, south: 9, east: 21, north: 11)
        let admitted = [
            MeetupFilter(), MeetupFilter(sports: [.tennis]), MeetupFilter(eventTypes: [.social, .party]),
            MeetupFilter(tag: Interest("Music")), MeetupFilter(from: Given.hours(49)),
            MeetupFilter(to: Given.hours(49)),
            MeetupFilter(box: box), MeetupFilter(text: "TENNIS dusk"), MeetupFilter(text: "mus"),
            MeetupFilter(text: "  "),
        ]
        for filter in admitted { #expect(admits(filter, plan), "\(filter)") }
        let refused = [
            MeetupFilter(sports: [Sport(rawValue: "golf")]), MeetupFilter(eventTypes: [.party]),
            MeetupFilter(tag: Interest("chess")), MeetupFilter(from: Given.hours(50)),
            MeetupFilter(to: Given.hours(48)),
            MeetupFilter(box: BoundingBox(west: 0, south: 0, east: 1, north: 1)), MeetupFilter(text: "tennis dawn"),
        ]
        for filter in refused { #expect(!admits(filter, plan), "\(filter)") }
        #expect(try !admits(MeetupFilter(sports: [.tennis]), Given.plan(sport: nil)))
        #expect(try !admits(MeetupFilter(box: box), Given.plan()))
    }

    @Test func `a box that crosses the antimeridian contains places on both sides of it`() throws {
        let box = try #require(BoundingBox("170,-20,-170,20"))
        let longitudes: [(Double, Bool)] = [
            (175, true), (-175, true), (180, true), (-180, true), (169, false), (-169, false), (0, false),
        ]
        for (longitude, isInside) in longitudes {
            #expect(box.contains(try #require(Coordinates(latitude: 0, longitude: longitude))) == isInside)
        }
        #expect(!box.contains(try #require(Coordinates(latitude: 21, longitude: 175))))
    }

    @Test(arguments: [
        "", ",,,", "1,2,3,4,5", "a,b,c,d", "nan,0,1,1", "0,0,inf,1", "0,-91,0,0", "181,0,0,0", " 1,2,3,4", "1,2,,4",
    ]) func `text with invalid degrees is not a box`(text: String) {
        #expect(BoundingBox(text) == nil)
    }

    @Test func `a box contains its edges, and ends at the poles and the antimeridian`() throws {
        let world = try #require(BoundingBox(west: -180, south: -90, east: 180, north: 90))
        let across = try #require(BoundingBox(west: 170, south: 0, east: -170, north: 0))
        let edges = [(world, 90.0, -179.5), (world, -90, 0), (across, 0, 170), (across, 0, -170)]
        for (box, latitude, longitude) in edges {
            #expect(box.contains(try #require(Coordinates(latitude: latitude, longitude: longitude))))
        }
        let invalid = [(-180.5, 0.0, 0.0, 1.0), (0, 0, 180.5, 1), (0, -90.5, 0, 1), (0, 0, 0, 90.5), (0, 2, 1, 1)]
        for (west, south, east, north) in invalid {
            #expect(BoundingBox(west: west, south: south, east: east, north: north) == nil)
        }
    }

    @Test func `text of at most 128 bytes can be a box`() {
        let box = BoundingBox(west: 1, south: 2, east: 3, north: 4)
        let degrees = "1,2,3,4"
        let zeros = String(repeating: "0", count: 128 - degrees.utf8.count)
        #expect(BoundingBox(zeros + degrees) == box && BoundingBox("0" + zeros + degrees) == nil)
    }

    @Test func `a query to the server contains the box that is shown`() throws {
        let box = try #require(BoundingBox(west: 1, south: 2, east: 3, north: 4))
        #expect(query(MeetupFilter(box: box))["bbox"] == "1.0,2.0,3.0,4.0")
    }

    @Test func `a box is compared only with the square of a place, because people know only the square`() throws {
        let grid = CampusGrid(
            centre: try #require(Coordinates(latitude: 40, longitude: 20)), side: MeetupLimits.gridSide)
        let exact = try #require(Coordinates(latitude: 40.003, longitude: 20.003))
        let place = Place(name: "Court", link: "https://a.example", coordinates: exact).snapped(to: grid)
        let shown = try #require(place.coordinates)
        #expect(shown == grid.centre && place == Place(coordinates: shown, isExact: false))
        let around = try #require(BoundingBox(west: 20.002, south: 40.002, east: 20.004, north: 40.004))
        #expect(try !admits(MeetupFilter(box: around), Given.plan(at: shown)))
    }

    @Test func `search text beyond its limit is ignored`() throws {
        let filter = MeetupFilter(text: String(repeating: "a ", count: 50) + String(repeating: "z", count: 10_000))
        #expect(query(filter)["q"]?.contains("z") == false)
        #expect(try admits(filter, Given.plan("banana")))
    }
}
