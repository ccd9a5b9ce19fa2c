public import OrbitModels

/// A part of the map between two meridians and two parallels, in degrees. On the wire `west,south,east,north`, as in
/// GeoJSON (RFC 7946, 5).
public struct BoundingBox: Hashable, Sendable {
    /// Where it begins, -180 to 180.
    public let west: Double
    /// -90 to 90, at most ``north``.
    public let south: Double
    /// Where it ends, eastwards from ``west``, -180 to 180. Less than ``west`` if the box crosses the antimeridian.
    public let east: Double
    /// -90 to 90.
    public let north: Double

    /// `nil` for degrees that are out of range or not numbers, and if the south is north of the north.
    public init?(west: Double, south: Double, east: Double, north: Double) {
        guard abs(west) <= 180, abs(east) <= 180, abs(south) <= 90, abs(north) <= 90, south <= north else {
            return nil
        }
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }

    /// Reads four numbers with commas between them.
    public init?(_ text: String) {
        guard text.utf8.count <= 128 else { return nil }
        let degrees = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
        guard degrees.count == 4, text.utf8.count(where: { $0 == UInt8(ascii: ",") }) == 3 else { return nil }
        self.init(west: degrees[0], south: degrees[1], east: degrees[2], north: degrees[3])
    }

    /// Whether a point lies in the box, its edges included.
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
