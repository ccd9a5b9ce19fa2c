import OrbitModels
import Testing

@testable import MapClustering

@Suite struct GridSearchTests {
    @Test func `a search once around the world finds each site once`() {
        let points = ContiguousArray((0..<64).map { PlanePoint(x: UInt32($0) << 26, y: 0) })
        var grid = CellGrid(columns: 8, capacity: points.count)
        for site in points.indices { grid.insert(Int32(site), at: points) }
        let area = PlaneArea(west: 1 << 28, width: 1 << 32 - 4, top: -1, bottom: 1)
        #expect(grid.sites(in: area, of: points)?.sorted() == Array(0..<64))
    }

    @Test func `a grown box has one more cell on each side, up to the poles`() throws {
        let grid = CoarseGrid(cellHeight: 1)
        let box = grid.grown(try #require(MapBox(west: 10, south: -1, east: 20, north: 1)))
        #expect(box.south == -2 && box.north == 2 && box.west == 9 && box.width == 12)
        let northern = grid.grown(try #require(MapBox(west: 10, south: 0, east: 20, north: 60)))
        let width = 360 / grid.columns(at: 62)
        #expect(abs(northern.west - (10 - width)) < 1e-9 && abs(northern.width - (10 + 2 * width)) < 1e-9)
        let polar = grid.grown(try #require(MapBox(west: 10, south: -89.5, east: 20, north: 89.5)))
        #expect(polar.south == -90 && polar.north == 90)
    }
}
