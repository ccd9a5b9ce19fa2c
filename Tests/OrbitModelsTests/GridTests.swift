import Foundation
import OrbitModels
import Testing

@Suite struct GridTests {
    private func point(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
        try #require(Coordinates(latitude: latitude, longitude: longitude))
    }

    @Test(
        arguments: [
            ([0, 0], [5, 5]), ([52.5, 13.4], [55, 17.142_857_142_857]), ([90, 180], [85, 120]),
            ([-90, -180], [-85, -120]),
        ] as [([Double], [Double])])
    func `a place is snapped to the centre of its cell`(place: [Double], centre: [Double]) throws {
        let snapped = CoarseGrid(cellHeight: 10).snapped(try point(place[0], place[1]))
        #expect(abs(snapped.latitude - centre[0]) < 1e-9 && abs(snapped.longitude - centre[1]) < 1e-9)
    }

    @Test(arguments: [(0, 0.000_1), (0.5, 0.5), (20, 10), (.nan, 0.02)] as [(Double, Double)])
    func `the height of a coarse cell is clamped`(height: Double, clamped: Double) {
        #expect(CoarseGrid(cellHeight: height).cellHeight == clamped)
    }

    @Test func `a row at a pole has one cell`() {
        #expect(CoarseGrid(cellHeight: 10).columns(at: 90) == 1)
    }

    @Test(arguments: [(0, 0.1), (0.05, 0.1), (2, 2), (2_000, 1_000), (.nan, 0.1)] as [(Double, Double)])
    func `the side of a square is clamped`(side: Double, clamped: Double) throws {
        #expect(CampusGrid(centre: try point(0, 0), side: side).side == clamped)
    }

    /// A degree is 111.19 km at the equator.
    @Test(
        arguments: [(0, -179.9, 0, 0), (1, -178, 2, 1), (-3, 179.9, 0, -3), (0, 177, -3, 0), (3, -178, 2, 3)]
            as [(Double, Double, Int, Int)])
    func `squares are counted across the antimeridian`(latitude: Double, longitude: Double, column: Int, row: Int)
        throws
    {
        let grid = CampusGrid(centre: try point(0, 179.9), side: 100)
        let square = grid.square(of: try point(latitude, longitude))
        #expect(square.column == column && square.row == row)
        #expect(square.steps(to: grid.square(of: grid.centre)) == max(abs(column), abs(row)))
        #expect(grid.square(of: grid.centre(of: square)) == square)
        let middle = grid.centre(of: square)
        #expect(abs(middle.latitude - Double(row) * 100 / 111.194_926) < 1e-5)
        let east = (middle.longitude - 179.9 + 540).truncatingRemainder(dividingBy: 360) - 180
        #expect(abs(east - Double(column) * 100 / 111.194_926) < 1e-5)
    }
}
