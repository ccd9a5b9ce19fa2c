import Foundation
public import OrbitModels

/// A place as a unit vector from the centre of the Earth: distances need no trigonometry until the last step.
///
/// Only ``RankFormula/plain(decay:)`` measures distances between points.
public struct EarthPoint: Hashable, Sendable {
    let x: Float
    let y: Float
    let z: Float

    /// Converts coordinates, in single precision (about a metre).
    public init(_ coordinates: Coordinates) {
        let latitude = coordinates.latitude * .pi / 180
        let longitude = coordinates.longitude * .pi / 180
        x = Float(cos(latitude) * cos(longitude))
        y = Float(cos(latitude) * sin(longitude))
        z = Float(sin(latitude))
    }

    init(x: Float, y: Float, z: Float) {
        (self.x, self.y, self.z) = (x, y, z)
    }

    /// The great-circle distance.
    func kilometres(to other: Self) -> Double {
        let (dx, dy, dz) = (Double(x - other.x), Double(y - other.y), Double(z - other.z))
        let chord = (dx * dx + dy * dy + dz * dz).squareRoot()
        return 2 * Self.earthRadius * asin(min(1, chord / 2))
    }

    /// The mean radius in kilometres (IUGG R₁).
    private static let earthRadius = 6_371.0088
}
