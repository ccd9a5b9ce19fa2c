import Foundation
public import OrbitModels

extension Coordinates {
    /// The centre of the point's grid cell, about two kilometres across.
    ///
    /// Places are snapped *before* distances are measured. A distance from the exact point, however coarse, reveals the
    /// point by trilateration.
    public var snapped: Coordinates {
        let height = 0.02
        let row = min((latitude + 90) / height, 180 / height - 1).rounded(.down)
        let centre = (row + 0.5) * height - 90
        let columns = max(1, (360 / height * cos(centre * .pi / 180)).rounded())
        let column = min(((longitude + 180) / 360 * columns).rounded(.down), columns - 1)
        return Coordinates(latitude: centre, longitude: (column + 0.5) / columns * 360 - 180) ?? self
    }
}
