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
