import Foundation

/// Squares of equal size that are fixed on a campus, in the middle of one of them.
///
/// Places are snapped *before* anything is measured, and the grid is the same for everybody: a distance from the exact
/// point, however coarse, or noise that is drawn anew, gives the point away to a caller who asks often enough (Polakis
/// et al., "Where's Wally?", CCS 2015).
///
/// ```swift
/// let grid = CampusGrid(centre: campus, side: 2)
/// let steps = grid.square(of: here).steps(to: grid.square(of: there))  // 0: the same square, 1: a neighbouring one
/// ```
public struct CampusGrid: Hashable, Sendable {
    /// The middle of the square in the middle.
    public let centre: Coordinates
    /// The length of a side in kilometres, 0.1 to 1,000.
    public let side: Double

    /// Creates a grid; the side is clamped.
    public init(centre: Coordinates, side: Double) {
        self.centre = centre
        self.side = side >= 0.1 ? min(side, 1_000) : 0.1
    }

    /// A square, counted from the one in the middle.
    public struct Square: Hashable, Sendable {
        /// To the east.
        public let column: Int
        /// To the north.
        public let row: Int

        /// The number of steps to another square, each to one of the eight neighbours (Chebyshev distance).
        public func steps(to other: Square) -> Int {
            max(abs(column - other.column), abs(row - other.row))
        }
    }

    /// The square that a point lies in.
    public func square(of point: Coordinates) -> Square {
        let height = (point.latitude - centre.latitude) * Self.kilometresPerDegree
        let turn = (point.longitude - centre.longitude + 540).truncatingRemainder(dividingBy: 360) - 180
        return Square(column: index(of: turn * kilometresPerDegreeEast), row: index(of: height))
    }

    /// The middle of a square; of one that reaches past a pole, the pole's latitude.
    public func centre(of square: Square) -> Coordinates {
        let latitude = centre.latitude + Double(square.row) * side / Self.kilometresPerDegree
        let longitude = centre.longitude + Double(square.column) * side / kilometresPerDegreeEast
        let wrapped = (longitude + 540).truncatingRemainder(dividingBy: 360)
        return Coordinates(
            latitude: min(max(latitude, -90), 90), longitude: (wrapped < 0 ? wrapped + 360 : wrapped) - 180) ?? centre
    }

    private func index(of kilometres: Double) -> Int { Int((kilometres / side).rounded()) }

    /// On the circle of latitude of the centre: the squares of one row have the same number of degrees.
    private var kilometresPerDegreeEast: Double {
        max(cos(centre.latitude * .pi / 180), 0.01) * Self.kilometresPerDegree
    }

    /// Of a sphere with the mean radius of the Earth, 6,371 km.
    package static let kilometresPerDegree = 6_371 * Double.pi / 180
}
