public import Foundation
public import OrbitModels

/// An element of a map at one place: a cluster of points, or a single point.
public struct MapCluster<Entity>: Hashable, Sendable, Identifiable {
    /// The identifier. It stays the same as long as the cluster has the same anchor.
    public let id: ClusterID
    /// The mean of the unit vectors of all points. For a single point, the position is its place.
    public let position: Coordinates
    /// The number of points, at least 1.
    public let count: Int
    /// The identifier of the anchor, which is one of the points. If several points are at the anchor's place, it is the
    /// lowest identifier.
    ///
    /// It changes only in the following cases:
    /// - The point is removed.
    /// - A point with a lower identifier is added at the same place.
    /// - An anchor that precedes it is added nearby.
    ///
    /// See ``ClusterIndex/medoid(of:)`` for the point in the middle.
    public let representative: Identifier<Entity>
    /// The earliest time of the points.
    public let earliest: Date
    /// The latest time of the points.
    public let latest: Date
    /// The first zoom at which the cluster splits, or `nil` for a single point and for points at the same place.
    ///
    /// Use ``ClusterIndex/spiderfiedPoints(of:spacing:limit:)`` for points that no zoom can separate.
    public let expansionZoom: Int?

    /// Whether the element is a single point.
    public var isPoint: Bool { count == 1 }

    @inlinable
    init(_ plain: PlainCluster) {
        id = plain.id
        position = plain.position
        count = plain.count
        representative = Identifier(rawValue: plain.representative)
        earliest = Date(timeIntervalSinceReferenceDate: plain.earliest)
        latest = Date(timeIntervalSinceReferenceDate: plain.latest)
        expansionZoom = plain.expansionZoom < 0 ? nil : plain.expansionZoom
    }
}

/// A cluster without the type of its entity.
@usableFromInline
struct PlainCluster {
    @usableFromInline let id: ClusterID
    @usableFromInline let position: Coordinates
    @usableFromInline let count: Int
    @usableFromInline let representative: String
    /// The earliest time, in seconds since the reference date.
    @usableFromInline let earliest: Double
    @usableFromInline let latest: Double
    /// The first zoom at which the cluster splits, or -1 if no zoom separates the points.
    @usableFromInline let expansionZoom: Int
}

/// An identifier of a cluster at one zoom. It is valid in all versions of an index with the same settings.
///
/// The identifier is computed from the place of the cluster's anchor. It changes only if the anchor is removed, or if
/// an anchor that precedes it is added nearby. Other points and the order of insertion have no influence.
public struct ClusterID: Hashable, Sendable {
    /// The zoom at which the cluster was found.
    public let zoom: Int
    let anchor: PlaceKey

    init(zoom: Int, anchor: PlaceKey) {
        (self.zoom, self.anchor) = (zoom, anchor)
    }
}

extension ClusterID: Comparable {
    /// Orders identifiers by zoom, then by the place of the anchor along a Z-curve.
    public static func < (lhs: Self, rhs: Self) -> Bool {
        (lhs.zoom, lhs.anchor.point.code) < (rhs.zoom, rhs.anchor.point.code)
    }
}

extension ClusterID: LosslessStringConvertible {
    /// The zoom and 16 hexadecimal digits, such as `12-00c0ffee00c0ffee`. The anchor's place can be computed from the
    /// digits.
    public var description: String {
        let digits = String(anchor.value, radix: 16)
        return "\(zoom)-\(String(repeating: "0", count: 16 - digits.count))\(digits)"
    }

    /// Creates an identifier from its description. The result is `nil` if the text has another form.
    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 16, let zoom = Int(parts[0]), (0...21).contains(zoom),
            let anchor = UInt64(parts[1], radix: 16)
        else { return nil }
        self.init(zoom: zoom, anchor: PlaceKey(value: anchor))
    }
}
