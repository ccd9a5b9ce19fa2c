import Foundation
import OrbitModels

/// The sums over the points of a cluster, called the *tally* of the cluster.
///
/// Unit vectors are added as integers. The sum therefore does not depend on the order, and subtracting a point restores
/// the previous sum exactly.
struct ClusterAccumulator: Sendable, Hashable {
    var count: Int32 = 0
    /// The sum of unit vectors from the centre of the Earth, times 2³⁰.
    private var x: Int64 = 0
    private var y: Int64 = 0
    private var z: Int64 = 0
    /// The earliest time, in seconds since the reference date.
    var earliest = Double.infinity
    var latest = -Double.infinity

    init() {}

    /// Creates the tally of one point.
    init(_ vector: UnitVector, time: Double) {
        count = 1
        (x, y, z) = (Int64(vector.x), Int64(vector.y), Int64(vector.z))
        (earliest, latest) = (time, time)
    }

    static func += (left: inout Self, right: Self) {
        left.count &+= right.count
        left.x &+= right.x
        left.y &+= right.y
        left.z &+= right.z
        left.earliest = min(left.earliest, right.earliest)
        left.latest = max(left.latest, right.latest)
    }

    /// Subtracts a part, but keeps the span of time. If `mayLimitSpan(of:)` is `true`, the caller must recompute the
    /// span.
    mutating func subtract(_ other: Self) {
        count &-= other.count
        x &-= other.x
        y &-= other.y
        z &-= other.z
    }

    /// Whether the span of time of the whole may become shorter without this part.
    func mayLimitSpan(of whole: Self) -> Bool { earliest <= whole.earliest || latest >= whole.latest }

    /// The direction of the mean vector, or `nil` if opposite points cancel each other out.
    var mean: Coordinates? {
        let (x, y, z) = (Double(x), Double(y), Double(z))
        let level = (x * x + y * y).squareRoot()
        guard level + abs(z) > UnitVector.unit * 1e-6 else { return nil }
        return Coordinates(latitude: atan2(z, level) * 180 / .pi, longitude: atan2(y, x) * 180 / .pi)
    }

    /// Returns the scalar product of two sums.
    func alignment(with other: Self) -> Double {
        Double(x) * Double(other.x) + Double(y) * Double(other.y) + Double(z) * Double(other.z)
    }
}

/// A place as a vector from the centre of the Earth, multiplied by 2³⁰.
struct UnitVector {
    let x: Int32
    let y: Int32
    let z: Int32

    static let unit = 1_073_741_824.0

    init(_ place: Coordinates) {
        let latitude = place.latitude * .pi / 180
        let longitude = place.longitude * .pi / 180
        let cosine = cos(latitude)
        x = Int32((cosine * cos(longitude) * Self.unit).rounded())
        y = Int32((cosine * sin(longitude) * Self.unit).rounded())
        z = Int32((sin(latitude) * Self.unit).rounded())
    }
}
