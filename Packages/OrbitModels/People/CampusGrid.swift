import Foundation

/// A grid of squares of equal size. The campus is in the middle of one of the squares.
///
/// Places are snapped to the grid *before* any distance is measured, and all people have the same grid. This prevents
/// trilateration. Even coarse or noisy distances to the exact point reveal it to a caller who asks often enough
/// (Polakis et al., "Where's Wally?", CCS 2015).
///
/// ```swift
/// let grid = CampusGrid(centre: campus, side: 2)
/// let steps = grid.square(of: here).steps(to: grid.square(of: there))  // 0: the same square, 1: a neighbouring one
/// ```
public struct CampusGrid: Hashable, Sendable {
    /// The centre of the middle square.
    public let centre: Coordinates
    /// The length of a side in kilometres, 0.1 to 1,000.
    public let side: Double

    /// Creates a grid. The side is clamped to its range.
    ///
    /// - Parameters:
    ///   - centre: The centre of the middle square.
    ///   - side: The length of a side in kilometres.
    public init(centre: Coordinates, side: Double) {
        self.centre = centre
        self.side = side >= 0.1 ? min(side, 1_000) : 0.1
    }

    /// A square, counted from the middle square.
    public struct Square: Hashable, Sendable {
        /// The number of squares to the east.
        public let column: Int
        /// The number of squares to the north.
        public let row: Int

        /// Returns the number of steps to another square. Each step leads to one of the eight neighbours (Chebyshev
        /// distance).
        public func steps(to other: Square) -> Int {
            max(abs(column - other.column), abs(row - other.row))
        }
    }

    /// Returns the square that contains a point.
    public func square(of point: Coordinates) -> Square {
        let height = (point.latitude - centre.latitude) * Self.kilometresPerDegree
        let turn = (point.longitude - centre.longitude + 540).truncatingRemainder(dividingBy: 360) - 180
        return Square(column: index(of: turn * kilometresPerDegreeEast), row: index(of: height))
    }

    /// Returns the centre of a square. For a square beyond a pole, the latitude is that of the pole.
    public func centre(of square: Square) -> Coordinates {
        let latitude = centre.latitude + Double(square.row) * side / Self.kilometresPerDegree
        let longitude = centre.longitude + Double(square.column) * side / kilometresPerDegreeEast
        let wrapped = (longitude + 540).truncatingRemainder(dividingBy: 360)
        return Coordinates(
            latitude: min(max(latitude, -90), 90), longitude: (wrapped < 0 ? wrapped + 360 : wrapped) - 180) ?? centre
    }

    private func index(of kilometres: Double) -> Int { Int((kilometres / side).rounded()) }

    /// The length of a degree of longitude at the latitude of the centre. All squares of a column have the same
    /// longitudes.
    private var kilometresPerDegreeEast: Double {
        max(cos(centre.latitude * .pi / 180), 0.01) * Self.kilometresPerDegree
    }

    /// The length of a degree of latitude on a sphere with the mean radius of the Earth, 6,371 km.
    package static let kilometresPerDegree = 6_371 * Double.pi / 180
}
