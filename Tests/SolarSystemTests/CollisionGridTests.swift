import Testing

@testable import SolarSystem

@Suite struct CollisionGridTests {
    private static let box = SolarSystem.Box(x: 50, y: 60, width: 40, height: 20)

    @Test(
        arguments: [
            (40.0, 70.0, 10.0), (100, 70, 10), (70, 45, 15), (70, 95, 15), (47, 56, 5), (93, 56, 5), (47, 84, 5),
            (93, 84, 5),
        ] as [(Double, Double, Double)])
    func `a disc that touches a box does not overlap it, and a larger disc does`(x: Double, y: Double, radius: Double) {
        let centre = SolarSystem.Point(x: x, y: y)
        #expect(!Self.box.overlaps(discAt: centre, radius: radius))
        #expect(Self.box.overlaps(discAt: centre, radius: radius + 0.01))
    }

    @Test func `a disc within a box overlaps it`() {
        #expect(Self.box.overlaps(discAt: SolarSystem.Point(x: 70, y: 70), radius: 1))
    }

    @Test func `a box is free up to two points from the edges of the canvas`() {
        let grid = CollisionGrid(canvas: SolarSystem.Canvas(width: 200, height: 160), cell: 20)
        func isFree(left: Double, top: Double, right: Double, bottom: Double) -> Bool {
            grid.isFree(SolarSystem.Box(x: left, y: top, width: right - left, height: bottom - top))
        }
        #expect(isFree(left: 2, top: 2, right: 198, bottom: 158))
        #expect(!isFree(left: 1.5, top: 2, right: 198, bottom: 158))
        #expect(!isFree(left: 2, top: 1.5, right: 198, bottom: 158))
        #expect(!isFree(left: 2, top: 2, right: 198.5, bottom: 158))
        #expect(!isFree(left: 2, top: 2, right: 198, bottom: 158.5))
    }

    @Test func `a box is free unless it overlaps a box or a disc in any cell`() {
        var grid = CollisionGrid(canvas: SolarSystem.Canvas(width: 200, height: 160), cell: 20)
        grid.occupy(Self.box)
        grid.occupy(discAt: SolarSystem.Point(x: 150, y: 70), radius: 20)
        for (x, y, isFree) in [
            (40.0, 70.0, true), (41.0, 70.0, false), (90.0, 70.0, true), (89.0, 70.0, false), (60.0, 50.0, true),
            (60.0, 51.0, false), (60.0, 80.0, true), (60.0, 79.0, false), (120.0, 70.0, true), (121.0, 70.0, false),
            (130.0, 50.0, false), (125.0, 45.0, true),
        ] {
            let box = SolarSystem.Box(x: x, y: y, width: 10, height: 10)
            #expect(grid.isFree(box) == isFree, "\(x), \(y)")
        }
    }
}
