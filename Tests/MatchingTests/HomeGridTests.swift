import Foundation
import Matching
import OrbitModels
import Testing
import TimeAndChance

@Suite struct HomeGridTests {
    private static let campus = Coordinates(latitude: 42.45, longitude: -76.48)

    /// Returns the place at a distance in kilometres east and north of the campus.
    private func place(_ east: Double, _ north: Double) throws -> Coordinates {
        let centre = try #require(Self.campus)
        return try #require(
            Coordinates(
                latitude: centre.latitude + north / 111.195,
                longitude: centre.longitude + east / 111.195 / cos(centre.latitude * .pi / 180)))
    }

    @Test func `the campus is in the middle of a square of about 16 km`() throws {
        let grid = HomeGrid(centre: Self.campus)
        let middle = grid.square(of: try place(0, 0))
        for (east, north) in [(7.9, 0.0), (-7.9, 0), (0, 7.9), (0, -7.9), (7.9, 7.9), (-7.9, -7.9)] {
            #expect(grid.square(of: try place(east, north)) == middle)
        }
        for (east, north) in [(8.1, 0.0), (-8.1, 0), (0, 8.1), (0, -8.1)] {
            let square = grid.square(of: try place(east, north))
            #expect(
                middle.distanceLevel(to: square) == .neighbouring && square.distanceLevel(to: middle) == .neighbouring)
        }
    }

    @Test func `squares around the campus have eight neighbours`() throws {
        let grid = HomeGrid(centre: Self.campus)
        for (column, row) in [(0.0, 0.0), (1, 1), (-3, 2)] {
            let here = grid.square(of: try place(16 * column, 16 * row))
            for east in -3...3 {
                for north in -3...3 {
                    let there = grid.square(
                        of: try place(16 * (column + Double(east)), 16 * (row + Double(north))))
                    let steps = max(abs(east), abs(north))
                    #expect(
                        here.distanceLevel(to: there) == (steps == 0 ? .same : steps == 1 ? .neighbouring : .further))
                }
            }
        }
    }

    @Test(arguments: [nil, Self.campus, Coordinates(latitude: -89.9, longitude: 179.99)])
    func `homes up to 13 km apart are in neighbouring squares, up to 85 degrees`(centre: Coordinates?) throws {
        let grid = HomeGrid(centre: centre)
        var random = SplitMix64(seed: 5)
        for _ in 0..<4_000 {
            let here = try #require(
                Coordinates(
                    latitude: .random(in: -85...85, using: &random), longitude: .random(in: -180...180, using: &random))
            )
            let (bearing, distance) = (Double.random(in: 0..<2 * .pi, using: &random), 13.0)
            let longitude = here.longitude + distance * sin(bearing) / 111.195 / cos(here.latitude * .pi / 180)
            let there = try #require(
                Coordinates(
                    latitude: here.latitude + distance * cos(bearing) / 111.195,
                    longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude))
            let (one, other) = (grid.square(of: here), grid.square(of: there))
            #expect(one.distanceLevel(to: other) <= .neighbouring)
            #expect(one.distanceLevel(to: other) == other.distanceLevel(to: one))
        }
    }

    @Test func `homes on both sides of the date line are neighbours`() throws {
        for centre in [nil, Self.campus, Coordinates(latitude: -17, longitude: 179.95)] {
            let grid = HomeGrid(centre: centre)
            let (west, east) = try (
                #require(Coordinates(latitude: -17, longitude: 179.99)),
                #require(Coordinates(latitude: -17, longitude: -179.99))
            )
            #expect(grid.square(of: west).distanceLevel(to: grid.square(of: east)) <= .neighbouring)
            let (one, same) = try (
                #require(Coordinates(latitude: -17, longitude: 180)),
                #require(Coordinates(latitude: -17, longitude: -180))
            )
            #expect(grid.square(of: one) == grid.square(of: same))
        }
        let there = HomeGrid(centre: Coordinates(latitude: -17, longitude: 179.99))
        #expect(
            there.square(of: try #require(Coordinates(latitude: -17, longitude: -179.99)))
                == there.square(of: try #require(Coordinates(latitude: -17, longitude: 179.99))))
    }

    @Test(arguments: [90.0, -90], [-180.0, -90, 0, 0.01, 90, 180])
    func `homes at a pole are in neighbouring squares`(latitude: Double, longitude: Double) throws {
        for centre in [
            nil, Self.campus, Coordinates(latitude: 90, longitude: 0), Coordinates(latitude: -90, longitude: 1),
        ] {
            let grid = HomeGrid(centre: centre)
            let (one, other) = try (
                #require(Coordinates(latitude: latitude, longitude: longitude)),
                #require(Coordinates(latitude: latitude, longitude: 45))
            )
            #expect(grid.square(of: one).distanceLevel(to: grid.square(of: other)) <= .neighbouring)
        }
    }

    @Test func `distant squares on either side of the Earth are further`() throws {
        let grid = HomeGrid(centre: Self.campus)
        let middle = grid.square(of: try place(0, 0))
        for (latitude, longitude) in [(42.45, 103.52), (-42.45, -76.48), (42.45, -76.0), (42.0, -76.48), (90, 0)] {
            let square = grid.square(of: try #require(Coordinates(latitude: latitude, longitude: longitude)))
            #expect(middle.distanceLevel(to: square) == .further)
        }
    }
}
