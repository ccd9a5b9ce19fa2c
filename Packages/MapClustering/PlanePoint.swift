import Foundation
import OrbitModels

/// A place on the map plane. The unit is a 2³⁰th of the width of the world (3.7 cm at the equator).
///
/// Integers make distances exact, so every platform forms the same clusters. The plane has three charts that do not
/// touch each other:
/// - the square of Web Mercator,
/// - a disc for the northern polar cap, which Mercator cuts off, and
/// - a disc for the southern polar cap.
///
/// A disc is a stereographic projection at the scale of the cut. Distances around a pole are therefore the same on the
/// plane as on the Earth. Both projections are conformal: a distance on the plane is the real distance at the local
/// scale of the map.
struct PlanePoint: Hashable, Sendable {
    /// The position from west to east, in steps of a quarter unit. It is a multiple of 4. The width of the world is 2³²
    /// steps, so differences wrap at ±180°.
    let x: UInt32
    /// The position from north to south, in units.
    let y: Int32

    /// The width of the world, in units.
    static let world = 1_073_741_824.0
    /// The distance of the upper and the lower side of the Mercator square from the equator: 85.0511° N and S.
    static let edge: Int32 = 1 << 29
    /// The centre of the southern disc. The centre of the northern disc has the negative value.
    static let capCentre: Int32 = 3 << 28
    /// The radius of a disc. Its circumference is the width of the world.
    static let capRadius = world / (2 * .pi)

    private static let latitudeLimit = 85.0511287798066
    private static let capTangent = tan((90 - latitudeLimit) * .pi / 360)

    init(x: UInt32, y: Int32) {
        (self.x, self.y) = (x, y)
    }

    init(_ place: Coordinates) {
        let turn = place.longitude / 360 + 0.5
        if abs(place.latitude) <= Self.latitudeLimit {
            self.init(x: Self.steps(turn), y: Self.mercatorY(place.latitude))
        } else {
            let tangent = tan((90 - abs(place.latitude)) * .pi / 360)
            self.init(capAngle: turn * 2 * .pi, radius: tangent / Self.capTangent * Self.capRadius, place.latitude < 0)
        }
    }

    private init(capAngle angle: Double, radius: Double, _ isSouthern: Bool) {
        let centre = isSouthern ? Double(Self.capCentre) : -Double(Self.capCentre)
        x = Self.steps(radius * cos(angle) / Self.world)
        y = Int32((centre + radius * sin(angle)).rounded())
    }

    /// Returns the position of a parallel in the square. Latitudes beyond the square are clamped to its upper or lower
    /// side.
    static func mercatorY(_ latitude: Double) -> Int32 {
        let sine = sin(min(max(latitude, -latitudeLimit), latitudeLimit) * .pi / 180)
        let y = -log((1 + sine) / (1 - sine)) / (4 * .pi) * world
        return Int32(min(max(y, -Double(edge)), Double(edge)).rounded())
    }

    /// Converts a distance from widths of the world to steps. Only the fraction counts, because whole widths lead
    /// around the world.
    static func steps(_ widths: Double) -> UInt32 {
        UInt32(truncatingIfNeeded: Int64((widths * world).rounded()) << 2)
    }

    /// Whether the place is in one of the discs.
    var isInCap: Bool { abs(y) > 9 << 26 }

    /// The distance to the nearer horizontal side of the square, or to the rim of the disc.
    var distanceToEdge: Double {
        guard isInCap else { return Double(Self.edge - abs(y)) }
        let (east, south) = capOffset
        return Self.capRadius - (east * east + south * south).squareRoot()
    }

    /// The offset from the centre of the disc.
    private var capOffset: (east: Double, south: Double) {
        (Double(Int32(bitPattern: x) >> 2), Double(y < 0 ? y + Self.capCentre : y - Self.capCentre))
    }

    /// The angle around the pole in steps. It is the longitude, like `x` in the square.
    var capLongitude: UInt32 {
        let (east, south) = capOffset
        return Self.steps(atan2(south, east) / (2 * .pi))
    }

    /// The position of a place of the square on the chart of the nearer disc, which is extended beyond its rim.
    var inCap: PlanePoint {
        let radius = Self.capRadius * exp(2 * .pi * min(distanceToEdge / Self.world, 0.2))
        return PlanePoint(capAngle: Double(x) / 0x1p32 * 2 * .pi, radius: radius, y > 0)
    }

    /// Returns the squared distance of two places in the same chart, in squared units.
    static func squaredDistance(_ a: PlanePoint, _ b: PlanePoint) -> Int64 {
        let east = Int64(Int32(bitPattern: a.x &- b.x) >> 2)
        let south = Int64(a.y) &- Int64(b.y)
        return east &* east &+ south &* south
    }
}

/// A number that identifies a place, in a pseudorandom order.
///
/// The place with the lower number becomes the anchor of a cluster. Because the order is pseudorandom, a change affects
/// only few neighbours. Because it depends only on the place, it is the same on every platform.
struct PlaceKey: Hashable, Comparable, Sendable {
    let value: UInt64

    init(value: UInt64) {
        self.value = value
    }

    /// Computes the number by a bijection: rounds of shifts and of multiplications by odd numbers.
    init(_ point: PlanePoint) {
        var z = UInt64(point.x) << 32 | UInt64(UInt32(bitPattern: point.y))
        z = (z ^ (z >> 32)) &* Self.factors.0
        z = (z ^ (z >> 29)) &* Self.factors.1
        value = z ^ (z >> 32)
    }

    /// The place with this number. If no place has the number, the result is not a valid place.
    var point: PlanePoint {
        var z = (value ^ (value >> 32)) &* Self.inverses.1
        z = z ^ (z >> 29) ^ (z >> 58)
        z = z &* Self.inverses.0
        z ^= z >> 32
        return PlanePoint(x: UInt32(z >> 32), y: Int32(bitPattern: UInt32(truncatingIfNeeded: z)))
    }

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.value < rhs.value }

    /// The constants of SplitMix64.
    private static let factors: (UInt64, UInt64) = (0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB)
    private static let inverses = (inverse(factors.0), inverse(factors.1))

    /// Returns the inverse modulo 2⁶⁴ by Newton's iteration. It starts with 3 correct bits, and each step doubles them.
    private static func inverse(_ odd: UInt64) -> UInt64 {
        (0..<5).reduce(odd) { inverse, _ in inverse &* (2 &- odd &* inverse) }
    }
}
