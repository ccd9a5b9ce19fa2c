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

/// A square of a ``HomeGrid``.
public struct HomeSquare: Hashable, Sendable {
    /// Counted to the north.
    let row: Int16
    /// Counted to the east, 0 to ``columns`` - 1.
    let column: Int16
    /// The number of squares around the Earth in this row, at least 1.
    let columns: Int16

    /// Stands for no home in an index; no grid has a row without squares.
    static let unknown = HomeSquare(row: 0, column: 0, columns: 0)

    /// The step to another square of the same grid; the same in both directions.
    ///
    /// Rows have different numbers of squares, so that those of neighbouring rows need not line up. Two squares are
    /// next to each other if their rows are and their middles are less than 1.9 squares apart along the row: these are
    /// eight where the rows line up, as they do around the campus.
    public func step(to other: HomeSquare) -> HomeStep {
        guard self != other else { return .same }
        guard abs(Int(row) - Int(other.row)) <= 1 else { return .further }
        // In fractions of the circle of latitude with a common denominator.
        let whole = Int(columns) * Int(other.columns)
        let eastward = abs(Int(column) * Int(other.columns) - Int(other.column) * Int(columns))
        let apart = min(eastward, whole - eastward)
        return 20 * apart < 19 * (Int(columns) + Int(other.columns)) ? .neighbouring : .further
    }
}

/// How far apart two people live: all that either learns of the other's home before a match.
public enum HomeStep: String, CaseIterable, Codable, Hashable, Sendable {
    /// In the same square of a ``HomeGrid``.
    case same
    /// In squares next to each other.
    case neighbouring
    /// In other squares: at least 13 km apart.
    case further

    /// 0 to 1.
    var worth: Double {
        switch self {
        case .same: 1
        case .neighbouring: 0.5
        case .further: 0.1
        }
    }
}

extension HomeStep: Comparable {
    /// Nearer steps come first.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.worth > rhs.worth }
}
