import Foundation
import MapClustering
import OrbitModels
import Testing
import TimeAndChance

@Suite struct QueryTests {
    @Test(arguments: UInt64(1)...5)
    func `a query for a box returns the same clusters and points as an exhaustive search`(seed: UInt64) throws {
        let points = try randomPoints(500, seed: seed)
        let index = ClusterIndex(points)
        var random = SplitMix64(seed: seed)
        for round in 0..<60 {
            let centre = points[Int.random(in: 0..<points.count, using: &random)].coordinates
            let size = [0.0005, 0.05, 2, 40, 200][round % 5]
            let box = try #require(
                MapBox(
                    west: centre.longitude - size * Double.random(in: 0...1, using: &random),
                    south: centre.latitude - size * Double.random(in: 0...1, using: &random),
                    east: centre.longitude + size * Double.random(in: 0...1, using: &random),
                    north: centre.latitude + size * Double.random(in: 0...1, using: &random)))
            #expect(
                index.points(in: box).map(\.id) == points.filter { box.contains($0.coordinates) }.map(\.id).sorted())
            let zoom = Int.random(in: 0...17, using: &random)
            let expected = index.clusters(zoom: zoom).filter { box.contains($0.position) }
            #expect(index.clusters(in: box, zoom: zoom) == expected)
            #expect(index.clusters(in: box, zoom: zoom, limit: 3) == Array(expected.prefix(3)))
        }
    }

    @Test func `points of an index are returned in pages`() throws {
        let index = ClusterIndex(try randomPoints(100, seed: 2))
        var found: [Identifier<Spot>] = []
        while true {
            let page = index.points(after: found.last, limit: 9).map(\.id)
            if page.isEmpty { break }
            found += page
        }
        #expect(found == index.points().map(\.id))
        #expect(found.count == 100)
    }

    @Test func `boxes out of range are refused, and zooms out of range are clamped`() throws {
        #expect(MapBox(west: .nan, south: 0, east: 1, north: 1) == nil)
        #expect(MapBox(west: 0, south: 0, east: .infinity, north: 1) == nil)
        #expect(MapBox(west: 0, south: 2, east: 1, north: 1) == nil)
        #expect(MapBox(west: 0, south: .nan, east: 1, north: 1) == nil)
        #expect(MapBox(west: -1e300, south: -1e300, east: 1e300, north: 1e300)?.width == 360)
        #expect(MapBox(west: 1, south: 2, east: 1, north: 2)?.width == 0)
        #expect(MapBox(west: 179, south: 0, east: -179, north: 1)?.width == 2)
        #expect(MapBox(west: 180, south: 0, east: -180, north: 1)?.width == 360)
        let whole = try #require(MapBox(west: 0, south: -1e300, east: 1, north: 1e300))
        #expect(whole.south == -90 && whole.north == 90)
        let part = try #require(MapBox(west: 0, south: -80, east: 1, north: 80))
        #expect(part.south == -80 && part.north == 80)
        let index = ClusterIndex(try randomPoints(50, seed: 1))
        #expect(index.clusters(zoom: .min).map(\.id) == index.clusters(zoom: 0).map(\.id))
        #expect(index.clusters(zoom: .max).map(\.id) == index.clusters(zoom: 17).map(\.id))
        #expect(index.clusters(zoom: 3, limit: 0).isEmpty)
        #expect(index.clusters(zoom: 3, limit: -1).isEmpty)
        #expect(index.points(limit: -1).isEmpty)
        let none = ClusterIndex<Spot>()
        #expect(none.clusters(zoom: 0).isEmpty)
        #expect(none.points().isEmpty)
        let id = try #require(index.clusters(zoom: 0).first?.id)
        #expect(none[id] == nil)
        #expect(none.children(of: id).isEmpty)
        #expect(none.medoid(of: id) == nil)
        #expect(none.kinds(in: id).isEmpty)
    }

    @Test func `settings out of range are clamped`() {
        let least = ClusterSettings(radius: 0, tileSize: 0, maximumZoom: -1)
        #expect(least.radius == 1 && least.tileSize == 64 && least.maximumZoom == 0)
        let most = ClusterSettings(radius: 1e9, tileSize: 1e9, maximumZoom: 99)
        #expect(most.radius == 1_024 && most.tileSize == 4_096 && most.maximumZoom == 20)
        let standard = ClusterSettings(radius: .nan, tileSize: .nan)
        #expect(standard.radius == 40 && standard.tileSize == 512 && standard.maximumZoom == 16)
    }

    @Test(arguments: [-1, 0, .nan, .infinity, 1e300, 1e-300])
    func `every radius and tile size forms clusters of all points`(value: Double) throws {
        let points = try randomPoints(60, seed: 4)
        for settings in [
            ClusterSettings(radius: value), ClusterSettings(tileSize: value),
            ClusterSettings(radius: value, tileSize: value, maximumZoom: 99), ClusterSettings(maximumZoom: -7),
        ] {
            var index = ClusterIndex(points, settings: settings)
            for point in points.prefix(20) { index.remove(point.id) }
            for zoom in 0...(settings.maximumZoom + 1) {
                #expect(index.clusters(zoom: zoom).reduce(0) { $0 + $1.count } == 40)
            }
        }
    }

    @Test func `the last of several points with the same id is kept`() throws {
        let first = Point(id: "a", coordinates: try .at(10, 10))
        let last = Point(id: "a", coordinates: try .at(20, 20))
        var index = ClusterIndex([first, last])
        #expect(index.count == 1)
        #expect(index["a"] == last)
        index.insert(first)
        #expect(index.points() == [first])
        let isGone = index.remove("b")
        #expect(!isGone)
    }

    @Test func `clusters count all of twenty thousand points at one place or in a line`() throws {
        let place = try Coordinates.at(1, 1)
        let heap = ClusterIndex((0..<20_000).map { Point(id: Identifier("p\($0)"), coordinates: place) })
        #expect(heap.clusters(zoom: 17).map(\.count) == [20_000])
        let line = ClusterIndex(
            try (0..<20_000).map { Point(id: Identifier("p\($0)"), coordinates: try .at(0, Double($0) * 1e-7)) })
        #expect(line.clusters(zoom: 16).reduce(0) { $0 + $1.count } == 20_000)
    }

    @Test func `coarse counts reveal neither numbers below three nor exact places`() throws {
        let grid = CoarseGrid.standard
        let points = try randomPoints(200, seed: 6)
        let index = ClusterIndex(points)
        for zoom in [3, 10, 17] {
            let counts = index.coarseCounts(zoom: zoom)
            #expect(!counts.isEmpty)
            for cell in counts {
                #expect(cell.count.map { $0 >= 3 } ?? true)
                #expect(grid.snapped(cell.position) == cell.position)
            }
            let order = counts.map { [-Double($0.count ?? 0), $0.position.latitude, $0.position.longitude] }
            #expect(zip(order, order.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
            #expect(index.coarseCounts(zoom: zoom, limit: 2) == Array(counts.prefix(2)))
            #expect(index.coarseCounts(zoom: zoom, limit: -1).isEmpty)
            #expect(index.coarseCounts(zoom: zoom, atLeast: 1).reduce(0) { $0 + ($1.count ?? 0) } == 200)
        }
        let one = ClusterIndex<Spot>([Point(id: "a", coordinates: try .at(37.871, -122.273))])
        let cell = try #require(one.coarseCounts(zoom: 17).first)
        #expect(cell.count == nil)
        let around = try #require(MapBox(west: -122.2731, south: 37.8709, east: -122.2729, north: 37.8711))
        #expect(one.coarseCounts(in: around, zoom: 17).isEmpty)  // a box around the exact place finds no cell
    }
}
