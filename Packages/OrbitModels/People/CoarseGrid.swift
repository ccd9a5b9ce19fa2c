import Foundation

/// A grid of cells of about the same size all over the Earth, which hides exact places.
public struct CoarseGrid: Hashable, Sendable {
    /// The height of a cell in degrees of latitude.
    public let cellHeight: Double

    /// A grid with cells of 0.02°, about two kilometres.
    public static let standard = CoarseGrid()

    /// Creates a grid.
    ///
    /// - Parameter cellHeight: The height in degrees, 0.0001 (11 m) to 10. Other values are clamped to this range; NaN
    ///   becomes 0.02.
    public init(cellHeight: Double = 0.02) {
        self.cellHeight = cellHeight.isNaN ? 0.02 : min(max(cellHeight, 0.000_1), 10)
    }

    /// Returns the centre of the cell that contains a place.
    public func snapped(_ place: Coordinates) -> Coordinates {
        let rows = (180 / cellHeight).rounded(.up)
        let row = min(((place.latitude + 90) / cellHeight).rounded(.down), rows - 1)
        let latitude = min((row + 0.5) * cellHeight - 90, 90)
        let columns = columns(at: latitude)
        let column = min(((place.longitude + 180) / 360 * columns).rounded(.down), columns - 1)
        return Coordinates(latitude: latitude, longitude: (column + 0.5) / columns * 360 - 180) ?? place
    }

    /// Returns the number of cells of a row.
    package func columns(at latitude: Double) -> Double {
        max(1, (360 / cellHeight * cos(latitude * .pi / 180)).rounded())
    }
}
