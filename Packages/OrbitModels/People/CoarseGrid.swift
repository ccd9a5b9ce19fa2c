import Foundation

/// Cells of about the same size all over the Earth, for places that are not to be known exactly.
public struct CoarseGrid: Hashable, Sendable {
    /// The height of a cell in degrees of latitude.
    public let cellHeight: Double

    /// Cells of 0.02°, about two kilometres.
    public static let standard = CoarseGrid()

    /// - Parameter cellHeight: 0.0001 (11 m) to 10 degrees; other values are replaced by the nearest of these.
    public init(cellHeight: Double = 0.02) {
        self.cellHeight = cellHeight.isNaN ? 0.02 : min(max(cellHeight, 0.000_1), 10)
    }

    /// The centre of the cell that a place lies in.
    public func snapped(_ place: Coordinates) -> Coordinates {
        let rows = (180 / cellHeight).rounded(.up)
        let row = min(((place.latitude + 90) / cellHeight).rounded(.down), rows - 1)
        let latitude = min((row + 0.5) * cellHeight - 90, 90)
        let columns = columns(at: latitude)
        let column = min(((place.longitude + 180) / 360 * columns).rounded(.down), columns - 1)
        return Coordinates(latitude: latitude, longitude: (column + 0.5) / columns * 360 - 180) ?? place
    }

    /// How many cells a row has.
    package func columns(at latitude: Double) -> Double {
        max(1, (360 / cellHeight * cos(latitude * .pi / 180)).rounded())
    }
}
