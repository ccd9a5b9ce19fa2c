import Foundation
public import OrbitModels

/// Squares of about 16 km, fixed on the campus, by which homes are compared.
///
/// ```swift
/// let grid = HomeGrid(centre: Coordinates(latitude: 42.45, longitude: -76.48))
/// let step = grid.square(of: here).step(to: grid.square(of: there))  // same, neighbouring or further
/// ```
///
/// A home is replaced by its square before anything is compared, and the squares are the same for every person who
/// asks, so any number of questions tells the square at most (Polakis et al., "Where's Wally?", CCS 2015).
///
/// The grid covers the Earth in rows of 16 km from south to north. Each row has as many squares as fit around the Earth
/// at its middle latitude, so they are about as wide as high everywhere but within some 100 km of the poles. Homes up to
/// 13 km apart lie in the same square or in neighbouring ones (up to 85° of latitude).
public struct HomeGrid: Hashable, Sendable {
    /// The middle of a square: a public point of the campus. `nil` for a grid that is fixed on the Earth, from latitude
    /// and longitude 0.
    public let centre: Coordinates?

    /// Creates a grid.
    public init(centre: Coordinates? = nil) {
        self.centre = centre
    }

    /// The square that a point lies in.
    public func square(of point: Coordinates) -> HomeSquare {
        let row = ((point.latitude - (centre?.latitude ?? 0)) / Self.height).rounded()
        let latitude = min(max((centre?.latitude ?? 0) + row * Self.height, -90), 90)
        let columns = max(1, (360 / Self.height * cos(latitude * .pi / 180)).rounded())
        // From -½ up to ½, wherever the date line lies.
        let turns = (point.longitude - (centre?.longitude ?? 0)) / 360
        let column = ((turns - (turns + 0.5).rounded(.down)) * columns).rounded()
        return HomeSquare(
            row: Int16(row), column: Int16(column < 0 ? column + columns : column), columns: Int16(columns))
    }

    /// Of a row, in degrees of latitude.
    private static let height = 16 / CampusGrid.kilometresPerDegree
}
