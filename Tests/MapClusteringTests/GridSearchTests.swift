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
}
