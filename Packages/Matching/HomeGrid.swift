import Foundation
public import OrbitModels

/// A grid of squares of about 16 km, fixed on the campus. Homes are compared only by their squares.
///
/// ```swift
/// let grid = HomeGrid(centre: Coordinates(latitude: 42.45, longitude: -76.48))
/// let level = grid.square(of: here).distanceLevel(to: grid.square(of: there))  // same, neighbouring or further
/// ```
///
/// A home is replaced by its square before any comparison, and all people have the same squares. Any number of
/// comparisons therefore reveals at most the square (Polakis et al., "Where's Wally?", CCS 2015).
///
/// The grid covers the Earth in rows of 16 km from south to north. Each row has as many squares as fit around the Earth
/// at its middle latitude. The squares are therefore about as wide as high, except within about 100 km of the poles.
/// Homes up to 13 km apart are in the same square or in neighbouring squares, up to 85° of latitude.
public struct HomeGrid: Hashable, Sendable {
    /// The centre of a square, which is a public point of the campus. With `nil` the grid is fixed on the Earth, from
    /// latitude and longitude 0.
    public let centre: Coordinates?

    /// Creates a grid around a point of the campus.
    public init(centre: Coordinates? = nil) {
        self.centre = centre
    }

    /// Returns the square that contains a point.
    public func square(of point: Coordinates) -> HomeSquare {
        let row = ((point.latitude - (centre?.latitude ?? 0)) / Self.height).rounded()
        let latitude = min(max((centre?.latitude ?? 0) + row * Self.height, -90), 90)
        let columns = max(1, (360 / Self.height * cos(latitude * .pi / 180)).rounded())
        // The result is from -½ to ½, regardless of the date line.
        let turns = (point.longitude - (centre?.longitude ?? 0)) / 360
        let column = ((turns - (turns + 0.5).rounded(.down)) * columns).rounded()
        return HomeSquare(
            row: Int16(row), column: Int16(column < 0 ? column + columns : column), columns: Int16(columns))
    }

    /// The height of a row in degrees of latitude.
    private static let height = 16 / CampusGrid.kilometresPerDegree
}

/// A square of a ``HomeGrid``.
public struct HomeSquare: Hashable, Sendable {
    /// The number of the row, counted to the north.
    let row: Int16
    /// The number of the column, counted to the east, 0 to ``columns`` - 1.
    let column: Int16
    /// The number of squares around the Earth in this row, at least 1.
    let columns: Int16

    /// A value for an unknown home in an index. No grid has a row without squares.
    static let unknown = HomeSquare(row: 0, column: 0, columns: 0)

    /// Returns the level of the distance to another square of the same grid. It is the same in both directions.
    ///
    /// Two squares are neighbours if their rows are neighbours and their centres are less than 1.9 squares apart along
    /// the row. Rows have different numbers of squares, so squares of neighbouring rows may be offset. If they are
    /// aligned, as around the campus, a square has eight neighbours.
    public func distanceLevel(to other: HomeSquare) -> DistanceLevel {
        guard self != other else { return .same }
        guard abs(Int(row) - Int(other.row)) <= 1 else { return .further }
        // The distance is a fraction of the circle of latitude, with a common denominator.
        let whole = Int(columns) * Int(other.columns)
        let eastward = abs(Int(column) * Int(other.columns) - Int(other.column) * Int(columns))
        let apart = min(eastward, whole - eastward)
        return 20 * apart < 19 * (Int(columns) + Int(other.columns)) ? .neighbouring : .further
    }
}

/// The level of the distance between two homes. Before a match, neither person learns more about the other's home.
public enum DistanceLevel: String, CaseIterable, Codable, Hashable, Sendable {
    /// The homes are in the same square of a ``HomeGrid``.
    case same
    /// The homes are in neighbouring squares.
    case neighbouring
    /// The homes are in other squares, at least 13 km apart.
    case further

    /// The value in the score, 0 to 1.
    var worth: Double {
        switch self {
        case .same: 1
        case .neighbouring: 0.5
        case .further: 0.1
        }
    }
}

extension DistanceLevel: Comparable {
    /// Nearer levels come first.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.worth > rhs.worth }
}
