public import OrbitModels

/// An area of the map between two meridians and two parallels, in degrees.
///
/// Its form on the wire is `west,south,east,north`, as in GeoJSON (RFC 7946, 5).
public struct BoundingBox: Hashable, Sendable {
    /// The western edge, -180 to 180.
    public let west: Double
    /// The southern edge, -90 to 90 and at most ``north``.
    public let south: Double
    /// The eastern edge, -180 to 180. It is less than ``west`` if the box crosses the antimeridian.
    public let east: Double
    /// The northern edge, -90 to 90.
    public let north: Double

    /// Creates a box. The result is `nil` if a number is NaN or out of range, or if `south` is greater than `north`.
    public init?(west: Double, south: Double, east: Double, north: Double) {
        guard abs(west) <= 180, abs(east) <= 180, abs(south) <= 90, abs(north) <= 90, south <= north else {
            return nil
        }
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }

    /// Creates a box from four numbers separated by commas. The result is `nil` for any other text.
    public init?(_ text: String) {
        guard text.utf8.count <= 128 else { return nil }
        let degrees = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
        guard degrees.count == 4, text.utf8.count(where: { $0 == UInt8(ascii: ",") }) == 3 else { return nil }
        self.init(west: degrees[0], south: degrees[1], east: degrees[2], north: degrees[3])
    }

    /// Whether the box contains a point. The edges belong to the box.
    public func contains(_ point: Coordinates) -> Bool {
        guard (south...north).contains(point.latitude) else { return false }
        return west <= east
            ? (west...east).contains(point.longitude) : point.longitude >= west || point.longitude <= east
    }
}

extension BoundingBox: CustomStringConvertible {
    /// `west,south,east,north`.
    public var description: String { "\(west),\(south),\(east),\(north)" }
}
